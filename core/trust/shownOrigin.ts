import type { FileRecord } from '../../contract/schemas/folders.ts'
import type { OriginVerdict } from '../crypto/index.ts'
import type { OwnFolderTrust } from './ownFolders.ts'

export type ShownOrigin = 'proven' | 'not-proven' | 'copied' | 'wrong'

/** @param trust a proof counts in a known folder only @returns null while unknown */
export function shownOrigin(
  verdict: OriginVerdict | undefined,
  { copied }: Pick<FileRecord, 'copied'>,
  { trust, isShared }: { trust: OwnFolderTrust['type']; isShared: boolean },
): ShownOrigin | null {
  if (verdict === 'proven' && trust === 'known') return 'proven'
  // A copy proves the origin of its source folder, if any: here it would be wrong. Folders of one person have none,
  // whatever the server says.
  if (copied && isShared) return 'copied'
  if (verdict === undefined || (verdict === 'proven' && trust === 'unread')) return null
  return verdict === 'wrong' ? 'wrong' : 'not-proven'
}
