import { createContext, useMemo } from 'react'
import type { FileRecord, Folder } from '../../../contract/schemas/folders.ts'
import type { OriginVerdict } from '../../../core/crypto/index.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { type ShownOrigin, shownOrigin } from '../../../core/trust/shownOrigin.ts'
import type { OwnFolderTrust } from '../../../core/trust/ownFolders.ts'
import { useFolderTrust } from '../../trust/useFolderTrust.ts'
import { selectOrigins, selectUnchecked } from './sealedFilesSlice.ts'

export interface Origins {
  marks: ReadonlyMap<number, ShownOrigin>
  proven: ReadonlySet<number>
  /** True if all manifests that open were opened, and the remembered folder was read. */
  isComplete: boolean
  trust: OwnFolderTrust
  /** Number of files whose proof does not count in this state. */
  discounted: number
  /** Records the person's confirmation that the folder is the one shown. @throws FaultError, ContactsAlarm */
  confirm: () => Promise<void>
}

/** True if a secret link may have been handed out: without one, that nothing is proven says nothing. */
export function usesProofs(
  { several }: Pick<Folder, 'several'>,
  trust: OwnFolderTrust['type'],
  verdicts: Iterable<OriginVerdict>,
): boolean {
  for (const verdict of verdicts) if (verdict !== 'plain') return true
  // It is noted when the secret link of a folder of one person is copied.
  return several === null && trust !== 'unknown'
}

export function useOrigins(folder: Folder, records: readonly FileRecord[]): Origins {
  const where = useMemo(() => ({ folderId: folder.id, records }), [folder.id, records])
  const verdicts = useAppSelector((state) => selectOrigins(state, where))
  const { length: unchecked } = useAppSelector((state) => selectUnchecked(state, where))
  const { trust, confirm } = useFolderTrust(folder)
  const { type } = trust
  const found = useMemo(() => {
    const marks = new Map<number, ShownOrigin>()
    for (const record of records) {
      const mark = shownOrigin(verdicts.get(record.id), record, type)
      if (mark) marks.set(record.id, mark)
    }
    const isUsed = usesProofs(folder, type, verdicts.values())
    if (!isUsed) for (const [id, mark] of marks) if (mark !== 'wrong') marks.delete(id)
    const proven = new Set([...marks].flatMap(([id, mark]) => (mark === 'proven' ? [id] : [])))
    const claimed = records.filter(({ id }) => verdicts.get(id) === 'proven').length
    return { marks, proven, isUsed, discounted: type === 'unread' ? 0 : claimed - proven.size }
  }, [folder, records, verdicts, type])
  const isComplete = found.isUsed && verdicts.size > 0 && unchecked === 0 && type !== 'unread'
  return { ...found, isComplete, trust, confirm }
}

/** Marks for the rows, of which only the visible ones are rendered. */
export const OriginMarksContext = createContext<Origins['marks']>(new Map())
