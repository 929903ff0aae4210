import type { FileRecord, Folder } from '../../../contract/schemas/folders.ts'
import { maxFilesPerCopy } from '../../../contract/limits.ts'
import { callApi } from '../../api/client.ts'
import { randomBytes, toBase64Url } from '../../../core/crypto/index.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import type { AppThunk } from '../../store/store.ts'
import type { WrappedKey } from '../../../core/keys/keysWorker.ts'
import type { OwnFile } from '../../../core/keys/own.ts'
import { sameUntilAnswered } from '../../../core/trust/contacts.ts'
import { bringingKey, keysOfFolder } from '../../trust/folderSecrets.ts'
import type { KeyedFolder } from '../../../core/trust/sharedFolder.ts'

/** Files that were chosen, told apart by what may be copied of them. */
export interface Chosen {
  /** Opened, each with its manifest: their names are those that the senders sealed. */
  files: readonly OwnFile[]
  /** Without a manifest: nothing but the server vouches for what they are. */
  unsealed: readonly FileRecord[]
  /** Their keys do not open. */
  unopened: readonly FileRecord[]
}

export interface Step {
  signal: AbortSignal
  /** Files so far. */
  onProgress: (done: number) => void
}

/** Opens the keys and manifests of files in the workers. @throws FaultError, or the signal's reason */
export const chosenFiles =
  (
    folder: KeyedFolder,
    records: readonly FileRecord[],
    key: UnlockedKey,
    step: Step,
  ): AppThunk<Promise<Chosen>> =>
  async (dispatch) => {
    const [{ openOwnFiles }, { withKeysThreads }] = await engine()
    const decryptionKeys = await dispatch(keysOfFolder(folder, key))
    const { opened, unopened } = await withKeysThreads((ports) =>
      openOwnFiles(records, { ...ports, ...step, decryptionKeys }),
    )
    return {
      files: opened.filter(({ source }) => source.hasManifest),
      unsealed: opened.filter(({ source }) => !source.hasManifest).map(({ record }) => record),
      unopened: unopened.map(({ record }) => record),
    }
  }

/** One copying, in however many tries: what an earlier try has brought is not brought again. */
export const newCopyId = (): string => toBase64Url(randomBytes(16))

interface CopyWish {
  copyId: string
  target: Folder
  files: readonly OwnFile[]
  /** Files that are there already. */
  from: number
}

/**
 * Wraps the keys of files to the newest key of the target, which is judged first, and has the server copy them, a step at
 * a time: all of a step or none. `onProgress` tells what is in the target.
 * @throws FaultError, 'folder-not-trusted' or 'rosterMoved' where the target changed; or the signal's reason
 */
export const copyFiles =
  (
    { copyId, target, files, from }: CopyWish,
    key: UnlockedKey,
    { signal, onProgress }: Step,
  ): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const [, { withKeysThreads }, { inShares }] = await engine()
    const { recipientKey, fingerprint } = await dispatch(bringingKey(target, key))
    const wrapped = (
      { workers }: Parameters<Parameters<typeof withKeysThreads>[0]>[0],
      some: readonly OwnFile[],
    ) =>
      inShares(
        some.map(({ source: { id, rawKey } }) => ({ id, rawKey })),
        (worker, share) => worker.wrapAnew(recipientKey, share),
        { workers, signal, onProgress: () => undefined },
      )
    await withKeysThreads(async (ports) => {
      for (let at = from; at < files.length; at += maxFilesPerCopy) {
        signal.throwIfAborted()
        const keys = await wrapped(ports, files.slice(at, at + maxFilesPerCopy))
        await sameUntilAnswered(() =>
          callApi('copyFiles', {
            params: { id: target.id },
            body: { copy_id: copyId, sealed_to: fingerprint, files: keys.map(asSent) },
            signal,
          }),
        )
        onProgress(Math.min(at + maxFilesPerCopy, files.length))
      }
    })
  }

const asSent = ({ id, encryptedKeyB64 }: WrappedKey) => ({ file_id: id, encrypted_key: encryptedKeyB64 })

const engine = () =>
  Promise.all([
    import('../../../core/keys/own.ts'),
    import('../../platform/keysThreads.ts'),
    import('../../../core/keys/shares.ts'),
  ])
