import type { UploadStatus } from '../../../contract/schemas/uploads.ts'
import { shownText } from '../../../contract/shownText.ts'
import { faultText } from '../../../i18n/errorText.ts'
import type { UploadEvent } from '../../../core/upload/messages.ts'
import type { Place, Plan } from '../../../core/upload/state.ts'
import { t } from '../../../i18n/t.ts'
import { originKeyOf } from '../../../core/upload/linkFragment.ts'
import type { UploadService, Store } from './uploadService.ts'
import { gateClosed } from './passedGates.ts'
import { said } from './say.ts'
import type { Sending } from './sendingState.ts'
import type { Unfinished } from './unfinishedBatches.ts'
import { connectionChanged, filesProgressed } from './uploadEvents.ts'
import { selectUpload } from './uploadSlice.ts'

/** A row that is sent. */
export interface SentFile {
  id: number
  file: File
  name: string
  path: string
  size: number
}

interface Batch {
  sending: Sending
  files: readonly SentFile[]
  unfinished: Unfinished
  recipient: CryptoKey
}

/** Failures of single files that get a notification of their own; all stand at their files. */
const namedFailures = 3

/** Resolves when every file has ended. @throws the signal's reason, and where the page itself has failed */
export async function runBatch(service: UploadService, store: Store, batch: Batch): Promise<void> {
  const { dispatch, getState } = store
  const { sending, files, recipient } = batch
  const { batch: kept } = batch.unfinished
  const { runUpload, Progress, newWorkers, calls, clock } = await service.parts.engine()
  const { linkToken, checkTypes } = selectUpload(getState())
  const originSecret = service.originSecrets.get(linkToken)
  const originKey = originSecret === undefined ? null : await originKeyOf(originSecret)
  sending.signal.throwIfAborted()
  const workers = newWorkers()
  const plan = planOf(batch, workers.size)
  const fileAt = (place: Place) => found(files[place])
  const progress = new Progress(plan.files, (changes, pace) => {
    const ofRows = changes.map(({ file, ...change }) => ({ ...change, id: fileAt(file).id }))
    dispatch(filesProgressed({ changes: ofRows, pace }))
  })
  let asks: UploadStatus | null = null
  const tell = failureTeller(store, (place) => fileAt(place).name)
  const run = runUpload(
    plan,
    {
      workers,
      head: { recipient, batchId: kept.batchId, checkTypes, originKey, answers: kept.head.answers ?? null },
      file: (place) => fileAt(place).file,
      names: (place) => ({
        ...wellFormed(fileAt(place)),
        ...{ batch: kept.batchId, index: found(plan.files[place]).index, count: kept.head.files },
      }),
      calls: calls(linkToken, (link) => (asks = link)),
      journal: kept,
      clock: clock(),
    },
    (event) => {
      tell(event)
      if (event.type === 'connection') dispatch(connectionChanged({ lost: event.isLost }))
      // Said by the run, which says nothing any more once somebody has stopped it.
      else if (event.type === 'gate' && event.isClosed && asks) gateClosed(store, asks)
      else if ('file' in event) progress.add(event)
    },
  )
  try {
    await sending.runs(run)
  } finally {
    // What came before somebody stopped it has come; of a page that goes nobody wants to know.
    if (sending.isCancelled || !sending.signal.aborted) progress.flush()
    else progress.close()
  }
}

function planOf({ files, unfinished: { batch, indexOf } }: Batch, threads: number): Plan {
  const planned = files.map(({ id, size }) => ({ index: found(indexOf.get(id)), size }))
  const records = planned.flatMap(({ index }, place) => {
    const record = batch.record(index)
    return record ? [[place, record] as const] : []
  })
  return { files: planned, records: new Map(records), threads }
}

/** Forms cannot carry lone surrogates; the manifest must say what the server will have received. */
const wellFormed = ({ name, path }: SentFile) => ({ name: name.toWellFormed(), path: path.toWellFormed() })

/** The engine names no place, and a batch no row, that is not among its own. */
function found<T>(one: T | undefined): T {
  if (one === undefined) throw new Error('A file was named that is not being sent.')
  return one
}

/** Notifications for what goes wrong on the way: the first few files by name, the rest in one sentence. */
function failureTeller({ dispatch }: Store, nameAt: (place: Place) => string): (event: UploadEvent) => void {
  let failures = 0
  let isSent = false
  let toldOfSome = false
  return (event) => {
    if (event.type === 'status' && event.status === 'uploading') isSent = true
    if (event.type === 'failed' && event.stage === 'processing' && ++failures <= namedFailures) {
      const name = shownText(nameAt(event.file))
      dispatch(said('error', t('upload.processingFailed', { name, reason: faultText(event.fault) })))
    }
    if (failures > 0 && isSent && !toldOfSome) {
      toldOfSome = true
      dispatch(said('warning', t('upload.someFailedProcessing')))
    }
  }
}
