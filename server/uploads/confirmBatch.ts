import type { CountersDep, DbDep } from '../db/database.ts'
import { assertDefined } from '../../contract/assertDefined.ts'
import { apiCodeOf, errorDetails } from '../../contract/errors.ts'
import { isPlaceholder, unescapeQuotes } from '../../contract/fileNames.ts'
import { plainSize } from '../../contract/sealedSize.ts'
import type { UploadResult } from '../../contract/schemas/uploads.ts'
import type { BlobsDep } from '../blobs/blobStore.ts'
import type { AuditActor, AuditDep } from '../audit/audit.ts'
import { isoNow, type ClockDep } from '../util/isoTime.ts'
import { insertAnswers } from '../db/uploads/answers.ts'
import { requireMember } from '../db/folders/folderAccess.ts'
import { addGarbage, unstageBlob } from '../db/files/blobLifecycle.ts'
import { insertFiles, hashColumns, takenListedKeys } from '../db/files/files.ts'
import { promisedExpiry } from '../db/files/expiringFiles.ts'
import { lockFolder, setLastUploadTime } from '../db/folders/folders.ts'
import type { Db, FileRow, FolderRow, UploadRow } from '../db/schema.ts'
import * as uploads from '../db/uploads/uploads.ts'
import { transact } from '../db/transact.ts'
import { mayBeginRefusedBatch, addToBatch } from '../notices/arrivingBatches.ts'
import { notFound, unavailable } from '../http/errors.ts'
import type { Principal } from '../http/principals.ts'
import { checkSentFile, FileRefusedError, type CheckedFile } from './checkSentFile.ts'
import { completeUpload } from './completeUpload.ts'
import { assignFreeNames } from './fileNames.ts'
import { queueInFolder } from '../db/folders/folderQueue.ts'
import { mayContinueUpload } from './gateRules.ts'
import type { Staging } from './staging.ts'
import type { SentBatch, SentFile } from './uploadForm.ts'
import type { UploadTarget } from './uploadLink.ts'
import type { HousekeepingDep } from '../housekeeping.ts'
import type { MetersDep } from '../metrics/meters.ts'
import type { StorageLimitsDep } from './storageLimits.ts'
import type { RouteSettings } from '../config/config.ts'

type ConfirmDeps = AuditDep &
  CountersDep &
  BlobsDep &
  DbDep &
  HousekeepingDep &
  MetersDep &
  ClockDep &
  StorageLimitsDep &
  Pick<RouteSettings, 'maxFileBytes'>

type Success = UploadResult['successful_files'][number]
type Failure = UploadResult['failed_files'][number]
type Outcome = Success | Failure

interface ConfirmingSender extends Pick<UploadTarget, 'sentBy'> {
  by: AuditActor
  principal: Principal
  keyInForce: string | null
}

/**
 * Creates files from what was sent, each independently: a bad one does not affect the others. Uses one transaction,
 * after all bytes are durable. A file of a batch that was confirmed before, or is being confirmed by a concurrent
 * repeat of the request, gets that result, and the new bytes are dropped.
 * @param keyInForce fingerprint of the key when the request came: files are sealed to it unless their batch says another
 * @throws HttpError 404, 503 or 507; errors of the store
 */
