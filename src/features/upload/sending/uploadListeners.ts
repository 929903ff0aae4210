import { type Action, isAnyOf } from '@reduxjs/toolkit'
import { callApi } from '../../../api/client.ts'
import { fault } from '../../../../core/faults/fault.ts'
import type { LinkInput } from '../../../../core/link/step.ts'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import { isAuthRefusal } from '../../../../core/faults/faultKinds.ts'
import { mayBeRetried, mayHaveSucceeded } from '../../../../core/faults/retries.ts'
import { errorText } from '../../../../i18n/errorText.ts'
import { loadTexts } from '../../../../i18n/language.ts'
import { t } from '../../../../i18n/t.ts'
import { saveTextFile } from '../../../platform/saveBlob.ts'
import { parseSenderFields } from '../answers/parseSenderFields.ts'
import { UploadService, type StartListening, type Store } from './uploadService.ts'
import { FileFinder } from '../resume/fileFinder.ts'
import { installResumeListeners } from '../resume/resumeListeners.ts'
import { installUploadIndicators } from './uploadIndicators.ts'
import { lazyModules, type UploadModules } from './uploadModules.ts'
import type { QueuedFile } from '../queue/queue.ts'
import { unsentFailedRows, pendingIds, selectCounts, selectFile, selectQueue } from '../queue/queueSlice.ts'
import { startPreparation } from './startPreparation.ts'
import { showNotification } from './showNotification.ts'
import { sendRows } from './sendRows.ts'
import * as events from '../uploadEvents.ts'
import { isAtGate, isSending, selectIsSending, selectUpload, takesFiles } from '../uploadSlice.ts'

const retryDelay = 100
const storedFilesDelay = 5000

const isBatchOver = isAnyOf(events.batchEnded, events.batchCancelled)

const isGatePassed = (action: Action): boolean =>
  events.linkStepped.match(action) &&
  action.payload.type === 'accepted' &&
  (action.payload.call === 'password' || action.payload.call === 'code')

/** Registers the listeners of the upload page. @returns the state of the page outside the store */
export function installUploadListeners(
  startListening: StartListening,
  modules: UploadModules = lazyModules(),
): UploadService {
  const service = new UploadService(modules)
  installLinkListeners(startListening, service)
  installSendListeners(startListening, service)
  installControlListeners(startListening, service)
  installReleaseListeners(startListening, service)
  installReceiptListener(startListening)
  installResumeListeners(startListening, service)
  installUploadIndicators(startListening)
  return service
}

function installLinkListeners(startListening: StartListening, service: UploadService) {
  startListening({
    actionCreator: events.pageOpened,
    effect: async ({ payload: { linkToken, keepsFiles } }, { dispatch, signal }) => {
      if (!keepsFiles) service.reset()
      if (linkToken.trim() === '') {
        dispatch(events.linkStepped({ type: 'failed', fault: fault('upload-token-missing') }))
        return
      }
      try {
        const link = await callApi('getUploadStatus', { params: { link_token: linkToken }, signal })
        dispatch(events.linkLoaded({ ...link, sender_fields: await parseSenderFields(link.sender_fields) }))
      } catch (error) {
        dispatch(events.linkStepped(failureOfLink(error)))
      }
    },
  })
  // The capacity is known past the gates, and changes with each batch.
  startListening({
    predicate: (action) => isGatePassed(action) || isBatchOver(action),
    effect: async (action, store) => {
      const { linkToken, remainingCapacity } = selectUpload(store.getState())
      if (remainingCapacity === null && isBatchOver(action)) return
      try {
        const params = { link_token: linkToken }
        const link = await callApi('getUploadStatus', { params, signal: store.signal })
        if (selectUpload(store.getState()).linkToken === linkToken)
          store.dispatch(events.capacityKnown(link.room_left))
      } catch {
        // The upload itself reports when the capacity is exceeded.
      }
    },
  })
  startListening({ actionCreator: events.pageLeft, effect: () => service.reset() })
}

function failureOfLink(error: unknown): LinkInput {
  const why = faultOf(error)
  if (why.code === 'fields-refused') return { type: 'failed', fault: why }
  const { status, said } = why
  // A malformed token is refused with 422, which the visitor sees as an unknown link.
  const isUnknown =
    status === 422 ||
    (said === undefined && ![mayBeRetried, mayHaveSucceeded, isAuthRefusal].some((is) => is(why)))
  return { type: 'refused', call: 'status', fault: isUnknown ? fault('linkInvalid', { status }) : why }
}

