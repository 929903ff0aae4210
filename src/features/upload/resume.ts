import { isAnyOf } from '@reduxjs/toolkit'
import type { PersistedFile } from '../../platform/persistedRows.ts'
import { yieldToMain } from '../../../core/util/timeSlice.ts'
import { t } from '../../../i18n/t.ts'
import type { UploadService, Gathering, StartListening, Store } from './uploadService.ts'
import type { FoundFile } from './droppedFiles.ts'
import { FileFinder, mayRead } from './fileHandles.ts'
import { showNotification } from './showNotification.ts'
import { sendFiles } from './sendFiles.ts'
import type { RunningBatch } from './runningBatch.ts'
import {
  batchEnded,
  batchReleased,
  filesAdded,
  forgetRequested,
  missingFilesFound,
  missingFilesRequested,
  missingFilesSought,
  uploadResumed,
  interruptedUploadFound,
  resumeRequested,
} from './uploadEvents.ts'
import { selectUpload, step, takesFiles } from './uploadSlice.ts'

/**
 * Resumes an upload that a reload or a crash interrupted; see [Note: Uploads that outlive their page]. Its
 * files are reopened from stored handles, or given again by the person. A file matches only by path, size and
 * date; what was read of it is compared by hash before anything new is sealed.
 */

const filesPerRequest = 100
const rowsPerAction = 2000

export function installResumeListeners(startListening: StartListening, service: UploadService): void {
  // Offer the rest of it, or another upload, once nothing is being sent.
  const isOver = isAnyOf(batchEnded, batchReleased)
  startListening({
    predicate: (action, current, previous) =>
      isOver(action) ||
      (selectUpload(current).step === step.ready && selectUpload(previous).step < step.ready),
    effect: async (_, api) => {
      // A check that began before the release would find nothing.
      api.cancelActiveListeners()
      await offer(service, api, api.signal)
    },
  })
  startListening({ actionCreator: missingFilesRequested, effect: (_, api) => lookForFiles(service, api) })
  startListening({
    actionCreator: resumeRequested,
    effect: async (_, api) => {
      const gathered = await gather(service, api)
      if (gathered) await resume(service, api, gathered)
    },
  })
  startListening({
    actionCreator: forgetRequested,
    effect: async (_, api) => {
      const gathered = await gather(service, api)
      if (gathered) {
        service.detachGathered()
        api.dispatch(interruptedUploadFound(null))
        await gathered.batch.forget()
      }
      await offer(service, api)
    },
  })
}

async function offer(service: UploadService, { dispatch, getState }: Store, signal?: AbortSignal) {
  const { linkToken } = selectUpload(getState())
  const latest = await latestOf(service, linkToken)
  if (signal?.aborted) return
  if (selectUpload(getState()).linkToken === linkToken) dispatch(interruptedUploadFound(latest))
}

async function latestOf(service: UploadService, linkToken: string) {
  try {
    if (!(await service.modules.hasInterruptedUploads())) return null
    const [latest] = await (await service.modules.interruptedUploads()).find(linkToken)
    return latest ?? null
  } catch {
    return null
  }
}

/** Opens the upload that is offered. Returns null, which the page shows, if it is gone. */
async function gather(service: UploadService, { dispatch, getState }: Store): Promise<Gathering | null> {
  const { interrupted } = selectUpload(getState())
  if (!interrupted) return null
  try {
    const gathered = await service.gather(interrupted.batchId)
    if (gathered) return gathered
    dispatch(showNotification('info', t('upload.keptElsewhere')))
  } catch {
    dispatch(showNotification('warning', t('upload.keptUnreadable')))
  }
  dispatch(interruptedUploadFound(null))
  return null
}

async function lookForFiles(service: UploadService, store: Store): Promise<void> {
  store.dispatch(missingFilesSought())
  const gathered = await gather(service, store)
  if (!gathered) return
  const { roots, missing, available } = gathered
  if (!(await mayRead(roots))) {
    store.dispatch(missingFilesFound({ found: available.size, problem: { code: 'may-not-read' } }))
    return
  }
  const finder = new FileFinder(roots)
  for (let at = 0; at < missing.length; at += filesPerRequest) {
    const find = async (file: PersistedFile) => {
      const found = await finder.find(file, (candidate) => isSame(file, candidate))
      if (found) available.set(file.index, found)
    }
    await Promise.all(missing.slice(at, at + filesPerRequest).map(find))
    await yieldToMain()
  }
  await resumeIfComplete(service, store, gathered)
}

