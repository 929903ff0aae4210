import type { FileRecord } from '../../contract/schemas/folders.ts'
import type { OriginVerdict } from '../crypto/index.ts'
import type { OwnFolderStanding } from './ownFolders.ts'

/** Where a file comes from, as it is shown. */
export type OriginMark = 'proven' | 'not-proven' | 'copied' | 'wrong'

/**
 * Null while nothing is known of it.
 * @param standing of the folder: a proof counts in one that is known alone
 */
export function originMark(
  verdict: OriginVerdict | undefined,
  { copied }: Pick<FileRecord, 'copied'>,
  standing: OwnFolderStanding['type'],
): OriginMark | null {
  if (verdict === 'proven' && standing === 'known') return 'proven'
  // A copy proves the origin of the folder that it came from, if any: here it cannot be right.
  if (copied) return 'copied'
  if (verdict === undefined || (verdict === 'proven' && standing === 'unread')) return null
  return verdict === 'wrong' ? 'wrong' : 'not-proven'
}
