import { isAnyOf } from '@reduxjs/toolkit'
import { getRecipientKey, getUploadStatus } from '../../../contract/uploads.ts'
import { detail } from '../../../contract/errors.ts'
import { callApi } from '../../api/client.ts'
import { errorMessage, isRefusal, toFailure } from '../../api/errorCatalogue.ts'
import { notify } from '../../store/hooks.ts'
import { type AppDispatch, type RootState, startAppListening } from '../../store/store.ts'
import { transferBegan } from '../../store/transfers.ts'
import type { UploadBatch, UploadEvent, UploadItem } from '../../transfer/uploadTypes.ts'
import { emptyTally, outcomeMessage, type Tally, uploadTexts } from './batchOutcome.ts'
import { ChangeCollector } from './changeCollector.ts'
import { registeredFile, releaseAllBut, releaseFile, resetRegistry } from './fileRegistry.ts'
import { pendingIds, selectBatch, selectCounts, selectFile, selectQueue } from './queueSlice.ts'
import { receiptName, receiptText } from './receipt.ts'
import { rowAt } from './rowBlocks.ts'
import {
  batchCancelled,
  batchEnded,
  batchStarted,
  cancelRequested,
  fileRemoved,
  filesProgressed,
  linkFailed,
  linkLoaded,
  pageLeft,
  pageOpened,
  receiptRequested,
  recipientKeyRefused,
  retryRequested,
  storedFilesLeft,
  uploadRequested,
  waitingFilesRemoved,
} from './uploadEvents.ts'
import { isSending, selectUpload, takesFiles } from './uploadSlice.ts'

/** Notifications of this page close after 4 s. */
const notificationTime = 4000
const retryDelay = 100
const storedFilesStay = 5000
/** Failures of single files that get a notification of their own; all stand at their files. */
const namedFailures = 3

const say: (severity: Parameters<typeof notify>[0], message: string) => void = (severity, message) =>
  notify(severity, message, notificationTime)

startAppListening({
  actionCreator: pageOpened,
  effect: async ({ payload: { linkToken } }, { dispatch, signal }) => {
    resetRegistry()
    if (linkToken.trim() === '') {
      dispatch(linkFailed({ message: uploadTexts.tokenMissing, mayPass: false }))
      return
    }
    try {
      const link = await callApi(getUploadStatus, { params: { link_token: linkToken }, signal })
      if (link.requires_password || link.requires_email) {
        dispatch(linkFailed({ message: detail.gateClosed, mayPass: false }))
      } else dispatch(linkLoaded(link))
    } catch (error) {
      const failure = toFailure(error)
      const mayPass = failure.status === null || failure.status >= 500 || failure.status === 429
      const message = mayPass || isRefusal(failure) ? failure.message : (failure.detail ?? '')
      // A token that no link can have is refused for its form; to a person that is the same.
      const unknown = failure.status === 422 || message === ''
      dispatch(linkFailed({ message: unknown ? uploadTexts.linkInvalid : message, mayPass }))
    }
  },
})

interface Store {
  dispatch: AppDispatch
  getState: () => RootState
}

/** The upload under way, if any: one page sends one batch at a time. */
let running: AbortController | null = null

startAppListening({
  actionCreator: pageLeft,
  effect: () => {
    running?.abort()
    resetRegistry()
  },
})

startAppListening({ actionCreator: cancelRequested, effect: () => running?.abort() })

startAppListening({
  actionCreator: uploadRequested,
  effect: async (_, api) => {
    const state = api.getState()
    if (isSending(selectUpload(state))) say('info', uploadTexts.alreadyRunning)
    else if (selectCounts(state).pending === 0) say('info', uploadTexts.nothingPending)
    else if (takesFiles(selectUpload(state))) await sendPending(api)
  },
})

async function sendPending({ dispatch, getState }: Store): Promise<void> {
  const { linkToken, checkTypes } = selectUpload(getState())
  const controller = new AbortController()
  running = controller
  const ids = pendingIds(selectQueue(getState()))
  const ended = transferBegan()
  const collector = new ChangeCollector((changes, bytesPerSecond) => {
    if (!controller.signal.aborted) dispatch(filesProgressed({ changes, bytesPerSecond }))
  })
  dispatch(batchStarted())
  try {
    const recipientKey = await loadRecipientKey(linkToken, controller.signal)
    if (typeof recipientKey === 'string') {
      dispatch(recipientKeyRefused(recipientKey))
      say('error', recipientKey)
      return
    }
    const { rows } = selectQueue(getState())
    const items = ids.flatMap((id): UploadItem[] => {
      const file = registeredFile(id)
      const row = rowAt(rows, id)
      return file && row ? [{ id: String(id), file, name: row.name, path: row.relativePath }] : []
    })
    const tell = failureTeller(getState)
    await sendItems({ linkToken, recipientKey, checkTypes, items, signal: controller.signal }, (event) => {
      if (controller.signal.aborted) return
      collector.add(event)
      tell(event)
    })
    collector.flush()
    const tally = tallyOf(getState())
    dispatch(batchEnded(tally))
    const { severity, text } = outcomeMessage(tally)
    say(severity, text)
  } catch (error) {
    if (!controller.signal.aborted) {
      // The engine reports whatever happens to a file as that file's end; this is the page itself that failed.
      controller.abort()
      say('error', `${uploadTexts.callFailed}: ${errorMessage(error)}`)
    }
    dispatch(batchCancelled())
  } finally {
    collector.close()
    ended()
    if (running === controller) running = null
  }
}

