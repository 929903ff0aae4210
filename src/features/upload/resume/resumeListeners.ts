import { isAnyOf } from '@reduxjs/toolkit'
import type { PersistedFile } from '../../../platform/persistedRows.ts'
import { storedAs } from '../../../../core/upload/storedAs.ts'
import { yieldToMain } from '../../../../core/util/timeSlice.ts'
import { t } from '../../../../i18n/t.ts'
import type { UploadService, UploadToResume, StartListening, Store } from '../sending/uploadService.ts'
import type { FoundFile } from '../intake/scanFiles.ts'
import { FileFinder, requestReadPermission } from './fileFinder.ts'
import { showNotification } from '../sending/showNotification.ts'
import { sendAsBatch } from '../sending/sendRows.ts'
import type { BatchControl } from '../sending/batchControl.ts'
import {
  batchEnded,
  batchReleased,
  filesAdded,
  forgetInterruptedRequested,
  fileSearchEnded,
  fileSearchRequested,
  fileSearchStarted,
  uploadResumed,
  interruptedUploadFound,
  resumeInterruptedRequested,
} from '../uploadEvents.ts'
import { selectUpload, uploadStep, takesFiles } from '../uploadSlice.ts'

/**
 * Resumes an upload that a reload or a crash interrupted; see [Note: Uploads that outlive their page]. Its
 * files are reopened from stored handles, or given again by the person. A file matches only by path, size and
 * date; what was read of it is compared by hash before anything new is sealed.
 */

const filesAtOnce = 100
const rowsPerAction = 2000

export function installResumeListeners(startListening: StartListening, service: UploadService): void {
  // Offer the rest of it, or another upload, once nothing is being sent.
  const isOver = isAnyOf(batchEnded, batchReleased)
  startListening({
    predicate: (action, current, previous) =>
      isOver(action) ||
      (selectUpload(current).step === uploadStep.ready && selectUpload(previous).step < uploadStep.ready),
    effect: async (_, api) => {
      // A check that began before the release would find nothing.
      api.cancelActiveListeners()
      await offerInterruptedUpload(service, api, api.signal)
    },
  })
  startListening({
    actionCreator: fileSearchRequested,
    effect: (_, api) => lookForMissingFiles(service, api),
  })
  startListening({
    actionCreator: resumeInterruptedRequested,
    effect: async (_, api) => {
      const opened = await openInterruptedUpload(service, api)
      if (opened) await resumeUpload(service, api, opened)
    },
  })
  startListening({
    actionCreator: forgetInterruptedRequested,
    effect: async (_, api) => {
      const opened = await openInterruptedUpload(service, api)
      if (opened) {
        service.detachUploadToResume()
        api.dispatch(interruptedUploadFound(null))
        await opened.batch.discard()
      }
      await offerInterruptedUpload(service, api)
    },
  })
}

async function offerInterruptedUpload(
  service: UploadService,
  { dispatch, getState }: Store,
  signal?: AbortSignal,
) {
  const { linkToken } = selectUpload(getState())
  const latest = await findInterruptedUpload(service, linkToken)
  // The search leaves out the upload that this page has open, whose files are being gathered: it stays offered.
  if (signal?.aborted || service.hasUploadToResume) return
  if (selectUpload(getState()).linkToken === linkToken) dispatch(interruptedUploadFound(latest))
}

async function findInterruptedUpload(service: UploadService, linkToken: string) {
  try {
    if (!(await service.modules.hasInterruptedUploads())) return null
    const [latest] = await (await service.modules.interruptedUploads()).find(linkToken)
    return latest ?? null
  } catch {
    return null
  }
}

/** Opens the upload that is offered. Returns null, which the page shows, if it is gone. */
async function openInterruptedUpload(
  service: UploadService,
  { dispatch, getState }: Store,
): Promise<UploadToResume | null> {
  const { interrupted } = selectUpload(getState())
  if (!interrupted) return null
  try {
    const opened = await service.openUploadToResume(interrupted.batchId)
    if (opened) return opened
    dispatch(showNotification('info', t('upload.keptElsewhere')))
  } catch {
    dispatch(showNotification('warning', t('upload.keptUnreadable')))
  }
  dispatch(interruptedUploadFound(null))
  return null
}

async function lookForMissingFiles(service: UploadService, store: Store): Promise<void> {
  store.dispatch(fileSearchStarted())
  const opened = await openInterruptedUpload(service, store)
  if (!opened) return
  const { roots, missing, available } = opened
  if (!(await requestReadPermission(roots))) {
    store.dispatch(fileSearchEnded({ found: available.size, problem: { code: 'may-not-read' } }))
    return
  }
  const finder = new FileFinder(roots)
  for (let start = 0; start < missing.length; start += filesAtOnce) {
    const find = async (file: PersistedFile) => {
      const foundFile = await finder.find(file, (candidate) => matchesFile(file, candidate))
      if (foundFile)
        available.set(file.index, {
          file: foundFile.file,
          path: file.path,
          root: Promise.resolve(foundFile.root),
        })
    }
    await Promise.all(missing.slice(start, start + filesAtOnce).map(find))
    await yieldToMain()
  }
  await resumeIfComplete(service, store, opened)
}

