import { errorDetails } from '../../contract/errors.ts'
import { newBlobKey } from '../blobs/blobKeys.ts'
import { AlteredPartsError, BlobError, isBlobError, partNumbers, type BlobsDep } from '../blobs/blobStore.ts'
import { addGarbage, stageBlob, unstageBlob } from '../db/files/blobLifecycle.ts'
import type { DbDep } from '../db/database.ts'
import { copyHashes } from '../db/files/partRecords.ts'
import type { UploadRow } from '../db/schema.ts'
import {
  deleteDeclaredChecksums,
  findDeclaredChecksums,
  moveDeclaredChecksums,
} from '../db/files/declaredChecksums.ts'
import { transact } from '../db/transact.ts'
import { countPartDrop, deleteUpload, findUpload, replaceBlobOfUpload } from '../db/uploads/uploads.ts'
import type { HousekeepingDep } from '../housekeeping.ts'
import { unavailable } from '../http/errors.ts'
import { fairQueueByKey } from '../http/fairQueue.ts'
import type { Principal } from '../http/principals.ts'
import { isoNow, type ClockDep } from '../util/isoTime.ts'
import { FileRefusedError } from './checkSentFile.ts'
import { CiphertextProbe, probedBytes } from './ciphertextProbe.ts'
import { partPlanOf } from './partsUpload.ts'

type CompleteDeps = BlobsDep & DbDep & HousekeepingDep & ClockDep

/** Times that altered parts of an upload are dropped; each time all others are copied within the store. */
export const maxPartDrops = 3

const completions = fairQueueByKey()

/**
 * Makes the parts of an upload one object of ciphertext, for one confirmation of it at a time: the first reads and copies
 * what the others find. @throws FileRefusedError; errors of the store
 */
export const completeUpload = (deps: CompleteDeps, upload: UploadRow, principal: Principal): Promise<void> =>
  completions(upload.id, principal, () => completeInTurn(deps, upload))

async function completeInTurn(deps: CompleteDeps, upload: UploadRow): Promise<void> {
  try {
    await completeComparedParts(deps, upload)
  } catch (error) {
    const isMissing = isBlobError(error, 'missing')
    if (!isMissing && !isBlobError(error, 'incomplete')) throw error
    // A concurrent confirmation may have dropped altered parts.
    const current = await findUpload(deps.db, upload.id, upload.folder_id)
    if (current === undefined || (isMissing && current.blob_key === upload.blob_key))
      throw new FileRefusedError(errorDetails.uploadUnknown)
    throw new FileRefusedError(errorDetails.partsMissing, await missingPartsOf(deps, current))
  }
  await requireCiphertext(deps, upload)
}

/** @throws BlobError 'incomplete' also for altered parts, which are dropped */
async function completeComparedParts(deps: CompleteDeps, upload: UploadRow): Promise<void> {
  const { db, blobs } = deps
  const checksums = await findDeclaredChecksums(db, upload.blob_key)
  // Another confirmation may have dropped altered parts, and taken the checksums along to its key.
  const current = await findUpload(db, upload.id, upload.folder_id)
  if (current?.blob_key !== upload.blob_key) throw new BlobError('missing')
  try {
    await blobs.completeParts(upload.blob_key, partPlanOf(upload), checksums)
  } catch (error) {
    if (!(error instanceof AlteredPartsError)) throw error
    await dropParts(deps, upload, new Set(error.parts))
    throw new BlobError('incomplete', error.message)
  }
  if (checksums.size > 0) await deleteDeclaredChecksums(db, [upload.blob_key])
}

/**
 * Copies all other parts of a completed upload to a new key, which takes the place of the old one. No quota is asked: the
 * copy counts for nothing, as the old key is garbage at once. @throws FileRefusedError after too many times
 */
async function dropParts(deps: CompleteDeps, upload: UploadRow, dropped: ReadonlySet<number>): Promise<void> {
  const { db, blobs, housekeeping } = deps
  const { id, blob_key: from } = upload
  const plan = partPlanOf(upload)
  const to = newBlobKey()
  // Counted before the copy, so that other servers, and failures, are no way to more copies.
  const drops = await transact(db, async (trx) => {
    const count = await countPartDrop(trx, id, from)
    if (count !== undefined && count <= maxPartDrops) await stageBlob(trx, to, isoNow(deps))
    return count
  })
  if (drops === undefined) return
  if (drops > maxPartDrops) return endUpload(deps, upload, errorDetails.uploadSentTooOften)
  const stopRenewing = housekeeping.keepRenewing(to)
  try {
    await blobs.createParts(to)
    const kept = partNumbers(plan).filter((n) => !dropped.has(n))
    const etags = await blobs.directUploads?.copyParts(from, to, plan, kept)
    await transact(db, async (trx) => {
      if (!(await unstageBlob(trx, to))) throw unavailable(errorDetails.uploadTooLong)
      const isReplaced = await replaceBlobOfUpload(trx, id, from, to)
      if (isReplaced) {
        await moveDeclaredChecksums(trx, from, to)
        if (etags !== undefined) await copyHashes(trx, from, to, etags)
      }
      await addGarbage(trx, [isReplaced ? from : to], isoNow(deps))
    })
    housekeeping.collectGarbage()
  } catch (error) {
    await housekeeping.discardStagedBytes(to)
    throw error
  } finally {
    stopRenewing()
  }
}

async function missingPartsOf({ blobs }: CompleteDeps, upload: UploadRow): Promise<number[]> {
  const plan = partPlanOf(upload)
  const stored = new Set(await blobs.listParts(upload.blob_key, plan))
  return partNumbers(plan).filter((n) => !stored.has(n))
}

/** Ends an upload that is not encrypted. As its parts are complete, a retry cannot repair it. */
async function requireCiphertext(deps: CompleteDeps, upload: UploadRow): Promise<void> {
  const probe = new CiphertextProbe()
  const end = Math.min(upload.size, probedBytes) - 1
  const beginning = await deps.blobs.read(upload.blob_key, { start: 0, end })
  for await (const bytes of beginning) probe.add(bytes)
  if (!probe.mayBeCiphertext) await endUpload(deps, upload, errorDetails.notEncrypted)
}

/** Removes an upload and its bytes. @throws FileRefusedError with `why` */
async function endUpload(deps: CompleteDeps, { id }: UploadRow, why: string): Promise<never> {
  await transact(deps.db, (trx) => deleteUpload(trx, id, isoNow(deps)))
  deps.housekeeping.collectGarbage()
  throw new FileRefusedError(why)
}
