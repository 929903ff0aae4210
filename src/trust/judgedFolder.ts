import type { Folder } from '../../contract/schemas/folders.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import type { KnownFile } from '../../core/keys/indexedFiles.ts'
import type { OwnFile } from '../../core/keys/ownFiles.ts'
import { boundVerdict, isOfFolder, type JudgedFolder } from '../../core/trust/boundVerdict.ts'
import { ContactsAlarm } from '../../core/trust/contactsAlarm.ts'
import { type FolderLinks, folderLinks, shownTag } from '../../core/trust/folderLinks.ts'
import { ownFolderTrust } from '../../core/trust/ownFolders.ts'
import {
  type FileReturn,
  folderOfMark,
  type MarkedFile,
  returnsIn,
  type SeenFiles,
  withSeen,
} from '../../core/trust/seenFiles.ts'
import { t } from '../../i18n/t.ts'
import type { UnlockedKey } from '../session/unlockedKey.ts'
import { notify } from '../store/hooks.ts'
import type { AppThunk } from '../store/store.ts'

/** Properties of a folder that say which files belong to it. */
export type LinkedFolder = Pick<Folder, 'id' | 'title' | 'several' | 'link_token' | 'private_names'>

/** The facts by which files of a folder are judged. */
export type FolderJudgement = JudgedFolder & {
  readonly links: FolderLinks | null
  /** Files that this device has seen; null for a folder of several people. */
  readonly seen: SeenFiles | null
  readonly returnOf: (file: MarkedFile) => FileReturn
}

/** Reads what the person and this device remember of a folder's links and files ([Note: Remembered links]). @throws FaultError */
export const judgeFolder =
  (folder: LinkedFolder, key: UnlockedKey): AppThunk<Promise<FolderJudgement>> =>
  async (dispatch) => {
    const { id, several, link_token } = folder
    if (several) return { id, links: null, seen: null, returnOf: () => null, trust: 'unread' }
    const { trustOf } = await import('./trustService.ts')
    const { readSeenFiles } = await import('./seenFilesMemory.ts')
    const trust = dispatch(trustOf(key))
    const ownFolders = await trust.contacts.load().then(
      (contacts) => contacts.own,
      (error: unknown) => {
        if (error instanceof ContactsAlarm || faultOf(error).code === 'newer-version') return null
        throw error
      },
    )
    const device = await trust.rememberLinks([folder])
    const links = folderLinks({ id, tag: await shownTag(link_token) }, ownFolders, device)
    const seen = await dispatch(readSeenFiles(key))
    const ownTrust = ownFolders ? ownFolderTrust(ownFolders, folder).type : 'unbelieved'
    return { id, links, seen, returnOf: returnsIn(seen, id), trust: ownTrust }
  }

/** Says whether an opened file belongs to the folder. */
export const verdictOf = (
  { source, origin, sentTo, mark }: Pick<KnownFile, 'source' | 'origin' | 'sentTo' | 'mark'>,
  folder: FolderJudgement,
): ReturnType<typeof boundVerdict> =>
  boundVerdict(
    {
      ...{ hasManifest: source.hasManifest, origin, sentTo },
      seenIn: folder.seen ? folderOfMark(folder.seen, mark) : undefined,
    },
    folder,
  )

/** True if the file was deleted or missing, and the server shows it or another in its place; not if it was restored. */
export const isReturned = (
  { mark, record: { id } }: Pick<KnownFile, 'mark' | 'record'>,
  { returnOf }: FolderJudgement,
): boolean => returnOf({ id, mark }) === 'returned'

/** Remembers files as seen in a folder of one person, except those that may not belong there, and tells which were restored. */
export const rememberSeen =
  (files: readonly OwnFile[], folder: FolderJudgement, key: UnlockedKey): AppThunk<Promise<void>> =>
  async (_dispatch, _getState, services) => {
    const { id, seen: seenBefore, returnOf } = folder
    if (!seenBefore) return
    const belonging = files.filter((file) => isOfFolder(verdictOf(file, folder).verdict))
    const unseen = belonging
      .filter(({ mark }) => !seenBefore.seen.has(mark))
      .map(({ mark, record }) => ({ id: record.id, mark, expires: record.expires_at }))
    if (unseen.length === 0) return
    const { SeenFilesMemory } = await import('./seenFilesMemory.ts')
    await services.of(SeenFilesMemory).update(key.fingerprint, (all) => withSeen(all, id, unseen))
    const { length: count } = unseen.filter((file) => returnOf(file) === 'restored')
    if (count > 0) notify('info', t('files.restoredElsewhere', { count }))
  }
