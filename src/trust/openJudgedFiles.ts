import type { FileRecord } from '../../contract/schemas/folders.ts'
import type { OwnFile, OwnKeysOptions, UnopenedOwnFile } from '../../core/keys/ownFiles.ts'
import type { UnlockedKey } from '../session/unlockedKey.ts'
import type { AppThunk } from '../store/store.ts'
import { folderDecryptionKeys } from './folderSecrets.ts'
import { judgeFolder, type FolderJudgement, type LinkedFolder, rememberSeen } from './judgedFolder.ts'

interface JudgedFiles {
  readonly opened: OwnFile[]
  readonly unopened: UnopenedOwnFile[]
  /** What was remembered of the folder before, for `verdictOf` and `isReturned`. */
  readonly judged: FolderJudgement
}

/**
 * Opens keys and manifests of files, and remembers those that belong to the folder. Whatever shows, saves or passes on
 * files of a person opens them here. @throws FaultError, or the signal's reason
 */
export const openJudgedFiles =
  (
    { folder, records }: { folder: LinkedFolder; records: readonly FileRecord[] },
    key: UnlockedKey,
    options: Omit<OwnKeysOptions, 'decryptionKeys' | 'remembered'>,
  ): AppThunk<Promise<JudgedFiles>> =>
  async (dispatch) => {
    const { fetchKeysAhead, openOwnFiles } = await import('../platform/ownFileOpening.ts')
    const fetchKeys = fetchKeysAhead(records, options)
    const decryptionKeys = await dispatch(folderDecryptionKeys(folder, key))
    const judged = await dispatch(judgeFolder(folder, key))
    const remembered = judged.links?.remembered
    const files = await openOwnFiles(records, { ...options, fetchKeys, decryptionKeys, remembered })
    await dispatch(rememberSeen(files.opened, judged, key))
    return { ...files, judged }
  }
