import { transferBegan } from '../../../workers/protocol/transfers.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { outcomeMessage, tallyOf } from './batchOutcome.ts'
import type { UploadService, Store } from './uploadService.ts'
import { runBatch, type SentFile } from './engineRun.ts'
import { isFinal } from './failureTexts.ts'
import { recipientPastGates } from './passedGates.ts'
import { selectBatch, selectFile } from './queueSlice.ts'
import { said } from './say.ts'
import { Sending } from './sendingState.ts'
import type { Portion, Unfinished } from './unfinishedBatches.ts'
import {
  answersRefused,
  arrivalsKnown,
  batchCancelled,
  batchEnded,
  batchReleased,
  batchStarted,
  recipientKnown,
} from './uploadEvents.ts'
import { selectUpload } from './uploadSlice.ts'

/** Sends rows of the queue: what is left of batches of before, then what is new as a batch of its own. */
export async function sendRows(service: UploadService, store: Store, all: readonly number[]): Promise<void> {
  // Somebody else may have sent them, or the page may be another, when the portion before has come to its end.
  const isWaiting = (id: number) => selectFile(store.getState(), id)?.status === 'pending'
  const portions = service.unfinished.portionsOf(all)
  // What goes on has the answers that it was begun with.
  const isNew = portions.some(({ ids, rest }) => !rest && ids.some(isWaiting))
  // Where nothing is asked nothing is waited for: what somebody presses next finds an upload that has begun.
  const isAsked = isNew && selectUpload(store.getState()).asked.length > 0
  if (isAsked && !(await isAnswered(store))) {
    store.dispatch(answersRefused())
    return
  }
  for (const { ids, ...rest } of portions) {
    const waiting = ids.filter(isWaiting)
    if (waiting.length > 0 && !(await sendFiles(service, store, { ...rest, ids: waiting }))) return
  }
}

/** Whether everything is answered that has to be. Most links ask for nothing, and load nothing for it. */
async function isAnswered({ getState }: Store): Promise<boolean> {
  const { isAllAnswered } = await import('./typedAnswers.ts')
  return isAllAnswered(getState())
}

/**
 * Sends these rows, as a new batch or as the rest of one of before. What comes to no end is remembered.
 * @returns whether others may follow: nobody and nothing has stopped it
 */
export async function sendFiles(
  service: UploadService,
  store: Store,
  { ids, rest, bringIn, stored }: Portion,
): Promise<boolean> {
  const { dispatch, getState } = store
  if (service.sending) return false
  if (rest) service.unfinished.take(rest)
  const sending = new Sending()
  service.sending = sending
  const ended = transferBegan()
  const sizes = ids.flatMap((id) => service.file(id)?.size ?? [])
  dispatch(batchStarted({ files: sizes.length, bytes: sumOf(sizes), ...(stored && { stored }) }))
  let unfinished = rest
  try {
    await bringIn?.(sending)
    sending.signal.throwIfAborted()
    const files = filesOf(service, store, ids)
    const recipient = await recipientPastGates(service, store, sending)
    if (!recipient) {
      dispatch(batchCancelled({ wanted: false }))
      return false
    }
    const { b64u } = recipient.fingerprint
    dispatch(recipientKnown(b64u))
    await unfinished?.batch.dropSealedToOthers(b64u)
    unfinished ??= await newBatch(service, store, files, recipient.key)
    await runBatch(service, store, { sending, files, unfinished, recipient: recipient.key })
    const tally = tallyOf(selectBatch(getState()))
    dispatch(batchEnded(tally))
    const { severity, text } = outcomeMessage(tally)
    dispatch(said(severity, text))
    return true
  } catch (error) {
    // Whatever happens to a file is that file's end; this is the page itself that failed.
    if (!sending.signal.aborted)
      dispatch(said('error', t('upload.callFailedFor', { reason: errorText(error) })))
    dispatch(batchCancelled({ wanted: sending.isCancelled }))
    return false
  } finally {
    ended()
    if (service.sending === sending) service.sending = null
    if (unfinished && sending.isCancelled) await unfinished.batch.forget()
    else if (unfinished) await leave(service, store, unfinished, sending.signal.aborted)
  }
}

const sumOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0)

function filesOf(service: UploadService, { getState }: Store, ids: readonly number[]): SentFile[] {
  return ids.flatMap((id) => {
    const file = service.file(id)
    const row = selectFile(getState(), id)
    return file && row ? [{ id, file, name: row.name, path: row.relativePath, size: file.size }] : []
  })
}

/** Answers are sealed once: whoever goes on with the batch has them as they are. */
async function newBatch(
  service: UploadService,
  { getState }: Store,
  files: readonly SentFile[],
  recipient: CryptoKey,
): Promise<Unfinished> {
  const [uploads, { newBatchId, sealAnswers }] = await Promise.all([
    service.parts.uploads(),
    service.parts.engine(),
  ])
  const batchId = newBatchId()
  const { linkToken, asked } = selectUpload(getState())
  const answered = asked.length > 0 ? (await import('./typedAnswers.ts')).typedAnswers(getState()) : null
  const answers = answered ? await sealAnswers(recipient, batchId, answered) : undefined
  const batch = await uploads.begin(
    batchId,
    { linkToken, roots: [...service.roots], answers },
    files.map(({ name, path, size, file: { lastModified } }) => ({ name, path, size, lastModified })),
  )
  return { batch, indexOf: new Map(files.map(({ id }, index) => [id, index])), othersMissing: false }
}

/** What becomes of a batch that has stopped: it is over, or remembered for whoever sends the rest of its rows. */
async function leave(
  service: UploadService,
  { dispatch, getState }: Store,
  one: Unfinished,
  isLeft: boolean,
): Promise<void> {
  const { batch, othersMissing } = one
  const rows = [...one.indexOf].map(([id, index]) => ({ id, index, row: selectFile(getState(), id) }))
  const open = rows.filter(
    ({ row }) => row && row.status !== 'success' && !(row.failure && isFinal(row.failure)),
  )
  // Without a row of it nobody knows how its files have ended.
  const isKnown = rows.length === 0 || rows.some(({ row }) => row)
  if (isLeft || !isKnown || (open.length === 0 && othersMissing)) {
    await batch.release()
    if (!isLeft) dispatch(batchReleased())
  } else if (open.length === 0) await batch.finish()
  else {
    service.unfinished.remember({ ...one, indexOf: new Map(open.map(({ id, index }) => [id, index])) })
    const arrivals = open.map(({ id, index }) => ({ id, arrivedBytes: batch.arrivedBytes(index) }))
    dispatch(arrivalsKnown(arrivals.filter((arrival) => arrival.arrivedBytes > 0)))
  }
}
