import { createContext, useMemo } from 'react'
import type { FileRecord, Folder } from '../../../../contract/schemas/folders.ts'
import type { OriginVerdict } from '../../../../core/crypto/index.ts'
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts'
import { type ShownOrigin, shownOrigin } from '../../../../core/trust/shownOrigin.ts'
import type { LinkAlarm } from '../../../../core/trust/folderLinks.ts'
import type { OwnFolderTrust } from '../../../../core/trust/ownFolders.ts'
import { type FolderTrustState, useFolderTrust } from '../../../trust/useFolderTrust.ts'
import { folderAnswered, selectOriginVerdicts, selectUnbound, selectUnchecked } from './sealedFilesSlice.ts'

export interface Origins extends Pick<FolderTrustState, 'hidesNames' | 'isNamesAlarm' | 'acceptNames'> {
  byFile: ReadonlyMap<number, ShownOrigin>
  proven: ReadonlySet<number>
  /** True if all manifests that open were opened, and the remembered folder was read. */
  isComplete: boolean
  trust: OwnFolderTrust
  /** Number of files whose proof does not count in this state. */
  discounted: number
  /** Files that were not sent to this folder, with the title of the one that they were sent to; '' if not known. */
  elsewhere: ReadonlyMap<number, string>
  /** Number of files that do not say by which link they came. */
  unsaid: number
  /** What the server shows otherwise than it is remembered of the folder's link. */
  linkAlarm: LinkAlarm | null
  /** Records the person's answer that the link is the one shown. @throws FaultError, ContactsAlarm */
  acceptLink: () => Promise<void>
  /** Records the person's confirmation that the folder is the one shown. @throws FaultError, ContactsAlarm */
  confirm: () => Promise<void>
}

/** True if a secret link may have been handed out: without one, that nothing is proven says nothing. */
export function mayHaveSecretLink(
  { several }: Pick<Folder, 'several'>,
  trust: OwnFolderTrust['type'],
  verdicts: Iterable<OriginVerdict>,
): boolean {
  for (const verdict of verdicts) if (verdict !== 'plain') return true
  // It is noted when the secret link of a folder of one person is copied.
  return several === null && trust !== 'unknown'
}

export function useOrigins(folder: Folder, records: readonly FileRecord[]): Origins {
  const folderRecords = useMemo(() => ({ folderId: folder.id, records }), [folder.id, records])
  const verdicts = useAppSelector((state) => selectOriginVerdicts(state, folderRecords))
  const { length: unchecked } = useAppSelector((state) => selectUnchecked(state, folderRecords))
  const { trust, own, linkAlarm, hidesNames, isNamesAlarm, acceptNames, confirm, acceptLink } =
    useFolderTrust(folder)
  const dispatch = useAppDispatch()
  const unbound = useAppSelector(selectUnbound)
  const { type } = trust
  const result = useMemo(() => {
    const byFile = new Map<number, ShownOrigin>()
    for (const record of records) {
      const origin = shownOrigin(verdicts.get(record.id), record, {
        trust: type,
        isShared: folder.several !== null,
      })
      if (origin) byFile.set(record.id, origin)
    }
    const hasSecretLink = mayHaveSecretLink(folder, type, verdicts.values())
    if (!hasSecretLink) for (const [id, origin] of byFile) if (origin !== 'wrong') byFile.delete(id)
    const proven = new Set([...byFile].flatMap(([id, origin]) => (origin === 'proven' ? [id] : [])))
    const claimed = records.filter(({ id }) => verdicts.get(id) === 'proven').length
    return { byFile, proven, hasSecretLink, discounted: type === 'unread' ? 0 : claimed - proven.size }
  }, [folder, records, verdicts, type])
  const bound = useMemo(() => {
    const unboundFiles = records.flatMap(({ id }) => (unbound[id] ? [{ id, ...unbound[id] }] : []))
    const elsewhere = unboundFiles.filter(({ verdict }) => verdict === 'elsewhere')
    return {
      elsewhere: new Map(
        elsewhere.map(({ id, belongsTo }) => [id, own.find((one) => one.id === belongsTo)?.title ?? '']),
      ),
      unsaid: unboundFiles.filter(({ verdict }) => verdict === 'unsaid').length,
    }
  }, [records, unbound, own])
  const isComplete = result.hasSecretLink && verdicts.size > 0 && unchecked === 0 && type !== 'unread'
  const andJudge = (answer: () => Promise<void>) => async () => {
    await answer()
    dispatch(folderAnswered())
  }
  return {
    ...result,
    ...bound,
    isComplete,
    trust,
    linkAlarm,
    hidesNames,
    isNamesAlarm,
    acceptNames,
    confirm: andJudge(confirm),
    acceptLink: andJudge(acceptLink),
  }
}

/** Files that were not sent to this folder, for the rows (`Origins.elsewhere`). */
export const ElsewhereContext = createContext<ReadonlyMap<number, string>>(new Map())

/** Origins for the rows, of which only the visible ones are rendered. */
export const FileOriginsContext = createContext<Origins['byFile']>(new Map())