export async function confirmBatch(
  deps: ConfirmDeps,
  folder: FolderRow,
  batch: SentBatch,
  { by, principal, keyInForce, sentBy }: ConfirmingSender,
  staging: Staging,
): Promise<UploadResult> {
  const refused = new Map<number, Failure>()
  const confirmedBefore = await findConfirmedResults(deps.db, folder.id, batch)
  const checked: CheckedFile[] = []
  const references = await findReferencedUploads(deps.db, { folder, sentBy }, batch)
  for (const sent of batch.files) {
    // Checked again in the transaction; this saves work, and an upload that is confirmed already is no error.
    if (confirmedBefore.has(sent.index)) continue
    try {
      const file = checkSentFile(sent, requireBlobOf(sent, references), deps.maxFileBytes)
      if (file.uploadId !== undefined)
        await completeUpload(deps, assertDefined(references.get(file.uploadId)), principal)
      checked.push(file)
    } catch (error) {
      if (!(error instanceof FileRefusedError)) throw error
      refused.set(sent.index, { ...failedFile(sent, error.message), parts: error.parts })
    }
  }
  await staging.makeDurable()
  // A mere repeat is no news, unless it is now the last request of its batch.
  const isNews = checked.length > 0 || refused.size > 0 || batch.isLast
  const isRefused = checked.length === 0 && refused.size > 0
  const mayBegin = isRefused && (await mayBeginRefusedBatch(deps, folder.id, batch.batchId, by))

  const confirm = async (trx: Db) => {
    if (staging.hasBegun && !(await unstageBlob(trx, staging.key))) {
      // Swept in the meantime; some bytes may have been written after the sweep.
      await addGarbage(trx, [staging.key], isoNow(deps))
      return undefined
    }
    // Behind what names the bytes, so that they do not outlast a folder that is gone.
    if (isNews && !(await lockFolder(trx, folder.id))) throw notFound(errorDetails.linkInvalid)
    if (sentBy !== null) await requireMember(trx, folder.id, sentBy)
    // Local to this attempt, as the transaction may be retried.
    const outcomes = new Map<number, Outcome>(refused)
    const repeated = await findConfirmedResults(trx, folder.id, batch)
    for (const [index, result] of repeated) outcomes.set(index, result)
    const unconfirmed = checked.filter((file) => !outcomes.has(file.sent.index))
    const kept = await confirmUploads(trx, unconfirmed, outcomes, isoNow(deps))
    const origin = {
      uploader_email: batch.uploaderEmail,
      sent_by: sentBy,
      sealed_to: batch.sealedTo ?? keyInForce,
      batch_id: batch.batchId ?? null,
    }
    const successes = await insertNamedFiles(deps, trx, folder, kept, origin, staging.hashes)
    if (successes.length > 0) await setLastUploadTime(trx, folder.id, isoNow(deps))
    for (const success of successes) outcomes.set(success.index, success)
    if (batch.batchId !== undefined) {
      await recordResults(deps, trx, folder.id, batch.batchId, successes)
      // Only with new files: those of a repeat may have been deleted, and their answers with them.
      if (batch.answers !== undefined && successes.length > 0)
        await insertAnswers(trx, folder.id, { batch_id: batch.batchId, answers: batch.answers })
    }
    if (isNews) {
      const failed = [...outcomes.values()].filter((outcome): outcome is Failure => 'error' in outcome)
      const confirmed = { successes, failed, now: isoNow(deps) }
      await addToBatch(trx, deps.audit, folder.id, { ...batch, actor: by, sentBy, mayBegin }, confirmed)
    }
    // Uploads in parts were admitted before their bytes came, with space for their rows and answers.
    if (kept.some(({ uploadId }) => uploadId === undefined))
      await deps.storageLimits.requireWithinQuota(trx, folder.id)
    const unwanted = unwantedBlobKeys(batch, new Set(kept.map((file) => file.blobKey)))
    await addGarbage(trx, unwanted, isoNow(deps))
    const isLeft = await removeSupersededUploads(trx, batch, repeated, references, isoNow(deps))
    return { outcomes, isGarbage: isLeft || unwanted.length > 0, files: successes.length }
  }
  const confirmed = await queueInFolder(folder.id, principal, () => transact(deps.db, confirm))
  if (confirmed === undefined || confirmed.isGarbage) deps.housekeeping.collectGarbage()
  if (confirmed === undefined) throw unavailable(errorDetails.uploadTooLong)

  deps.meters.filesConfirmed(confirmed.files)
  const { outcomes } = confirmed
  const inOrder = batch.files.flatMap((sent) => outcomes.get(sent.index) ?? [])
  return {
    successful_files: inOrder.filter((outcome): outcome is Success => 'id' in outcome),
    failed_files: inOrder.filter((outcome): outcome is Failure => 'error' in outcome),
  }
}

/**
 * Outcomes of files that were confirmed before: a success if the same content is sent. Whoever knows a batch's id is
 * told the names that are sent, and neither size nor hash of what is stored.
 */
async function findConfirmedResults(
  db: Db,
  folderId: number,
  batch: SentBatch,
): Promise<Map<number, Outcome>> {
  if (batch.batchId === undefined) return new Map()
  const indexes = batch.files.map((file) => file.index)
  const found = await uploads.findBatchResults(db, folderId, batch.batchId, indexes)
  return new Map(
    batch.files.flatMap((sent) => {
      const json = found.get(sent.index)
      if (json === undefined) return []
      const stored = JSON.parse(json) as Success
      const isSame = stored.sha256 === sent.hash || areBothHidden(stored, sent)
      const outcome = isSame
        ? { ...stored, ...namesOf(sent) }
        : failedFile(sent, errorDetails.storedOtherwise)
      return [[sent.index, outcome]]
    }),
  )
}

/**
 * True if only the sender can tell whether a repeat has the content that is stored: the hash of a hidden name is another
 * for each attempt, and reveals nothing (FORMAT.md, 21).
 */
const areBothHidden = (stored: Success, sent: SentFile): boolean =>
  [stored.original_raw_name_from_client, sent.wireName].every(isPlaceholder)

const namesOf = ({ wireName, path }: SentFile) => ({
  filename: unescapeQuotes(wireName),
  original_raw_name_from_client: wireName,
  path,
})

