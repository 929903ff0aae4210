import { createContext, useMemo } from 'react'
import type { FileRecord, Folder } from '../../../contract/folders.ts'
import type { OriginVerdict } from '../../crypto/index.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { type OwnFolderStanding, useOwnFolder } from '../../trust/useOwnFolder.ts'
import { selectOrigins, selectUnchecked } from './sealedFilesSlice.ts'

/** As it is shown. */
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

/** Where the files of a folder come from. */
export interface Origins {
  marks: ReadonlyMap<number, OriginMark>
  proven: ReadonlySet<number>
  /** Every manifest that opens was opened, and what is remembered of the folder. */
  isComplete: boolean
  /** Of the folder. */
  standing: OwnFolderStanding
  /** Files with a proof that does not count, as the folder stands. */
  discounted: number
  /** The folder is the one it is shown as, says its person. @throws FaultError, ContactsAlarm */
  confirm: () => Promise<void>
}

export function useOrigins(folder: Folder, records: readonly FileRecord[]): Origins {
  const where = useMemo(() => ({ folderId: folder.id, records }), [folder.id, records])
  const verdicts = useAppSelector((state) => selectOrigins(state, where))
  const { length: unchecked } = useAppSelector((state) => selectUnchecked(state, where))
  const { standing, confirm } = useOwnFolder(folder)
  const { type } = standing
  const found = useMemo(() => {
    const marks = new Map<number, OriginMark>()
    for (const record of records) {
      const mark = originMark(verdicts.get(record.id), record, type)
      if (mark) marks.set(record.id, mark)
    }
    const proven = new Set([...marks].flatMap(([id, mark]) => (mark === 'proven' ? [id] : [])))
    const said = records.filter(({ id }) => verdicts.get(id) === 'proven').length
    return { marks, proven, discounted: type === 'unread' ? 0 : said - proven.size }
  }, [records, verdicts, type])
  const isComplete = verdicts.size > 0 && unchecked === 0 && type !== 'unread'
  return { ...found, isComplete, standing, confirm }
}

/** For the rows, of which only those in sight exist. */
export const OriginMarks = createContext<Origins['marks']>(new Map())
