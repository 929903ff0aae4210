import type { CallResponse } from '../../../../contract/call.ts'
import type { FileRecord, hideNames as hideNamesCall } from '../../../../contract/schemas/folders.ts'
import { maxNamesHidden } from '../../../../contract/limits.ts'
import type { OwnFile } from '../../../../core/keys/ownFiles.ts'
import { placeholderOf } from '../../../../core/keys/placeholders.ts'
import { retryIfTemporary } from '../../../../core/trust/contactsStore.ts'
import { api } from '../../../api/api.ts'
import { callApi } from '../../../api/client.ts'
import type { UnlockedKey } from '../../../session/unlockedKey.ts'
import type { AppThunk } from '../../../store/store.ts'
import type { LinkedFolder } from '../../../trust/judgedFolder.ts'
import { judgedOpener } from '../../../trust/openJudgedFiles.ts'

/** What became of the files whose names were to be hidden. */
export interface HidingProgress {
  readonly done: number
  readonly hidden: number
  /** Files that the server leaves as they are until a time. */
  readonly waiting: number
  readonly waitingUntil: string | null
  readonly withoutManifest: number
  readonly unopened: number
  /** Names of files of which the server says something else than their manifests do. */
  readonly contradicted: readonly string[]
}

export const nothingHidden: HidingProgress = {
  ...{ done: 0, hidden: 0, waiting: 0, waitingUntil: null },
  ...{ withoutManifest: 0, unopened: 0, contradicted: [] },
}

interface HidingOptions {
  signal: AbortSignal
  onProgress: (progress: HidingProgress) => void
}

/**
 * Has the server replace the names of files by placeholders, after their manifests were opened. Files that it describes
 * otherwise than these are left as they are. @throws FaultError, or the signal's reason
 */
export const hideNames =
  (
    { folder, records }: { folder: LinkedFolder; records: readonly FileRecord[] },
    key: UnlockedKey,
    { signal, onProgress }: HidingOptions,
  ): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const { withKeysWorkers } = await import('../../../platform/ownFileOpening.ts')
    let progress = nothingHidden
    try {
      await withKeysWorkers(async (ports) => {
        const options = { ...ports, signal, onProgress: () => undefined }
        const { open, remember } = await dispatch(judgedOpener(folder, key))
        for (let start = 0; start < records.length; start += maxNamesHidden) {
          const portion = records.slice(start, start + maxNamesHidden)
          const { opened, unopened } = await open(portion, options)
          await remember(opened)
          const sealed = opened.filter(({ source }) => source.hasManifest)
          const contradicted = sealed.filter(isContradicted)
          const files = await Promise.all(sealed.filter((file) => !isContradicted(file)).map(entryOf))
          signal.throwIfAborted()
          const answer = files.length === 0 ? null : await sendNames(folder.id, files, signal)
          progress = {
            done: start + portion.length,
            hidden: progress.hidden + (answer?.hidden ?? 0),
            waiting: progress.waiting + (answer?.waiting ?? 0),
            waitingUntil: laterOf(progress.waitingUntil, answer?.waiting_until ?? null),
            withoutManifest: progress.withoutManifest + opened.length - sealed.length,
            unopened: progress.unopened + unopened.length,
            contradicted: [...progress.contradicted, ...contradicted.map(({ name }) => name)],
          }
          onProgress(progress)
        }
      })
    } finally {
      if (progress.hidden > 0) dispatch(api.util.invalidateTags([{ type: 'Files', id: folder.id }]))
    }
  }

const isContradicted = ({ namesVerdict, differences }: OwnFile): boolean =>
  namesVerdict === 'altered' || differences.length > 0

const entryOf = async (file: OwnFile) => {
  const { hidden, keyCommitment } = await placeholderOf(file)
  return { ...hidden, file_id: file.record.id, key_commitment: keyCommitment }
}

const sendNames = (
  id: number,
  files: Awaited<ReturnType<typeof entryOf>>[],
  signal: AbortSignal,
): Promise<CallResponse<typeof hideNamesCall>> =>
  retryIfTemporary(() => callApi('hideNames', { params: { id }, body: { files }, signal }))

const laterOf = (one: string | null, other: string | null): string | null =>
  (one ?? '') > (other ?? '') ? one : other
