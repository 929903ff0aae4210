import type { UploadResult } from '../../contract/schemas/uploads.ts'
import type { Audit, AuditActor } from '../audit/audit.ts'
import { recordBatchBegin } from '../audit/uploadEvents.ts'
import { isoBefore } from '../util/isoTime.ts'
import {
  findArrivingBatch,
  putArrivingBatch,
  parseRefusedIndexes,
  formatRefusedIndexes,
} from '../db/uploads/arrivingBatches.ts'
import type { CountersDep, DbDep } from '../db/database.ts'
import { fromFlag, toFlag } from '../db/flag.ts'
import type { ArrivingBatch, Db, NoticeRow } from '../db/schema.ts'
import { newToken } from '../util/tokens.ts'

/**
 * [Note: Batches]
 *
 * What a person sends as one batch arrives in several requests. Each confirmed request is added to `arriving_batch`, in
 * the transaction that creates its files. The batch is complete when its last request was marked as such and nothing
 * has arrived for half a minute since. It is cut off when nothing has arrived for a day. Then its row is turned into
 * notices. Later arrivals with the same id are handled in the same way, so that nothing arrives unnoticed.
 */
const settleSeconds = 30
const cutOffSeconds = 24 * 3600

/** Maximum number of refused files of a batch that are distinguished, and of ranges of their indexes. */
export const maxRefusedFiles = 1000
export const maxRefusedRanges = 50

/** Maximum number of forms per hour that begin a batch without an accepted file, per visitor and per folder. */
export const maxRefusedFormsPerVisitor = 3
export const maxRefusedFormsPerFolder = 30
const hourSeconds = 3600

/**
 * True if a form whose files are all refused belongs to a batch or may begin one. As no quota counts such forms, this
 * counts them.
 */
export async function mayBeginRefusedBatch(
  { db, counters }: DbDep & CountersDep,
  folderId: number,
  batchId: string | undefined,
  { address }: AuditActor,
): Promise<boolean> {
  if (batchId !== undefined && (await findArrivingBatch(db, folderId, batchId))) return true
  const folderKey = `refused ${folderId}`
  const { points } = await counters.add(`${folderKey} ${address}`, 1, hourSeconds)
  if (points > maxRefusedFormsPerVisitor) return false
  return (await counters.add(folderKey, 1, hourSeconds)).points <= maxRefusedFormsPerFolder
}

interface ConfirmedFiles {
  /** New files, without those of a repeat. */
  successes: readonly Pick<UploadResult['successful_files'][number], 'index' | 'size'>[]
  failed: readonly Pick<UploadResult['failed_files'][number], 'index'>[]
  now: string
}

interface BatchRequest {
  batchId: string | undefined
  isLast: boolean
  uploaderEmail: string | null
  actor: AuditActor
  /** The person of the folder who sends from its page; null for the upload link. */
  sentBy: number | null
  /** See `mayBeginRefusedBatch`. */
  mayBegin: boolean
}

/** Adds a confirmed request to its batch. Run it in the transaction that confirms the request and holds the folder. */
export async function addToBatch(
  trx: Db,
  audit: Audit,
  folderId: number,
  sent: BatchRequest,
  confirmed: ConfirmedFiles,
): Promise<void> {
  // A request without an id is a batch of its own.
  const batchId = sent.batchId ?? newToken()
  const before = await findArrivingBatch(trx, folderId, batchId)
  const isRefused = confirmed.successes.length === 0 && confirmed.failed.length > 0
  if (before === undefined && isRefused && !sent.mayBegin) return
  const state = addRequest(before ?? emptyBatch(sent), sent, confirmed, before !== undefined)
  const batch = { folder_id: folderId, batch_id: batchId, ...state }
  const recorded = before === undefined ? await recordBatchBegin(trx, audit, sent.actor, batch) : {}
  await putArrivingBatch(trx, { ...batch, ...recorded })
}

type BatchState = Omit<ArrivingBatch, 'folder_id' | 'batch_id'>

const emptyBatch = ({ uploaderEmail, sentBy }: BatchRequest): BatchState => ({
  ...{ files: 0, bytes: 0, refused: '[]', sender_email: uploaderEmail, has_ended: 0, last_at: '' },
  ...{ sender_address: null, sender_id: null, heard_files: 0, heard_bytes: 0, heard_refused: 0 },
  rest_began_at: null,
  sent_by: sentBy,
})

function addRequest(
  before: BatchState,
  sent: BatchRequest,
  { successes, failed, now }: ConfirmedFiles,
  isOfRest: boolean,
): BatchState {
  const refused = new Set([...parseRefusedIndexes(before), ...failed.map(({ index }) => index)])
  for (const { index } of successes) refused.delete(index)
  return {
    ...before,
    files: before.files + successes.length,
    bytes: before.bytes + successes.reduce((sum, { size }) => sum + size, 0),
    refused: formatRefusedIndexes([...refused].slice(0, maxRefusedFiles), maxRefusedRanges),
    sender_email: before.sender_email === sent.uploaderEmail ? before.sender_email : null,
    sent_by: before.sent_by === sent.sentBy ? before.sent_by : null,
    has_ended: toFlag(fromFlag(before.has_ended) || sent.isLast),
    last_at: now,
    rest_began_at: before.rest_began_at ?? (isOfRest ? now : null),
    sender_address: sent.actor.address,
    sender_id: sent.actor.actor_id,
  }
}

/** Times for `findDueBatches`: an ended batch is over after `endedUntil`, any other after `cutUntil`. */
export function batchDeadlines(now: Date): { endedUntil: string; cutUntil: string } {
  return { endedUntil: isoBefore(now, settleSeconds), cutUntil: isoBefore(now, cutOffSeconds) }
}

type BatchNotice = Pick<
  NoticeRow,
  'kind' | 'batch_id' | 'files' | 'bytes' | 'refused' | 'sender_email' | 'happened_at'
>

/** Content of the notice about a batch that is over; undefined for own uploads, and for a repeat without any files. */
export function batchNotice(batch: ArrivingBatch): BatchNotice | undefined {
  const refused = parseRefusedIndexes(batch).length
  if (batch.sent_by !== null || (batch.files === 0 && refused === 0)) return undefined
  const { batch_id, files, bytes, sender_email } = batch
  return {
    kind: !fromFlag(batch.has_ended) ? 'cut-off' : refused > 0 ? 'with-errors' : 'complete',
    ...{ batch_id, files, bytes, refused, sender_email },
    happened_at: batch.last_at,
  }
}
