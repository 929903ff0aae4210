import type { AuditDetails } from '../../contract/schemas/audit.ts'
import {
  listArrivingBatches,
  parseRefusedIndexes,
  deleteUnchangedBatch,
} from '../db/uploads/arrivingBatches.ts'
import type { ArrivingBatch, Db } from '../db/schema.ts'
import { type Audit, timeSpan, type AuditActor } from './audit.ts'
import { fromFlag } from '../db/flag.ts'

type RecordedAmounts = Pick<ArrivingBatch, 'heard_files' | 'heard_bytes' | 'heard_refused'>

/**
 * Records the first event of a batch. Call it in the transaction that confirms its first request.
 * @returns the amounts that it has recorded
 */
export async function recordBatchBegin(
  trx: Db,
  audit: Audit,
  by: AuditActor,
  batch: ArrivingBatch,
): Promise<RecordedAmounts> {
  const details = unrecordedAmounts(batch, false)
  if (details.files > 0 || details.refused !== undefined)
    await audit.record(trx, by, { kind: 'upload', folderId: batch.folder_id, details })
  const { files: heard_files, bytes: heard_bytes } = batch
  return { heard_files, heard_bytes, heard_refused: parseRefusedIndexes(batch).length }
}

const batchesPerStep = 50

/** Ends some batches of a folder that is deleted; to be run in a transaction. @returns false if it has none */
export async function endSomeBatchesOfFolder(trx: Db, audit: Audit, folderId: number): Promise<boolean> {
  const batches = await listArrivingBatches(trx, folderId, batchesPerStep)
  for (const batch of batches)
    if (await deleteUnchangedBatch(trx, batch)) await recordBatchEnd(trx, audit, batch)
  return batches.length > 0
}

/** Records what followed the first event, if anything. Call it in the transaction that ends the batch. */
export async function recordBatchEnd(trx: Db, audit: Audit, batch: ArrivingBatch): Promise<void> {
  const details = unrecordedAmounts(
    batch,
    !fromFlag(batch.has_ended) && batch.files + parseRefusedIndexes(batch).length > 0,
  )
  if (details.files === 0 && details.refused === undefined && details.is_cut_off === undefined) return
  const { sender_id: actor_id, sender_address: address } = batch
  const by: AuditActor = { by: actor_id === null ? 'visitor' : 'account', actor_id, api_token: null, address }
  const { at, ...end } = timeSpan(batch.rest_began_at ?? batch.last_at, batch.last_at)
  const event = { kind: 'upload', folderId: batch.folder_id, at, details: { ...details, ...end } } as const
  await audit.record(trx, by, event)
}

function unrecordedAmounts(batch: ArrivingBatch, isCutOff: boolean): AuditDetails & { files: number } {
  const refused = parseRefusedIndexes(batch).length - batch.heard_refused
  return {
    files: batch.files - batch.heard_files,
    bytes: batch.bytes - batch.heard_bytes,
    ...(refused > 0 && { refused }),
    ...(isCutOff && { is_cut_off: true }),
    ...(batch.sender_email !== null && { email: batch.sender_email }),
  }
}
