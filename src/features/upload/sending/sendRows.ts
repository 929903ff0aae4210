import { beginTransfer } from '../../../../workers/shared/transfers.ts'
import { errorText } from '../../../../i18n/errorText.ts'
import { t } from '../../../../i18n/t.ts'
import { outcomeMessage } from './batchOutcome.ts'
import type { UploadService, Store } from './uploadService.ts'
import { runBatch, type FileToSend } from './runBatch.ts'
import { isFinalFailure } from '../queue/failureTexts.ts'
import { showRefusal, waitForRecipient } from '../link/waitForRecipient.ts'
import { selectBatch, selectFile } from '../queue/queueSlice.ts'
import { showNotification } from './showNotification.ts'
import { BatchControl } from './batchControl.ts'
import type { RowsToSend, UnfinishedBatch } from '../resume/unfinishedBatches.ts'
import {
  answersRefused,
  arrivalsKnown,
  batchCancelled,
  batchEnded,
  batchReleased,
  batchStarted,
  recipientKnown,
} from '../uploadEvents.ts'
import { selectUpload } from '../uploadSlice.ts'

/** Sends rows of the queue: the rest of earlier batches first, then new rows as a batch of their own. */
export async function sendRows(service: UploadService, store: Store, ids: readonly number[]): Promise<void> {
  // Rows may have been sent or removed while an earlier group was running.
  const isPending = (id: number) => selectFile(store.getState(), id)?.status === 'pending'
  const groups = service.unfinished.groupByBatch(ids)
  // A resumed batch keeps its answers.
  const isNew = groups.some((group) => !group.unfinished && group.ids.some(isPending))
  // Stay synchronous if nothing is asked, so that the next action finds an upload under way.
  const isAsked = isNew && selectUpload(store.getState()).senderFields.length > 0
  if (isAsked && !(await loadAnswersSlice()).selectIsAllAnswered(store.getState())) {
    store.dispatch(answersRefused())
    return
  }
  for (const group of groups) {
    const pending = group.ids.filter(isPending)
    if (pending.length > 0 && !(await sendAsBatch(service, store, { ...group, ids: pending }))) return
  }
}

/** Loaded only for links that ask for something. */
const loadAnswersSlice = () => import('../answers/answersSlice.ts')

/**
 * Sends rows as a new batch or as the rest of an earlier one. An unfinished batch is remembered.
 * @returns true if further groups may follow, as nothing stopped this one
 */
export async function sendAsBatch(
  service: UploadService,
  store: Store,
  { ids, unfinished: earlier, addRows, stored }: RowsToSend,
): Promise<boolean> {
  const { dispatch, getState } = store
  if (service.running) return false
  if (earlier) service.unfinished.take(earlier)
  const running = new BatchControl()
  service.running = running
  const endTransfer = beginTransfer()
  const sizes = ids.flatMap((id) => service.file(id)?.size ?? [])
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  dispatch(batchStarted({ files: sizes.length, bytes, ...(stored && { stored }) }))
  let unfinished = earlier
  try {
    // A server that is updated meanwhile, or a lost network, must not hide that files have arrived.
    await service.loadEnding()
    await addRows?.(running)
    running.signal.throwIfAborted()
    const files = filesOf(service, store, ids)
    const recipient = await waitForRecipient(service, store, running)
    if (!recipient) {
      dispatch(batchCancelled({ wanted: false }))
      return false
    }
    const { b64u } = recipient.fingerprint
    dispatch(recipientKnown(b64u))
    await unfinished?.batch.discardSealedToOthers(b64u)
    unfinished ??= await persistNewBatch(service, store, files, recipient.key)
    await runBatch(service, store, { running, files, unfinished, recipient: recipient.key })
    const outcome = selectBatch(getState())
    dispatch(batchEnded(outcome, unfinished.batch.batchId))
    const { severity, text } = outcomeMessage(outcome)
    dispatch(showNotification(severity, text))
    return true
  } catch (error) {
    // File errors are reported in their rows, so this is an error of the page itself.
    if (running.refusal) showRefusal(dispatch, running.refusal)
    else if (!running.signal.aborted)
      dispatch(showNotification('error', t('upload.callFailedFor', { reason: errorText(error) })))
    dispatch(batchCancelled({ wanted: running.isCancelled }))
    return false
  } finally {
    endTransfer()
    if (service.running === running) service.running = null
    if (unfinished && running.isCancelled) await unfinished.batch.discard()
    else if (unfinished) await forgetOrStoreBatch(service, store, unfinished, running.signal.aborted)
  }
}

function filesOf(service: UploadService, { getState }: Store, ids: readonly number[]): FileToSend[] {
  return ids.flatMap((id) => {
    const file = service.file(id)
    const row = selectFile(getState(), id)
    if (!file || !row) return []
    const { name, relativePath: path, isText } = row
    return [{ id, file, name, path, size: file.size, ...(isText && { isText }) }]
  })
}

/** Creates a batch. Its answers are sealed once and kept when it is resumed. */
async function persistNewBatch(
  service: UploadService,
  { getState }: Store,
  files: readonly FileToSend[],
  recipient: CryptoKey,
): Promise<UnfinishedBatch> {
  const [uploads, { newBatchId, sealAnswers }] = await Promise.all([
    service.modules.interruptedUploads(),
    service.modules.engine(),
  ])
  const batchId = newBatchId()
  const { linkToken, senderFields, privateNames } = selectUpload(getState())
  const answered = senderFields.length > 0 ? (await loadAnswersSlice()).selectAnswers(getState()) : null
  const answers = answered ? await sealAnswers(recipient, batchId, answered) : undefined
  const batch = await uploads.begin(
    batchId,
    { linkToken, roots: [...service.roots], answers, privateNames: privateNames !== null },
    files.map(({ name, path, size, isText, file: { lastModified } }) => ({
      ...{ name, path, size, lastModified },
      ...(isText && { isText }),
    })),
  )
  return { batch, indexOf: new Map(files.map(({ id }, index) => [id, index])), othersMissing: false }
}

/** Ends a stopped batch: forgets it, or stores it so that the rest can be sent later. */
async function forgetOrStoreBatch(
  service: UploadService,
  { dispatch, getState }: Store,
  unfinished: UnfinishedBatch,
  isPageLeft: boolean,
): Promise<void> {
  const { batch, othersMissing } = unfinished
  const rows = [...unfinished.indexOf].map(([id, index]) => ({ id, index, row: selectFile(getState(), id) }))
  const unsent = rows.filter(
    ({ row }) => row && row.status !== 'success' && !(row.failure && isFinalFailure(row.failure)),
  )
  // Without its rows, the outcome of the files is unknown.
  const isKnown = rows.length === 0 || rows.some(({ row }) => row)
  if (isPageLeft || !isKnown || (unsent.length === 0 && othersMissing)) {
    await batch.release()
    if (!isPageLeft) dispatch(batchReleased())
  } else if (unsent.length === 0) await batch.finish()
  else {
    service.unfinished.remember({
      ...unfinished,
      indexOf: new Map(unsent.map(({ id, index }) => [id, index])),
    })
    const arrivals = unsent.map(({ id, index }) => ({ id, arrivedBytes: batch.arrivedBytes(index) }))
    dispatch(arrivalsKnown(arrivals.filter((arrival) => arrival.arrivedBytes > 0)))
  }
}
