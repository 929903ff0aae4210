import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { assertDefined } from '../../contract/assertDefined.ts'
import { errorDetails } from '../../contract/errors.ts'
import type { copyFiles } from '../../contract/schemas/sharing.ts'
import { callerActor, type AuditActor, type AuditDep } from '../audit/audit.ts'
import { isoNow, type ClockDep } from '../util/isoTime.ts'
import { requireOwner } from '../db/folders/folderAccess.ts'
import { addGarbage, unstageBlob } from '../db/files/blobLifecycle.ts'
import { findCopiedIds, findFiles, insertFiles, hashColumns, takenListedKeys } from '../db/files/files.ts'
import { promisedExpiry } from '../db/files/expiringFiles.ts'
import { lockFolders } from '../db/folders/folders.ts'
import { recipientKeyOf, findRosterId } from '../db/folders/rosters.ts'
import { rowBytesOf } from '../db/files/rowBytes.ts'
import type { Db, FileRow } from '../db/schema.ts'
import { toReadError } from '../downloads/sealedFile.ts'
import { transact } from '../db/transact.ts'
import { conflict, invalidField, notFound, unavailable } from '../http/errors.ts'
import { bodyReadingBytes, type MemoryDep } from '../http/memoryBudget.ts'
import { addressOrNetwork } from '../http/ipAddresses.ts'
import { fingerprint, modulusBytes } from '../security/publicKeys.ts'
import { assignFreeNames } from '../uploads/fileNames.ts'
import { hiddenColumns } from '../uploads/hideNames.ts'
import { Staging } from '../uploads/staging.ts'
import type { BlobsDep } from '../blobs/blobStore.ts'
import type { DbDep } from '../db/database.ts'
import type { HousekeepingDep } from '../housekeeping.ts'
import type { StorageLimitsDep } from '../uploads/storageLimits.ts'

type CopyDeps = AuditDep & BlobsDep & DbDep & HousekeepingDep & MemoryDep & ClockDep & StorageLimitsDep

type CopyFilesBody = z.output<typeof copyFiles.body>

export interface CopyRequest {
  folderId: number
  userId: number
  body: CopyFilesBody
}

/**
 * Copies files into a shared folder: manifests stay, and names unless placeholders are given, while each copy has its own
 * object and a newly wrapped key. Senders' answers are not copied, because they are sealed to the key of the original folder. All copies are
 * recorded in one transaction once their bytes are durable. Files that an earlier attempt has copied are skipped.
 * @throws HttpError 403, 404, 409, 422, 503 or 507; errors of the store
 */
export async function copyFilesIntoFolder(deps: CopyDeps, request: FastifyRequest, copyRequest: CopyRequest) {
  const { db } = deps
  const { folderId, userId, body } = copyRequest
  await requireOwner(db, folderId, userId)
  if ((await findRosterId(db, folderId)) === undefined) throw conflict(errorDetails.notShared)
  const sources = await filesToCopy(db, copyRequest)
  if (sources.length === 0) return
  await requireKeysForNewest(db, folderId, body)

  const bytes = sources.reduce((sum, file) => sum + file.sealed_size, 0)
  const rows = sources.reduce((sum, file) => sum + rowBytesOf(file), 0)
  await deps.storageLimits.requireQuotaLeft(folderId, bytes + rows)
  const memory = deps.memory.openAccount(addressOrNetwork(request.ip))
  const staging = new Staging(deps, folderId, bytes, memory)
  try {
    memory.take(bodyReadingBytes)
    await staging.begin()
    const copies: CopiedFile[] = []
    for (const file of sources) copies.push({ file, key: await copyBytes(deps, request.log, staging, file) })
    await staging.makeDurable()
    await insertCopies(deps, copyRequest, copies, { by: callerActor(request), staging })
  } catch (error) {
    await staging.discard()
    throw error
  } finally {
    staging.release()
  }
}

/** Files not in the folder yet. @throws HttpError 404 if the user may not open one, 422 if it cannot be copied */
async function filesToCopy(db: Db, { folderId, userId, body }: CopyRequest): Promise<FileRow[]> {
  const ids = body.files.map(({ file_id }) => file_id)
  if (new Set(ids).size < ids.length) throw invalidField('files', 'A file is named twice.')
  const alreadyCopied = await findCopiedIds(db, folderId, body.copy_id, ids)
  const missing = ids.filter((id) => !alreadyCopied.has(id))
  if (missing.length === 0) return []
  const found = await findFiles(db, missing, userId)
  if (found.length < missing.length) throw notFound(errorDetails.fileNotFound)
  const nameless = found.filter((file) => file.manifest === null)
  if (nameless.length > 0) {
    const names = nameless.map((file) => file.original_filename).join(', ')
    throw invalidField('files', `Files without a manifest cannot be copied: ${names}`, 'copyUnsealed')
  }
  return found
}

