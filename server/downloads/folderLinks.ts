import { downloadLink, type DownloadLink } from '../../contract/schemas/downloads.ts'
import { maxNamedFilesOfLink } from '../../contract/limits.ts'
import {
  type LinkFilter,
  type LinkPlace,
  listAccessibleLinks,
  listLinks,
  listLinkFileNames,
} from '../db/links/downloadLinks.ts'
import { type LinkPerson, peopleOfLink } from '../db/links/linkPeople.ts'
import type { Db, DownloadLinkRow } from '../db/schema.ts'
import { fromFlag } from '../db/flag.ts'

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

/**
 * Streams a page of the links of all folders that this person may open. Of the files of each come the first few, as
 * a page would be without limit otherwise.
 */
export async function* streamSentLinks(db: Db, userId: number, after: LinkPlace) {
  let start = '{"links":['
  const links = await listAccessibleLinks(db, userId, after, linksPerPage)
  for (const link of links) {
    const files = await listLinkFileNames(db, link.id, 0, maxNamedFilesOfLink)
    const record = linkRecord(
      link,
      { file_ids: files.map(({ id }) => id), people: await peopleOf(db, link) },
      userId,
    )
    const names = files.map(({ original_filename }) => original_filename)
    yield (
      start +
      JSON.stringify({ ...record, folder_id: link.folder_id, file_count: link.file_count, files: names })
    )
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
  const record = linkRecord(link, { file_ids, people: await peopleOf(db, link) }, userId)
  yield `${start === ',' ? '' : start}],${JSON.stringify(record).slice(1)}`
}

const peopleOf = async (db: Db, link: DownloadLinkRow): Promise<LinkPerson[] | null> =>
  fromFlag(link.requires_email) ? peopleOfLink(db, link.id) : null

const linkFields = downloadLink.omit({ files: true })

const linkRecord = (
  link: DownloadLinkRow,
  { file_ids, people }: { file_ids: number[]; people: LinkPerson[] | null },
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
    named_people: people?.map(({ mailbox, opened_at }) => ({ email: mailbox, opened_at })) ?? null,
    is_own: link.creator_id === userId,
  })
