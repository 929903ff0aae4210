import type { Dispatch } from '@reduxjs/toolkit'
import { detail } from '../../../contract/errors.ts'
import { shownText } from '../../../contract/shownText.ts'
import { callApi } from '../../api/client.ts'
import { errorMessage } from '../../api/errorCatalogue.ts'
import { type RootState, startAppListening } from '../../store/store.ts'
import { transferBegan } from '../../store/transfers.ts'
import type { KeptBatch } from '../../transfer/keptUploads.ts'
import { arrivedBytes } from '../../transfer/uploadJournal.ts'
import { isFinal } from '../../transfer/verdictTexts.ts'
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
  arrivalsKnown,
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
import { type Portion, portionsOf, remember, take, type Unfinished } from './unfinishedBatches.ts'
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

/** Sends rows of the queue: what is left of batches of before, then what is new as a batch of its own. */
export async function sendRows(store: Store, ids: readonly number[]): Promise<void> {
  for (const portion of portionsOf(ids)) if (!(await sendFiles(store, portion))) return
}

/**
 * Sends these rows, as a new batch or as the rest of one of before. What comes to no end is remembered.
 * @returns whether others may follow: nobody and nothing has stopped it
 */
export async function sendFiles({ dispatch, getState }: Store, { ids, rest }: Portion): Promise<boolean> {
  if (rest) take(rest)
  const { linkToken, checkTypes } = selectUpload(getState())
  const sending: Sending = { controller: new AbortController(), cancelled: false, run: null }
  const { signal } = sending.controller
  running = sending
  const ended = transferBegan()
  const isLeft = () => signal.aborted && !sending.cancelled
  const collector = new ChangeCollector((changes, bytesPerSecond) => {
    if (!isLeft()) dispatch(filesProgressed({ changes, bytesPerSecond }))
  })
  const { rows } = selectQueue(getState())
  const files = ids.flatMap((id) => {
    const file = registeredFile(id)
    const row = rowAt(rows, id)
    return file && row ? [{ id, file, name: row.name, path: row.relativePath }] : []
  })
  dispatch(batchStarted({ files: files.length, bytes: files.reduce((sum, { file }) => sum + file.size, 0) }))
  const indexOf = rest?.indexOf ?? new Map(files.map(({ id }, position) => [id, position]))
  let batch: KeptBatch | undefined = rest?.batch
  try {
    const recipient = await loadRecipient({ dispatch, getState }, signal)
    if (!recipient) return false
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
            return { ...item, id: String(id), index: indexOf.get(id) ?? position }
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
    const tally = tallyOf(getState())
    dispatch(batchEnded(tally))
    const { severity, text } = outcomeMessage(tally)
    say(severity, text)
    return true
  } catch (error) {
    collector.flush()
    if (error instanceof Error && error.name === 'GateClosedError') {
      const status = await askForGates(linkToken)
      say('info', `${detail.gateClosed} ${uploadTexts.nothingLost}`)
      if (status && !isLeft()) dispatch(gateLapsed(status))
    } else if (!signal.aborted) {
      // The engine reports whatever happens to a file as that file's end; this is the page itself that failed.
      sending.controller.abort()
      say('error', `${uploadTexts.callFailed}: ${errorMessage(error)}`)
    }
    dispatch(batchCancelled({ wanted: sending.cancelled }))
    return false
  } finally {
    collector.close()
    ended()
    if (running === sending) running = null
    if (sending.cancelled) await batch?.forget().catch(() => undefined)
    else if (batch) {
      const othersMissing = rest?.othersMissing ?? false
      await leave({ dispatch, getState }, { batch, indexOf, othersMissing }, isLeft())
    }
  }
}

/** What becomes of a batch that has stopped: it is over, or remembered for whoever sends the rest of its rows. */
async function leave({ dispatch, getState }: Store, one: Unfinished, isLeft: boolean): Promise<void> {
  const { batch, othersMissing } = one
  const rows = [...one.indexOf].map(([id, index]) => ({ id, index, row: selectFile(getState(), id) }))
  const open = rows.filter(({ row }) => row && row.status !== 'success' && !isFinal(row.error ?? ''))
  if (isLeft || (open.length === 0 && othersMissing)) batch.release()
  else if (open.length === 0) await batch.finish().catch(() => undefined)
  else {
    remember({ batch, indexOf: new Map(open.map(({ id, index }) => [id, index])), othersMissing })
    const arrivals = open.flatMap(({ id, index }) => {
      const record = batch.record(index)
      return record ? [{ id, arrivedBytes: arrivedBytes(record) }] : []
    })
    dispatch(arrivalsKnown(arrivals))
  }
}

/** Null when there is none, or none yet: the page says so. @throws the signal's reason */
async function loadRecipient({ dispatch, getState }: Store, signal: AbortSignal): Promise<Recipient | null> {
  const { linkToken, keyFingerprint } = selectUpload(getState())
  // Without an answer the upload itself finds out.
  const asked = askForGates(linkToken, signal)
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

const askForGates = (linkToken: string, signal?: AbortSignal) =>
  callApi('getUploadStatus', { params: { link_token: linkToken }, signal }).catch(() => null)

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