function installSendListeners(startListening: StartListening, service: UploadService) {
  startListening({ actionCreator: events.filesAdded, effect: (_, api) => startPreparation(service, api) })
  startListening({
    actionCreator: events.uploadRequested,
    effect: async (_, api) => {
      const state = api.getState()
      if (isSending(selectUpload(state))) api.dispatch(showNotification('info', t('upload.alreadyRunning')))
      else if (selectCounts(state).pending === 0)
        api.dispatch(showNotification('info', t('upload.nothingPending')))
      else if (takesFiles(selectUpload(state))) await sendRows(service, api, pendingIds(selectQueue(state)))
    },
  })
  startListening({
    actionCreator: events.retryRequested,
    effect: async (_, api) => {
      const previousQueue = selectQueue(api.getOriginalState())
      if (previousQueue.counts.error === 0) {
        api.dispatch(showNotification('info', t('upload.nothingToRetry')))
        return
      }
      await Promise.all([
        api.delay(retryDelay),
        replaceChangedFiles(service, api, unsentFailedRows(previousQueue)),
      ])
      if (takesFiles(selectUpload(api.getState()))) api.dispatch(events.uploadRequested())
    },
  })
}

/** A retry sends the current version of the file, where the browser lets the page read it. */
async function replaceChangedFiles(
  service: UploadService,
  { dispatch }: Store,
  rows: readonly QueuedFile[],
): Promise<void> {
  const finders = new Map<FileSystemHandle, FileFinder>()
  const renewed: { id: number; size: number }[] = []
  for (const { id, name, relativePath } of rows) {
    // Other roots may have another file of this name, even one that was removed from the list.
    const root = await service.rootOf(id)
    if (!root) continue
    const finder = finders.get(root) ?? new FileFinder([root])
    finders.set(root, finder)
    const foundFile = await finder.find({ name, path: relativePath }, () => true)
    if (!foundFile) continue
    service.replaceFile(id, foundFile.file)
    renewed.push({ id, size: foundFile.file.size })
  }
  if (renewed.length > 0) dispatch(events.fileSizesChanged(renewed))
}

function installControlListeners(startListening: StartListening, service: UploadService) {
  startListening({ actionCreator: events.cancelRequested, effect: () => service.running?.cancel() })
  startListening({ actionCreator: events.pauseRequested, effect: () => service.running?.pause() })
  startListening({ actionCreator: events.continueRequested, effect: () => service.running?.resume() })
  startListening({
    predicate: (_, current, previous) =>
      isAtGate(selectUpload(previous)) && !isAtGate(selectUpload(current)) && selectIsSending(current),
    effect: () => service.running?.passGate(),
  })
}

function installReleaseListeners(startListening: StartListening, service: UploadService) {
  // Remove stored files from the list 5 s after their batch, or after the next one if that has begun.
  startListening({
    matcher: isBatchOver,
    effect: async (_, api) => {
      api.cancelActiveListeners()
      await api.delay(storedFilesDelay)
      if (selectIsSending(api.getState())) return
      api.dispatch(events.storedFilesRemoved())
      service.releaseFilesExcept(selectQueue(api.getState()).rowIds)
    },
  })
  startListening({
    matcher: isAnyOf(events.fileRemoved, events.refusedFilesRemoved, events.waitingFilesRemoved),
    effect: async (_, api) => {
      service.releaseFilesExcept(selectQueue(api.getState()).rowIds)
      await service.unfinished.discardRemoved((id) => selectFile(api.getState(), id) !== null)
    },
  })
}

function installReceiptListener(startListening: StartListening) {
  startListening({
    actionCreator: events.receiptRequested,
    effect: async (_, api) => {
      const files = selectQueue(api.getState()).receiptFiles.flat()
      if (files.length === 0) {
        api.dispatch(showNotification('info', t('upload.noReceipt')))
        return
      }
      const now = new Date()
      try {
        // Loaded with the file list: nothing needs it before a file is chosen.
        const [{ receiptName, receiptText }] = await Promise.all([
          import('../../../../i18n/receiptText.ts'),
          loadTexts('uploadLater'),
        ])
        const text = receiptText(files, now, selectUpload(api.getState()))
        saveTextFile(receiptName(now), 'text/plain;charset=utf-8', text)
      } catch (error) {
        api.dispatch(showNotification('error', errorText(error)))
      }
    },
  })
}
