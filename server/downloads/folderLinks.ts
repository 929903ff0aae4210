import { downloadLink, type DownloadLink } from '../../contract/schemas/downloads.ts'
import { type LinkFilter, listLinks, listLinkFileNames } from '../db/links/downloadLinks.ts'
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
      yield* streamFolderLink(db, link, userId)
      start = ','
      before = link.id
    }
    if (links.length < linksPerPage) break
  }
  yield start === '[' ? '[]' : ']'
}

async function* streamFolderLink(db: Db, link: DownloadLinkRow, userId: number): AsyncGenerator<string> {
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
  const people = fromFlag(link.requires_email) ? await peopleOfLink(db, link.id) : null
  const record = linkRecord(link, { file_ids, people }, userId)
  yield `${start === ',' ? '' : start}],${JSON.stringify(record).slice(1)}`
}

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
