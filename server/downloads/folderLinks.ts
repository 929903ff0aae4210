import { downloadLink, type DownloadLink } from '../../contract/schemas/downloads.ts'
import { maxNamedFilesOfLink } from '../../contract/limits.ts'
import {
  type LinkFilter,
  type LinkPlace,
  listAccessibleLinks,
  listFirstFileNames,
  listLinks,
  listLinkFileNames,
} from '../db/links/downloadLinks.ts'
import { type LinkPerson, peopleOfLink, peopleOfLinks } from '../db/links/linkPeople.ts'
import type { Db, DownloadLinkRow } from '../db/schema.ts'
import { fromFlag } from '../db/flag.ts'
import { paginateByBytes } from '../http/sendList.ts'

export const linksPerPage = 100
/** Number of file names that are read and sent at a time. */
export const namesPerPage = 100

/** Streams a folder's links as a JSON array: each may have ten thousand files, with long names. */
export async function* streamFolderLinks(db: Db, folderId: number, filter: LinkFilter, userId: number) {
  let start = '['
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const links = await listLinks(db, folderId, filter, { before, limit: linksPerPage })
    for (const link of links) {
      yield start
      yield* streamLink(db, link, userId)
      start = ','
      before = link.id
    }
    if (links.length < linksPerPage) break
  }
  yield start === '[' ? '[]' : ']'
}

/** People whose addresses are read and sent at a time. */
const peoplePerPiece = 1000

/**
 * Streams a page of the links of all folders that this person may open. Of the files of each come the first few, as
 * a page would be without limit otherwise.
 */
export async function* streamSentLinks(db: Db, userId: number, after: LinkPlace) {
  const links = await listAccessibleLinks(db, userId, after, linksPerPage)
  let start = '{"links":['
  for (const portion of paginateByBytes(links, peoplePerPiece, ({ people_count }) => people_count)) {
    const ids = portion.map(({ id }) => id)
    const named = Map.groupBy(
      await listFirstFileNames(db, ids, maxNamedFilesOfLink),
      ({ link_id }) => link_id,
    )
    const people = Map.groupBy(await peopleOfLinks(db, ids), ({ link_id }) => link_id)
    const records = portion.map((link) => {
      const files = named.get(link.id) ?? []
      const file_ids = files.map(({ id }) => id)
      return {
        ...linkRecord(link, { file_ids, people: people.get(link.id) ?? [] }, userId),
        folder_id: link.folder_id,
        file_count: link.file_count,
        files: files.map(({ original_filename }) => original_filename),
      }
    })
    yield start + JSON.stringify(records).slice(1, -1)
    start = ','
  }
  const last = links.length < linksPerPage ? undefined : links.at(-1)
  const next = last === undefined ? null : `${last.folder_id}-${last.id}`
  yield `${start === ',' ? '' : start}],"next":${JSON.stringify(next)}}`
}

/** Streams a link as JSON. */
export async function* streamLink(db: Db, link: DownloadLinkRow, userId: number): AsyncGenerator<string> {
  const file_ids: number[] = []
  let start = '{"files":['
  for (;;) {
    const files = await listLinkFileNames(db, link.id, file_ids.at(-1) ?? 0, namesPerPage)
    if (files.length === 0) break
    yield start + files.map(({ original_filename }) => JSON.stringify(original_filename)).join()
    start = ','
    for (const { id } of files) file_ids.push(id)
    if (files.length < namesPerPage) break
  }
  const people = fromFlag(link.requires_email) ? await peopleOfLink(db, link.id) : []
  const record = linkRecord(link, { file_ids, people }, userId)
  yield `${start === ',' ? '' : start}],${JSON.stringify(record).slice(1)}`
}

const linkFields = downloadLink.omit({ files: true })

const linkRecord = (
  link: DownloadLinkRow,
  { file_ids, people }: { file_ids: number[]; people: readonly LinkPerson[] },
  userId: number,
): Omit<DownloadLink, 'files'> =>
  linkFields.parse({
    id: link.id,
    link_token: link.link_token,
    creation_date: link.creation_date,
    expiration_date: link.expiration_date,
    has_password: link.password_hash !== null,
    file_count: file_ids.length,
    file_ids,
    download_count: link.download_count,
    max_downloads: link.max_downloads,
    used_downloads: link.used_downloads,
    title: link.title,
    message: link.message,
    named_people: fromFlag(link.requires_email)
      ? people.map(({ mailbox, opened_at }) => ({ email: mailbox, opened_at }))
      : null,
    is_own: link.creator_id === userId,
  })