/** Takes the files that an interrupted upload misses. @returns the files that do not belong to it */
export async function takeMissingFiles(
  service: UploadService,
  store: Store,
  chosenFiles: FoundFile[],
): Promise<FoundFile[]> {
  const opened = await openInterruptedUpload(service, store)
  if (!opened) return chosenFiles
  const { available } = opened
  const missing = new FilesByPath(opened.missing.filter(({ index }) => !available.has(index)))
  const stored = new FilesByPath(opened.stored)
  const others: FoundFile[] = []
  let belongsToUpload = false
  for (const chosenFile of chosenFiles) {
    const match = missing.take(chosenFile)
    belongsToUpload ||= missing.hasPath(chosenFile) || stored.hasPath(chosenFile)
    if (match) available.set(match.index, chosenFile)
    else if (!stored.take(chosenFile)) others.push(chosenFile)
  }
  if (belongsToUpload) void resumeIfComplete(service, store, opened)
  else if (available.size === 0) service.closeUploadToResume()
  return others
}

async function resumeIfComplete(service: UploadService, store: Store, opened: UploadToResume): Promise<void> {
  const { missing, available } = opened
  const missingCount = withoutMessages(missing).length - available.size
  if (missingCount === 0) return resumeUpload(service, store, opened)
  if (!(await service.isUploadToResume(opened))) return
  store.dispatch(
    fileSearchEnded({ found: available.size, problem: { code: 'not-found', files: missingCount } }),
  )
}

async function resumeUpload(service: UploadService, store: Store, opened: UploadToResume): Promise<void> {
  const { dispatch, getState } = store
  // Another upload may have been opened or begun meanwhile.
  const isStillOpen = await service.isUploadToResume(opened)
  if (!isStillOpen) return
  if (service.running || !takesFiles(selectUpload(getState()))) {
    dispatch(fileSearchEnded({ found: opened.available.size, problem: null }))
    return
  }
  service.detachUploadToResume()
  const { batch, missing, stored, roots, available } = opened
  const rows = missing.flatMap(({ index, name, path, size }) => {
    const availableFile = available.get(index)
    return availableFile
      ? [
          {
            id: service.addFile(availableFile.file, availableFile.root),
            index,
            name,
            relativePath: path,
            size,
          },
        ]
      : []
  })
  roots.forEach((root) => service.addRoot(root))
  // Called once this upload is the current one, so that pause and cancel apply to it meanwhile.
  const addRows = async (running: BatchControl) => {
    for (let start = 0; start < rows.length && !running.isPageLeft; start += rowsPerAction) {
      const slice = rows.slice(start, start + rowsPerAction)
      dispatch(
        filesAdded(slice.map(({ id, name, relativePath, size }) => ({ id, name, relativePath, size }))),
      )
      await yieldToMain()
    }
  }
  const receiptFiles = stored.map(({ name, path, size, sha256, ...row }) => {
    return { name, relativePath: path, size, fileHash: sha256, ...storedAs(row) }
  })
  dispatch(uploadResumed({ receiptFiles }))
  const indexOf = new Map(rows.map(({ id, index }) => [id, index]))
  const othersMissing = rows.length < withoutMessages(missing).length
  const unfinished = { batch, indexOf, othersMissing }
  const storedBefore = { files: stored.length, bytes: stored.reduce((sum, { size }) => sum + size, 0) }
  await sendAsBatch(service, store, {
    ids: rows.map(({ id }) => id),
    unfinished,
    addRows,
    stored: storedBefore,
  })
}

/** What a message said is gone with its page, which the panel says. */
const withoutMessages = (files: readonly PersistedFile[]) => files.filter(({ isText }) => !isText)

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
  hasPath({ file, path }: FoundFile): boolean {
    return this.#files.has(fullPath({ path, name: file.name }))
  }

  /** Returns the upload's entry for the found file, and removes it. */
  take({ file, path }: FoundFile): PersistedFile | undefined {
    const samePath = this.#files.get(fullPath({ path, name: file.name }))
    const candidateIndex = samePath?.findIndex((candidate) => matchesFile(candidate, file)) ?? -1
    return candidateIndex < 0 ? undefined : samePath?.splice(candidateIndex, 1)[0]
  }
}

const fullPath = ({ path, name }: Pick<PersistedFile, 'path' | 'name'>) => `${path}/${name}`

const matchesFile = ({ size, lastModified }: PersistedFile, file: File) =>
  file.size === size && file.lastModified === lastModified