/** @throws HttpError 409 if keys are not wrapped to the newest key, 422 if they cannot be wrapped to any */
async function requireKeysForNewest(
  db: Db,
  folderId: number,
  { sealed_to, files }: CopyFilesBody,
): Promise<void> {
  const key = assertDefined(await recipientKeyOf(db, folderId))
  if (fingerprint(key) !== sealed_to) throw conflict(errorDetails.rosterMoved)
  const length = modulusBytes(key)
  if (files.some((file) => Buffer.from(file.encrypted_key, 'base64').length !== length))
    throw invalidField('files', 'An encrypted key is malformed.')
}

interface CopiedFile {
  file: FileRow
  key: string
}

/** @returns the key of the copy */
async function copyBytes({ blobs, db }: CopyDeps, log: FastifyBaseLogger, staging: Staging, file: FileRow) {
  const key = staging.nextKey()
  const size = file.sealed_size
  try {
    if (size <= staging.smallBytes) {
      await staging.reserveMemory(size)
      const pieces: Buffer[] = []
      // Copy the piece: the store reuses its buffer.
      for await (const piece of await blobs.read(file.blob_key, { start: 0, end: size - 1 }, size))
        pieces.push(Buffer.from(piece))
      await staging.countReceived(size)
      await staging.putSmall(key, pieces, size)
      return key
    }
    const writer = await staging.openWriter(key, size)
    for await (const piece of await blobs.read(file.blob_key, { start: 0, end: size - 1 }, size)) {
      await staging.countReceived(piece.length)
      await writer.write(Buffer.from(piece))
    }
    await staging.closeWriter(writer)
    return key
  } catch (error) {
    throw await toReadError({ blobs, db }, log, file, error)
  }
}

async function insertCopies(
  deps: CopyDeps,
  { folderId, userId, body }: CopyRequest,
  copies: readonly CopiedFile[],
  { by, staging }: { by: AuditActor; staging: Staging },
): Promise<void> {
  const now = isoNow(deps)
  const ids = copies.map(({ file }) => file.id)
  const requested = new Map(body.files.map((file) => [file.file_id, file]))
  const recorded = await transact(deps.db, async (trx) => {
    if (!(await unstageBlob(trx, staging.key))) {
      // Swept during the copy: some bytes may have been written after the sweep.
      await addGarbage(trx, [staging.key], now)
      return undefined
    }
    await lockFolders(trx, new Set([folderId, ...copies.map(({ file }) => file.folder_id)]))
    await requireOwner(trx, folderId, userId)
    await requireKeysForNewest(trx, folderId, body)
    if ((await findFiles(trx, ids, userId)).length < ids.length) throw notFound(errorDetails.fileNotFound)
    const alreadyCopied = await findCopiedIds(trx, folderId, body.copy_id, ids)
    const newCopies = copies.filter(({ file }) => !alreadyCopied.has(file.id))
    const placed = newCopies.map((copy) => {
      const { encrypted_key, hidden } = assertDefined(requested.get(copy.file.id))
      const { directory, original_filename: name, sha256 } = copy.file
      const shown = hidden ? hiddenColumns(hidden) : { directory, name, sha256 }
      return { ...copy, ...shown, encrypted_key }
    })
    const named = await assignFreeNames(placed, (listed) => takenListedKeys(trx, folderId, listed))
    const expiry = await promisedExpiry(trx, folderId, now)
    const rows = named.map(({ file: { file, key, encrypted_key, ...shown }, name, key: listed_key }) => ({
      folder_id: folderId,
      original_filename: shown.name,
      directory: shown.directory,
      listed_name: name,
      listed_key,
      size: file.size,
      sha256: shown.sha256,
      encrypted_key,
      encryption_iv: file.encryption_iv,
      manifest: file.manifest,
      sealed_to: body.sealed_to,
      uploader_email: file.uploader_email,
      upload_time: now,
      expires_at: expiry,
      last_downloaded_admin: null,
      blob_key: key,
      sealed_size: file.sealed_size,
      copied_from: file.id,
      copy_id: body.copy_id,
      // Prefer the source's hash: a damaged source gives a damaged copy.
      ...hashColumns(file.sealed_sha256 ?? staging.hashes.get(key), now),
    }))
    await insertFiles(trx, rows)
    await deps.storageLimits.requireWithinQuota(trx, folderId)
    if (rows.length > 0) {
      const bytes = rows.reduce((sum, { size }) => sum + size, 0)
      const details = { files: rows.length, bytes }
      await deps.audit.record(trx, by, { kind: 'files-copied', folderId, details })
    }
    const unwanted = copies.filter(({ file }) => alreadyCopied.has(file.id)).map(({ key }) => key)
    await addGarbage(trx, unwanted, now)
    return { isGarbage: unwanted.length > 0 }
  })
  if (recorded?.isGarbage !== false) deps.housekeeping.collectGarbage()
  if (recorded === undefined) throw unavailable(errorDetails.copyingTooLong)
}
