import type { Dispatch } from '@reduxjs/toolkit'
import { detail } from '../../../contract/errors.ts'
import { shownText } from '../../../contract/shownText.ts'
import { callApi } from '../../api/client.ts'
import { errorMessage } from '../../api/errorCatalogue.ts'
import { type RootState, startAppListening } from '../../store/store.ts'
import { transferBegan } from '../../store/transfers.ts'
import type { KeptBatch } from '../../transfer/keptUploads.ts'
import type { UploadRun } from '../../transfer/uploadPipeline.ts'
import type { UploadEvent, UploadItem } from '../../transfer/uploadTypes.ts'
import { emptyTally, outcomeMessage, type Tally } from './batchOutcome.ts'
import { ChangeCollector } from './changeCollector.ts'
import { registeredFile, registeredRoots, resetRegistry } from './fileRegistry.ts'
import { selectBatch, selectFile, selectQueue } from './queueSlice.ts'
import { fetchRecipient, NoRecipientError, type Recipient } from './recipientKey.ts'
import { rowAt } from './rowBlocks.ts'
import { say } from './say.ts'
import {
  batchCancelled,
  batchEnded,
  batchStarted,
  cancelRequested,
  connectionChanged,
  continueRequested,
  filesProgressed,
  gateLapsed,
  pageLeft,
  pauseRequested,
  recipientKeyRefused,
  recipientKnown,
} from './uploadEvents.ts'
import { selectUpload } from './uploadSlice.ts'
import { uploadTexts } from './uploadTexts.ts'

/** Failures of single files that get a notification of their own; all stand at their files. */
const namedFailures = 3

export interface Store {
  dispatch: Dispatch
  getState: () => RootState
}

/** The upload under way, if any: one page sends one batch at a time. */
interface Sending {
  controller: AbortController
  /** The person wants it no more; without it the page goes, and the batch may be gone on with. */
  cancelled: boolean
  run: UploadRun | null
}
let running: Sending | null = null

startAppListening({
  actionCreator: pageLeft,
  effect: () => {
    running?.controller.abort()
    resetRegistry()
  },
})
startAppListening({
  actionCreator: cancelRequested,
  effect: () => {
    if (!running) return
    running.cancelled = true
    running.controller.abort()
  },
})
startAppListening({ actionCreator: pauseRequested, effect: () => running?.run?.pause() })
startAppListening({ actionCreator: continueRequested, effect: () => running?.run?.resume() })

/** A batch of before, and which of its files a row is. */
export interface GoingOn {
  batch: KeptBatch
  indexOf: ReadonlyMap<number, number>
  /** Files of it that are not at hand: it stays when these rows are through. */
  othersMissing: boolean
}

/** Sends these rows of the queue, as a new batch or as the rest of one of before. */
export async function sendFiles(
  { dispatch, getState }: Store,
  ids: number[],
  goingOn?: GoingOn,
): Promise<void> {
  const { linkToken, checkTypes } = selectUpload(getState())
  const sending: Sending = { controller: new AbortController(), cancelled: false, run: null }
  const { signal } = sending.controller
  running = sending
  const ended = transferBegan()
  const collector = new ChangeCollector((changes, bytesPerSecond) => {
    if (!signal.aborted) dispatch(filesProgressed({ changes, bytesPerSecond }))
  })
  const { rows } = selectQueue(getState())
  const files = ids.flatMap((id) => {
    const file = registeredFile(id)
    const row = rowAt(rows, id)
    return file && row ? [{ id, file, name: row.name, path: row.relativePath }] : []
  })
  dispatch(batchStarted({ files: files.length, bytes: files.reduce((sum, { file }) => sum + file.size, 0) }))
  let batch: KeptBatch | undefined = goingOn?.batch
  let mayGoOn = true
  try {
    const recipient = await loadRecipient({ dispatch, getState }, signal)
    if (!recipient) return
    const { b64u } = recipient.fingerprint
    dispatch(recipientKnown(b64u))
    const engine = await loadEngine()
    signal.throwIfAborted()
    await batch?.dropSealedToOthers(b64u)
    batch ??= await engine.KeptBatch.begin(
      engine.toBase64Url(engine.randomBytes(16)),
      { linkToken, roots: registeredRoots() },
      files.map(({ file: { size, lastModified }, name, path }) => ({ name, path, size, lastModified })),
    )
    signal.throwIfAborted()
    const tell = failureTeller(getState)
    const pool = engine.WorkerPool.forUploads()
    try {
      sending.run = new engine.UploadRun(
        {
          linkToken,
          recipientKey: recipient.key,
          checkTypes,
          batchId: batch.batchId,
          count: batch.head.files,
          items: files.map(({ id, ...item }, position): UploadItem => {
            return { ...item, id: String(id), index: goingOn?.indexOf.get(id) ?? position }
          }),
          journal: batch,
          signal,
          onEvent: (event) => {
            if (signal.aborted) return
            collector.add(event)
            tell(event)
          },
          onConnection: (lost) => dispatch(connectionChanged({ lost })),
        },
        pool,
      )
      if (selectUpload(getState()).paused) sending.run.pause()
      await untilAborted(sending.run.run(), signal)
    } finally {
      pool.close()
    }
    collector.flush()
    mayGoOn = goingOn?.othersMissing ?? false
    const tally = tallyOf(getState())
    dispatch(batchEnded(tally))
    const { severity, text } = outcomeMessage(tally)
    say(severity, text)
  } catch (error) {
    if (!signal.aborted) {
      // The engine reports whatever happens to a file as that file's end; this is the page itself that failed.
      sending.controller.abort()
      say('error', `${uploadTexts.callFailed}: ${errorMessage(error)}`)
    }
    dispatch(batchCancelled())
  } finally {
    collector.close()
    ended()
    if (running === sending) running = null
    if (sending.cancelled) await batch?.forget().catch(() => undefined)
    else if (mayGoOn) batch?.release()
    else await batch?.finish().catch(() => undefined)
  }
}

/** Null when there is none, or none yet: the page says so. @throws the signal's reason */
async function loadRecipient({ dispatch, getState }: Store, signal: AbortSignal): Promise<Recipient | null> {
  const { linkToken, keyFingerprint } = selectUpload(getState())
  // Without an answer the upload itself finds out.
  const asked = callApi('getUploadStatus', { params: { link_token: linkToken }, signal }).catch(() => null)
  try {
    const recipient = await fetchRecipient({ linkToken, keyFingerprint }, signal)
    const status = await asked
    if (!status?.requires_password && !status?.requires_email) return recipient
    say('info', detail.gateClosed)
    dispatch(gateLapsed(status))
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof NoRecipientError)) throw error
    dispatch(recipientKeyRefused(error.message))
    say('error', error.message)
  }
  return null
}

async function loadEngine() {
  const [{ UploadRun }, { WorkerPool }, { KeptBatch }, { randomBytes, toBase64Url }] = await Promise.all([
    import('../../transfer/uploadPipeline.ts'),
    import('../../transfer/workerPool.ts'),
    import('../../transfer/keptUploads.ts'),
    import('../../crypto/index.ts'),
  ])
  return { UploadRun, WorkerPool, KeptBatch, randomBytes, toBase64Url }
}

/** Rejects as soon as the signal aborts, whatever the workers are doing then. */
function untilAborted(run: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError'))),
  )
  return Promise.race([run, aborted])
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
      if (failures <= namedFailures) say('error', `Processing failed for ${shownText(name)}: ${event.error}`)
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
