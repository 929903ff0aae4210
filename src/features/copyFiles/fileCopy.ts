import type { FileRecord, Folder } from '../../../contract/schemas/folders.ts'
import { maxFilesPerCopy } from '../../../contract/limits.ts'
import { callApi } from '../../api/client.ts'
import { randomBytes, toBase64Url } from '../../../core/crypto/index.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import type { AppThunk } from '../../store/store.ts'
import type { OwnFile } from '../../../core/keys/ownFiles.ts'
import { placeholderOf } from '../../../core/keys/placeholders.ts'
import { retryIfTemporary } from '../../../core/trust/contactsStore.ts'
import { newestFolderKey } from '../../trust/folderSecrets.ts'
import { isElsewhere } from '../../../core/trust/boundVerdict.ts'
import { isReturned, type LinkedFolder, verdictOf } from '../../trust/judgedFolder.ts'
import { openJudgedFiles } from '../../trust/openJudgedFiles.ts'

export interface CopySelection {
  /** Opened files with a manifest, by the names that the senders sealed. */
  files: readonly OwnFile[]
  /** Files without a manifest: only the server vouches for them. */
  withoutManifest: readonly FileRecord[]
  unopened: readonly FileRecord[]
  /** Files that were not sent to the folder, or of which nobody can say it. */
  elsewhere: readonly FileRecord[]
  /** Files that the person has deleted, and that the server shows again. */
  returned: readonly FileRecord[]
}

interface CopyOptions {
  signal: AbortSignal
  onProgress: (copiedCount: number) => void
}

/** Opens the keys and manifests of files in the workers. @throws FaultError, or the signal's reason */
export const openFilesToCopy =
  (
    folder: LinkedFolder,
    records: readonly FileRecord[],
    key: UnlockedKey,
    options: CopyOptions,
  ): AppThunk<Promise<CopySelection>> =>
  async (dispatch) => {
    const { withKeysWorkers } = await import('../../platform/ownFileOpening.ts')
    const { opened, unopened, judged } = await withKeysWorkers((ports) =>
      dispatch(openJudgedFiles({ folder, records }, key, { ...ports, ...options })),
    )
    const isOther = (file: OwnFile) => isElsewhere(verdictOf(file, judged).verdict)
    const ofFolder = opened.filter((file) => !isOther(file))
    const sealed = ofFolder.filter(({ source }) => source.hasManifest)
    const recordsOf = (files: readonly { record: FileRecord }[]) => files.map(({ record }) => record)
    return {
      files: sealed.filter((file) => !isReturned(file, judged)),
      withoutManifest: recordsOf(ofFolder.filter(({ source }) => !source.hasManifest)),
      unopened: recordsOf(unopened),
      elsewhere: recordsOf(opened.filter(isOther)),
      returned: recordsOf(sealed.filter((file) => isReturned(file, judged))),
    }
  }

/** Returns an id for one copy operation and its retries, so that no file is copied twice. */
export const newCopyId = (): string => toBase64Url(randomBytes(16))

interface CopyRequest {
  copyId: string
  target: Folder
  files: readonly OwnFile[]
  /** Index of the first file that is not yet copied. */
  fromIndex: number
}

/**
 * Wraps the keys of files to the newest key of the target, which is verified first, and has the server copy
 * them in steps, each all or nothing, with placeholders if the target hides names. `onProgress` gets the number of copied
 * files.
 * @throws FaultError, 'folder-not-trusted' or 'rosterMoved' if the target changed; or the signal's reason
 */
export const copyFiles =
  (
    { copyId, target, files, fromIndex }: CopyRequest,
    key: UnlockedKey,
    { signal, onProgress }: CopyOptions,
  ): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const { splitAcrossWorkers, withKeysWorkers } = await import('../../platform/ownFileOpening.ts')
    const { recipientKey, fingerprint } = await dispatch(newestFolderKey(target, key))
    await withKeysWorkers(async ({ workers }) => {
      for (let start = fromIndex; start < files.length; start += maxFilesPerCopy) {
        signal.throwIfAborted()
        const step = files.slice(start, start + maxFilesPerCopy)
        const keys = await splitAcrossWorkers(
          step.map(({ source: { id, rawKey } }) => ({ id, rawKey })),
          (worker, share) => worker.rewrapKeys(recipientKey, share),
          { workers, signal, onProgress: () => undefined },
        )
        const placeholders = target.private_names === true ? await placeholdersOf(step) : null
        await retryIfTemporary(() =>
          callApi('copyFiles', {
            params: { id: target.id },
            body: {
              copy_id: copyId,
              sealed_to: fingerprint,
              files: keys.map(({ id, encryptedKeyB64 }) => ({
                file_id: id,
                encrypted_key: encryptedKeyB64,
                hidden: placeholders?.get(id),
              })),
            },
            signal,
          }),
        )
        onProgress(Math.min(start + maxFilesPerCopy, files.length))
      }
    })
  }

const placeholdersOf = async (files: readonly OwnFile[]) =>
  new Map(
    await Promise.all(
      files.map(async (file) => [file.source.id, (await placeholderOf(file)).hidden] as const),
    ),
  )