/** Takes the files that an interrupted upload misses. @returns the files that do not belong to it */
export async function takeMissingFiles(
  service: UploadService,
  store: Store,
  given: FoundFile[],
): Promise<FoundFile[]> {
  const gathered = await gather(service, store)
  if (!gathered) return given
  const { available } = gathered
  const missing = new FilesByPath(gathered.missing.filter(({ index }) => !available.has(index)))
  const stored = new FilesByPath(gathered.stored)
  const others: FoundFile[] = []
  let belongsToUpload = false
  for (const found of given) {
    const match = missing.take(found)
    belongsToUpload ||= missing.knows(found) || stored.knows(found)
    if (match) available.set(match.index, found.file)
    else if (!stored.take(found)) others.push(found)
  }
  if (belongsToUpload) void resumeIfComplete(service, store, gathered)
  else if (available.size === 0) service.stopGathering()
  return others
}

async function resumeIfComplete(service: UploadService, store: Store, gathered: Gathering): Promise<void> {
  const { missing, available } = gathered
  const missingCount = missing.length - available.size
  if (missingCount === 0) return resume(service, store, gathered)
  if (!(await service.isGathering(gathered))) return
  store.dispatch(
    missingFilesFound({ found: available.size, problem: { code: 'not-found', files: missingCount } }),
  )
}

async function resume(service: UploadService, store: Store, gathered: Gathering): Promise<void> {
  const { dispatch, getState } = store
  // Another upload may have been opened or begun meanwhile.
  const isHere = await service.isGathering(gathered)
  if (!isHere || service.running || !takesFiles(selectUpload(getState()))) return
  service.detachGathered()
  const { batch, missing, stored, roots, available } = gathered
  const rows = missing.flatMap(({ index, name, path, size }) => {
    const file = available.get(index)
    return file ? [{ id: service.addFile(file), index, name, relativePath: path, size }] : []
  })
  roots.forEach((root) => service.addRoot(root))
  // Called once this upload is the current one, so that pause and cancel apply to it meanwhile.
  const addRows = async (running: RunningBatch) => {
    for (let at = 0; at < rows.length && !running.isLeft; at += rowsPerAction) {
      const some = rows.slice(at, at + rowsPerAction)
      dispatch(filesAdded(some.map(({ id, name, relativePath, size }) => ({ id, name, relativePath, size }))))
      await yieldToMain()
    }
  }
  const received = stored.map(({ name, path, size, sha256, fileId }) => {
    return { name, relativePath: path, size, fileHash: sha256, fileId }
  })
  dispatch(uploadResumed({ received }))
  const indexOf = new Map(rows.map(({ id, index }) => [id, index]))
  const othersMissing = rows.length < missing.length
  const rest = { batch, indexOf, othersMissing }
  const before = { files: stored.length, bytes: stored.reduce((sum, { size }) => sum + size, 0) }
  await sendFiles(service, store, { ids: rows.map(({ id }) => id), rest, addRows, stored: before })
}

/** Several files may have the same path, since folders of the same name may have been dropped. */
class FilesByPath {
  readonly #files = new Map<string, PersistedFile[]>()

  constructor(files: readonly PersistedFile[]) {
    for (const file of files) {
      const others = this.#files.get(fullPath(file))
      if (others) others.push(file)
      else this.#files.set(fullPath(file), [file])
    }
  }

  /** True if the upload has a file of this path, even if it has changed. */
  knows({ file, path }: FoundFile): boolean {
    return this.#files.has(fullPath({ path, name: file.name }))
  }

  /** Returns the upload's entry for the found file, and removes it. */
  take({ file, path }: FoundFile): PersistedFile | undefined {
    const here = this.#files.get(fullPath({ path, name: file.name }))
    const at = here?.findIndex((one) => isSame(one, file)) ?? -1
    return at < 0 ? undefined : here?.splice(at, 1)[0]
  }
}

const fullPath = ({ path, name }: Pick<PersistedFile, 'path' | 'name'>) => `${path}/${name}`

const isSame = ({ size, lastModified }: PersistedFile, file: File) =>
  file.size === size && file.lastModified === lastModified