/** Uploads in parts by id that the batch refers to and its sender may continue. */
export async function findReferencedUploads(
  db: Db,
  { folder, sentBy }: Pick<UploadTarget, 'folder' | 'sentBy'>,
  batch: SentBatch,
): Promise<Map<string, UploadRow>> {
  const ids = batch.files.flatMap(({ content }) => ('uploadId' in content ? [content.uploadId] : []))
  const found = await uploads.findUploads(db, ids, folder.id)
  const sender = { email: batch.uploaderEmail, sentBy }
  return new Map([...found].filter(([, upload]) => mayContinueUpload(folder, upload, sender)))
}

function requireBlobOf({ content }: SentFile, references: ReadonlyMap<string, UploadRow>) {
  if ('key' in content) {
    if (!content.probe.mayBeCiphertext) throw new FileRefusedError(errorDetails.notEncrypted)
    return content
  }
  const upload = references.get(content.uploadId)
  if (upload === undefined) throw new FileRefusedError(errorDetails.uploadUnknown)
  if (upload.confirmed_at !== null) throw new FileRefusedError(errorDetails.uploadConfirmed)
  return { key: upload.blob_key, size: upload.size, uploadId: upload.id }
}

/** Confirms uploads and returns the files of those that nobody has confirmed or removed meanwhile. */
async function confirmUploads(
  trx: Db,
  files: readonly CheckedFile[],
  outcomes: Map<number, Outcome>,
  now: string,
): Promise<CheckedFile[]> {
  const confirmedFiles: CheckedFile[] = []
  for (const file of files) {
    if (file.uploadId === undefined || (await uploads.confirmUpload(trx, file.uploadId, file.blobKey, now)))
      confirmedFiles.push(file)
    else outcomes.set(file.sent.index, failedFile(file.sent, errorDetails.uploadConfirmed))
  }
  return confirmedFiles
}

/** Removes uploads in parts of files that had already been received in a form whose response was lost. */
async function removeSupersededUploads(
  trx: Db,
  batch: SentBatch,
  repeated: ReadonlyMap<number, Outcome>,
  references: ReadonlyMap<string, UploadRow>,
  now: string,
): Promise<boolean> {
  let removed = false
  for (const { index, content } of batch.files) {
    if (!repeated.has(index) || !('uploadId' in content) || !references.has(content.uploadId)) continue
    if (await uploads.deleteUpload(trx, content.uploadId, now)) removed = true
  }
  return removed
}

async function insertNamedFiles(
  deps: ConfirmDeps,
  trx: Db,
  folder: FolderRow,
  files: readonly CheckedFile[],
  origin: Pick<FileRow, 'uploader_email' | 'sent_by' | 'sealed_to' | 'batch_id'>,
  hashes: Staging['hashes'],
): Promise<Success[]> {
  if (files.length === 0) return []
  const named = await assignFreeNames(files, (keys) => takenListedKeys(trx, folder.id, keys))
  const uploadTime = isoNow(deps)
  const expiry = await promisedExpiry(trx, folder.id, uploadTime)
  const rows = named.map(({ file, name, key }) => ({
    folder_id: folder.id,
    original_filename: file.name,
    directory: file.directory,
    listed_name: name,
    listed_key: key,
    size: file.size,
    sha256: file.sent.hash,
    encrypted_key: file.sent.encryptedKey,
    encryption_iv: file.sent.iv,
    manifest: file.sent.manifest,
    upload_time: uploadTime,
    expires_at: expiry,
    last_downloaded_admin: null,
    blob_key: file.blobKey,
    sealed_size: file.sealedSize,
    ...origin,
    ...hashColumns(hashes.get(file.blobKey), uploadTime),
  }))
  const ids = await insertFiles(trx, rows)
  return named.map(({ file, name, key }) => ({
    id: assertDefined(ids.get(key)),
    filename: name,
    original_raw_name_from_client: file.sent.wireName,
    path: file.directory,
    size: file.size,
    sha256: file.sent.hash,
    index: file.sent.index,
    ...(expiry !== null && { expires_at: expiry }),
  }))
}

/** Stores the results for repeats. Only successes: a file that failed is checked again when it is repeated. */
async function recordResults(
  deps: ConfirmDeps,
  trx: Db,
  folderId: number,
  batchId: string,
  successes: readonly Success[],
): Promise<void> {
  await uploads.insertBatchResults(
    trx,
    successes.map((result) => ({
      folder_id: folderId,
      batch_id: batchId,
      batch_index: result.index,
      result: JSON.stringify(result),
      created_at: isoNow(deps),
    })),
  )
}

/** Keys of bytes that came with the form and did not become a file. An upload in parts is kept for another try. */
const unwantedBlobKeys = (batch: SentBatch, kept: ReadonlySet<string>): string[] =>
  batch.files.flatMap(({ content }) => ('key' in content && !kept.has(content.key) ? [content.key] : []))

function failedFile(sent: SentFile, error: string): Failure {
  return {
    ...namesOf(sent),
    size: 'size' in sent.content ? (plainSize(sent.content.size) ?? 0) : 0,
    index: sent.index,
    error,
    code: apiCodeOf(error),
  }
}