/** The key to seal to, or the sentence that says why there is none. @throws the signal's reason */
async function loadRecipientKey(linkToken: string, signal: AbortSignal): Promise<CryptoKey | string> {
  try {
    const [{ importRecipientKey, fromBase64 }, { public_key_spki }] = await Promise.all([
      import('../../crypto/index.ts'),
      callApi(getRecipientKey, { params: { link_token: linkToken }, signal }),
    ])
    if (public_key_spki === '') return uploadTexts.keyMissing
    return await importRecipientKey(fromBase64(public_key_spki))
  } catch (error) {
    signal.throwIfAborted()
    const { detail: said, message } = toFailure(error)
    return said === detail.recipientKeyMissing
      ? uploadTexts.keyMissing
      : `Failed to load encryption key: ${message}`
  }
}

/** Loads the engine and lets it send. Rejects as soon as the signal aborts, whatever the workers are doing then. */
async function sendItems(
  sending: Omit<UploadBatch, 'onEvent'>,
  onEvent: UploadBatch['onEvent'],
): Promise<void> {
  const { signal } = sending
  const [{ runUpload }, { WorkerPool }] = await Promise.all([
    import('../../transfer/uploadPipeline.ts'),
    import('../../transfer/workerPool.ts'),
  ])
  signal.throwIfAborted()
  const pool = new WorkerPool()
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError'))),
  )
  try {
    await Promise.race([runUpload({ ...sending, onEvent }, pool), aborted])
  } finally {
    pool.close()
  }
}

/** Notifications for what goes wrong on the way: the first few files by name, the rest in one sentence. */
function failureTeller(getState: () => RootState): (event: UploadEvent) => void {
  let failures = 0
  let sending = false
  let toldOfSome = false
  return (event) => {
    if (event.type === 'statusChanged' && event.status === 'uploading') sending = true
    if (event.type === 'failed' && event.stage === 'processing') {
      failures++
      const name = selectFile(getState(), Number(event.id))?.name ?? ''
      if (failures <= namedFailures) say('error', `Processing failed for ${name}: ${event.error}`)
    }
    if (failures > 0 && sending && !toldOfSome) {
      toldOfSome = true
      say('warning', uploadTexts.someFailedProcessing)
    }
  }
}

function tallyOf(state: RootState): Tally {
  const batch = selectBatch(state)
  const tally = emptyTally(batch.files)
  const { succeeded, storedBytes, failedProcessing, failedRequest, requestError, failedServer, unreported } =
    batch
  return {
    ...tally,
    ...{ succeeded, storedBytes, failedProcessing, failedRequest, requestError, failedServer, unreported },
  }
}

startAppListening({
  actionCreator: retryRequested,
  effect: async (_, api) => {
    if (selectCounts(api.getOriginalState()).error === 0) {
      say('info', uploadTexts.nothingToRetry)
      return
    }
    await api.delay(retryDelay)
    if (takesFiles(selectUpload(api.getState()))) api.dispatch(uploadRequested())
  },
})

/** Stored files leave the list 5 s after their batch, unless another is under way: then 5 s after that one. */
startAppListening({
  matcher: isAnyOf(batchEnded, batchCancelled),
  effect: async (_, api) => {
    api.cancelActiveListeners()
    await api.delay(storedFilesStay)
    if (isSending(selectUpload(api.getState()))) return
    api.dispatch(storedFilesLeft())
    releaseAllBut(selectQueue(api.getState()).order)
  },
})

startAppListening({ actionCreator: fileRemoved, effect: ({ payload: id }) => releaseFile(id) })
startAppListening({
  actionCreator: waitingFilesRemoved,
  effect: (_, api) => releaseAllBut(selectQueue(api.getState()).order),
})

startAppListening({
  actionCreator: receiptRequested,
  effect: (_, api) => {
    const files = selectQueue(api.getState()).received.flat()
    if (files.length === 0) {
      say('info', uploadTexts.noReceipt)
      return
    }
    const now = new Date()
    const text = receiptText(files, now, selectUpload(api.getState()).title)
    saveText(receiptName(now), text)
  },
})

function saveText(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
