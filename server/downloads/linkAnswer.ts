import { linkedFiles, type LinkedFile } from '../db/downloadLinks.ts'
import type { Db, DownloadLinkRow } from '../db/schema.ts'
import { joinKeyStrings } from './keyStrings.ts'

/** Files of one piece: with the longest names and manifests half a megabyte, which a streamed answer may hold. */
export const filesPerPiece = 25

/**
 * An answer that lists the files of a link, as JSON: what `head` has, `files`, and `reencrypted_keys` (null without
 * `withKeys`). In pieces: a link may have ten thousand files, and how long their names and manifests are, up to 16 KiB,
 * is for those to say who have sent them.
 */
export async function* linkAnswer(
  db: Db,
  link: Pick<DownloadLinkRow, 'id' | 'sealed_master'>,
  head: object,
  show: (file: LinkedFile) => object,
  withKeys: boolean,
): AsyncGenerator<string> {
  const keys: Pick<LinkedFile, 'id' | 'sealed_key'>[] = []
  let before = JSON.stringify({ ...head, files: [] }).slice(0, -']}'.length)
  let after = 0
  for (;;) {
    const files = await linkedFiles(db, link.id, after, filesPerPiece)
    if (files.length === 0) break
    yield before + files.map((file) => JSON.stringify(show(file))).join()
    before = ','
    after = files.at(-1)?.id ?? after
    if (withKeys) for (const { id, sealed_key } of files) keys.push({ id, sealed_key })
  }
  const start = before === ',' ? '' : before
  yield `${start}],"reencrypted_keys":${JSON.stringify(withKeys ? joinKeyStrings(link, keys) : null)}}`
}
