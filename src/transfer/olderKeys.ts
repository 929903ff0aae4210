import type { FileRecord } from '../../contract/folders.ts'
import { type OpenedFile, type OpenOptions, openOwnFiles, type UnopenedFile } from './ownFiles.ts'

/**
 * As `openOwnFiles`; what was wrapped to another key is tried with the keys of former pairs too. Which key a file
 * belongs to is not asked of the server: a key that does not fit says so by itself.
 */
export async function openWithOlderKeys(
  records: readonly FileRecord[],
  olderKeys: readonly CryptoKey[],
  options: OpenOptions,
): Promise<{ opened: OpenedFile[]; unopened: UnopenedFile[] }> {
  const result = await openOwnFiles(records, options)
  let { opened, unopened } = result
  for (const privateKey of olderKeys) {
    const foreign = unopened.filter(({ code }) => code === 'wrong-key')
    if (foreign.length === 0) break
    const again = await openOwnFiles(
      foreign.map(({ record }) => record),
      { ...options, privateKey, onProgress: () => undefined },
    )
    opened = [...opened, ...again.opened]
    unopened = [...unopened.filter(({ code }) => code !== 'wrong-key'), ...again.unopened]
  }
  if (opened.length === result.opened.length) return result
  const place = new Map(records.map(({ id }, index) => [id, index]))
  const inOrder = <F extends { record: FileRecord }>(files: F[]) =>
    files.sort((a, b) => (place.get(a.record.id) ?? 0) - (place.get(b.record.id) ?? 0))
  return { opened: inOrder(opened), unopened: inOrder(unopened) }
}
