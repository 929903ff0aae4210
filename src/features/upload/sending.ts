import { transferBegan } from '../../store/transfers.ts'
import { errorText } from '../../texts/errorText.ts'
import { outcomeMessage, tallyOf } from './batchOutcome.ts'
import type { Desk, Store } from './desk.ts'
import { runBatch, type SentFile } from './engineRun.ts'
import { isFinal } from './failureTexts.ts'
import { recipientPastGates } from './passedGates.ts'
import { selectBatch, selectFile } from './queueSlice.ts'
import { said } from './say.ts'
import { Sending } from './sendingState.ts'
import type { Portion, Unfinished } from './unfinishedBatches.ts'
import {
  arrivalsKnown,
  batchCancelled,
  batchEnded,
  batchReleased,
  batchStarted,
  recipientKnown,
} from './uploadEvents.ts'
import { selectUpload } from './uploadSlice.ts'
import { uploadTexts } from './uploadTexts.ts'

/** Sends rows of the queue: what is left of batches of before, then what is new as a batch of its own. */
export async function sendRows(desk: Desk, store: Store, all: readonly number[]): Promise<void> {
  // Somebody else may have sent them, or the page may be another, when the portion before has come to its end.
  const isWaiting = (id: number) => selectFile(store.getState(), id)?.status === 'pending'
  for (const { ids, ...rest } of desk.unfinished.portionsOf(all)) {
    const waiting = ids.filter(isWaiting)
    if (waiting.length > 0 && !(await sendFiles(desk, store, { ...rest, ids: waiting }))) return
  }
}

/**
 * Sends these rows, as a new batch or as the rest of one of before. What comes to no end is remembered.
 * @returns whether others may follow: nobody and nothing has stopped it
 */
export async function sendFiles(desk: Desk, store: Store, { ids, rest, bringIn }: Portion): Promise<boolean> {
  const { dispatch, getState } = store
  if (desk.sending) return false
  if (rest) desk.unfinished.take(rest)
  const sending = new Sending()
  desk.sending = sending
  const ended = transferBegan()
  const sizes = ids.flatMap((id) => desk.file(id)?.size ?? [])
  dispatch(batchStarted({ files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }))
  let unfinished = rest
  try {
    await bringIn?.(sending)
    sending.signal.throwIfAborted()
    const files = filesOf(desk, store, ids)
    const recipient = await recipientPastGates(desk, store, sending)
    if (!recipient) {
      dispatch(batchCancelled({ wanted: false }))
      return false
    }
    const { b64u } = recipient.fingerprint
    dispatch(recipientKnown(b64u))
    await unfinished?.batch.dropSealedToOthers(b64u)
    unfinished ??= await newBatch(desk, store, files)
    await runBatch(desk, store, { sending, files, unfinished, recipient: recipient.key })
    const tally = tallyOf(selectBatch(getState()))
    dispatch(batchEnded(tally))
    const { severity, text } = outcomeMessage(tally)
    dispatch(said(severity, text))
    return true
  } catch (error) {
    // Whatever happens to a file is that file's end; this is the page itself that failed.
    if (!sending.signal.aborted) dispatch(said('error', `${uploadTexts.callFailed}: ${errorText(error)}`))
    dispatch(batchCancelled({ wanted: sending.isCancelled }))
    return false
  } finally {
    ended()
    if (desk.sending === sending) desk.sending = null
    if (unfinished && sending.isCancelled) await unfinished.batch.forget()
    else if (unfinished) await leave(desk, store, unfinished, sending.signal.aborted)
  }
}

function filesOf(desk: Desk, { getState }: Store, ids: readonly number[]): SentFile[] {
  return ids.flatMap((id) => {
    const file = desk.file(id)
    const row = selectFile(getState(), id)
    return file && row ? [{ id, file, name: row.name, path: row.relativePath, size: file.size }] : []
  })
}

async function newBatch(desk: Desk, { getState }: Store, files: readonly SentFile[]): Promise<Unfinished> {
  const [uploads, { newBatchId }] = await Promise.all([desk.parts.uploads(), desk.parts.engine()])
  const batch = await uploads.begin(
    newBatchId(),
    { linkToken: selectUpload(getState()).linkToken, roots: [...desk.roots] },
    files.map(({ name, path, size, file: { lastModified } }) => ({ name, path, size, lastModified })),
  )
  return { batch, indexOf: new Map(files.map(({ id }, index) => [id, index])), othersMissing: false }
}

/** What becomes of a batch that has stopped: it is over, or remembered for whoever sends the rest of its rows. */
async function leave(
  desk: Desk,
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
    desk.unfinished.remember({ ...one, indexOf: new Map(open.map(({ id, index }) => [id, index])) })
    const arrivals = open.map(({ id, index }) => ({ id, arrivedBytes: batch.arrivedBytes(index) }))
    dispatch(arrivalsKnown(arrivals.filter((arrival) => arrival.arrivedBytes > 0)))
  }
}
