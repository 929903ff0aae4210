import { folderOfOwnUpload } from '../../../../contract/ownUpload.ts'
import type { UploadStatus } from '../../../../contract/schemas/uploads.ts'
import { shownText } from '../../../../contract/shownText.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import type { UploadEvent } from '../../../../core/upload/messages.ts'
import type { PlanIndex, UploadPlan } from '../../../../core/upload/state.ts'
import { t } from '../../../../i18n/t.ts'
import { checkServerReachable, reportTransfer } from '../../../api/connectivity.ts'
import { originKeyOf } from '../../../../core/upload/uploadLinkFragment.ts'
import type { UploadService, Store } from './uploadService.ts'
import { showLapsedGate } from '../link/gateThunks.ts'
import { showNotification } from './showNotification.ts'
import type { BatchControl } from './batchControl.ts'
import type { UnfinishedBatch } from '../resume/unfinishedBatches.ts'
import { connectionChanged, filesProgressed } from '../uploadEvents.ts'
import { selectUpload } from '../uploadSlice.ts'

export interface FileToSend {
  id: number
  file: File
  name: string
  path: string
  size: number
  isText?: boolean
}

interface BatchToRun {
  running: BatchControl
  files: readonly FileToSend[]
  unfinished: UnfinishedBatch
  recipient: CryptoKey
}

/** Maximum number of failures with a notification of their own; all are shown in their rows. */
const maxNamedFailures = 3

/**
 * Sends a batch and resolves when every file has ended.
 * @throws the signal's reason, or an error of the page itself
 */
export async function runBatch(service: UploadService, store: Store, batch: BatchToRun): Promise<void> {
  const { dispatch, getState } = store
  const { running, files, recipient } = batch
  const { batch: persisted } = batch.unfinished
  const engine = await service.modules.engine()
  const { runUpload, UploadProgress, newSealingWorkers, pageUploadCalls, pageClock } = engine
  const { linkToken, checkTypes, privateNames } = selectUpload(getState())
  const originSecret = service.originSecrets.get(linkToken)
  const originKey = originSecret === undefined ? null : await originKeyOf(originSecret)
  // By the token of the address, never by what a server answers; own uploads use the remembered link.
  const isOwn = folderOfOwnUpload(linkToken) !== null
  const linkTag = isOwn ? (service.ownLinkTags.get(linkToken) ?? null) : await engine.uploadLinkTag(linkToken)
  running.signal.throwIfAborted()
  const workers = service.preparation.takeWorkers() ?? newSealingWorkers()
  const plan = planOf(batch, workers.size)
  const fileAt = (planIndex: PlanIndex) => assertKnown(files[planIndex])
  const progress = new UploadProgress(plan.files, (changes, pace) => {
    const rowChanges = changes.map(({ file, ...change }) => ({ ...change, id: fileAt(file).id }))
    dispatch(filesProgressed({ changes: rowChanges, pace }))
  })
  let linkStatus: UploadStatus | null = null
  const notifyOfFailure = failureNotifier(store, (planIndex) => fileAt(planIndex).name)
  const run = runUpload(
    plan,
    {
      workers,
      settings: {
        recipient,
        batchId: persisted.batchId,
        checkTypes,
        originKey,
        linkTag,
        // As it was begun, or stricter.
        privateNames: privateNames !== null || persisted.head.privateNames === true,
        answers: persisted.head.answers ?? null,
      },
      file: (planIndex) => fileAt(planIndex).file,
      manifestDraft: (planIndex) => ({
        ...wellFormed(fileAt(planIndex)),
        batch: persisted.batchId,
        index: assertKnown(plan.files[planIndex]).index,
        count: persisted.head.files,
        ...(fileAt(planIndex).isText && { text: 1 }),
      }),
      calls: pageUploadCalls(linkToken, (link) => (linkStatus = link)),
      journal: persisted,
      clock: pageClock(),
    },
    (event) => {
      notifyOfFailure(event)
      if (event.type === 'connection') {
        dispatch(connectionChanged({ lost: event.server !== 'reachable' }))
        reportTransfer(running, event.server === 'replaced')
        // Workers cannot tell a network that wants a sign-in from none.
        if (event.server === 'unreachable') void checkServerReachable()
      }
      // Reported by the run, which reports nothing more once it is stopped.
      else if (event.type === 'gate' && event.isClosed && linkStatus) dispatch(showLapsedGate(linkStatus))
      else if ('file' in event) progress.add(event)
    },
  )
  try {
    await running.attachUntilEnd(run)
  } finally {
    reportTransfer(running, false)
    // Report what arrived before the stop, unless the page is being left.
    if (running.isCancelled || !running.signal.aborted) progress.flush()
    else progress.close()
  }
}

function planOf({ files, unfinished: { batch, indexOf } }: BatchToRun, threads: number): UploadPlan {
  const planned = files.map(({ id, size }) => ({ index: assertKnown(indexOf.get(id)), size }))
  const records = planned.flatMap(({ index }, planIndex) => {
    const record = batch.record(index)
    return record ? [[planIndex, record] as const] : []
  })
  return { files: planned, records: new Map(records), threads }
}

/** Replaces lone surrogates, which forms cannot carry: the manifest must match what the server receives. */
const wellFormed = ({ name, path }: FileToSend) => ({ name: name.toWellFormed(), path: path.toWellFormed() })

function assertKnown<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A file was named that is not being sent.')
  return value
}

/** Returns a listener that notifies of failures: the first few files by name, the rest in one sentence. */
function failureNotifier(
  { dispatch }: Store,
  nameAt: (planIndex: PlanIndex) => string,
): (event: UploadEvent) => void {
  let failures = 0
  let isSent = false
  let hasWarned = false
  return (event) => {
    if (event.type === 'status' && event.status === 'uploading') isSent = true
    if (event.type === 'failed' && event.stage === 'processing' && ++failures <= maxNamedFailures) {
      const name = shownText(nameAt(event.file))
      dispatch(
        showNotification('error', t('upload.processingFailed', { name, reason: faultText(event.fault) })),
      )
    }
    if (failures > 0 && isSent && !hasWarned) {
      hasWarned = true
      dispatch(showNotification('warning', t('upload.someFailedProcessing')))
    }
  }
}
