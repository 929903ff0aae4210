import type { KnownFile } from '../../../../core/keys/indexedFiles.ts'
import { getUnlockedKey, subscribeUnlockedKey, type UnlockedKey } from '../../../session/unlockedKey.ts'
import type { AppThunk } from '../../../store/store.ts'
import type { FolderJudgement } from '../../../trust/judgedFolder.ts'
import { keyLocked, manifestsOpened, toSealedFile } from './sealedFilesSlice.ts'

/** Forgets what only the key opens once it is locked. */
class OpenedUntilLocked {
  #end: () => void = () => undefined

  until(key: UnlockedKey, forget: () => void): void {
    this.#end()
    const end = subscribeUnlockedKey(() => {
      if (getUnlockedKey() === key) return
      end()
      forget()
    })
    this.#end = end
  }
}

/** Keeps what `keep` stores while the key is unlocked. @returns false, and stores nothing, if it is locked already */
export const untilLocked =
  (key: UnlockedKey, keep: () => void): AppThunk<boolean> =>
  (dispatch, _getState, services) => {
    if (getUnlockedKey() !== key) return false
    services.of(OpenedUntilLocked).until(key, () => dispatch(keyLocked()))
    keep()
    return true
  }

/** Shows what the manifests of files say, while the key is unlocked. */
export const keepManifests =
  (judged: FolderJudgement, opened: readonly KnownFile[], key: UnlockedKey): AppThunk<boolean> =>
  (dispatch) =>
    dispatch(
      untilLocked(key, () => dispatch(manifestsOpened(opened.map((file) => toSealedFile(judged, file))))),
    )
