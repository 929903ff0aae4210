import { listLinkedFiles, type LinkedFile } from '../db/links/downloadLinks.ts'
import type { Db, DownloadLinkRow } from '../db/schema.ts'
import { joinKeyStrings } from './keyStrings.ts'

/** Number of files per piece, which has at most half a megabyte: the memory budget of a streamed response. */
export const filesPerPiece = 25

/**
 * Streams the response that lists a link's files as JSON: the fields of `head`, `files`, and
 * `reencrypted_keys` (null without `withKeys`). A link may have ten thousand files, with names and manifests
 * of up to 16 KiB.
 */
export async function* streamLinkResponse(
  db: Db,
  link: Pick<DownloadLinkRow, 'id' | 'sealed_master'>,
  head: object,
  show: (file: LinkedFile) => object,
  withKeys: boolean,
): AsyncGenerator<string> {
  const keys: Pick<LinkedFile, 'id' | 'sealed_key'>[] = []
  let start = JSON.stringify({ ...head, files: [] }).slice(0, -']}'.length)
  let after = 0
  for (;;) {
    const files = await listLinkedFiles(db, link.id, after, filesPerPiece)
    if (files.length === 0) break
    yield start + files.map((file) => JSON.stringify(show(file))).join()
    start = ','
    after = files.at(-1)?.id ?? after
    if (withKeys) for (const { id, sealed_key } of files) keys.push({ id, sealed_key })
  }
  yield `${start === ',' ? '' : start}],"reencrypted_keys":${JSON.stringify(withKeys ? joinKeyStrings(link, keys) : null)}}`
}
