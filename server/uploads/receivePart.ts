import { type StallDep, readUnlessStalled } from '../http/multipart.ts'
import type { FastifyRequest } from 'fastify'
import { errorDetails } from '../../contract/errors.ts'
import { MiB } from '../../contract/limits.ts'
import { maxPartMemory, partCount, partLength, type BlobsDep } from '../blobs/blobStore.ts'
import { isoBefore, isoNow, type ClockDep } from '../util/isoTime.ts'
import type { UploadRow } from '../db/schema.ts'
import { addSentPart, findUpload, recordPart, subtractSentBytes, touchUpload } from '../db/uploads/uploads.ts'
import { conflict, notFound } from '../http/errors.ts'
import { bodyReadingBytes, type MemoryDep } from '../http/memoryBudget.ts'
import { addressOrNetwork } from '../http/ipAddresses.ts'
import { principalOf } from '../http/principals.ts'
import { requireChecksum } from '../http/requireChecksum.ts'
import { partPlanOf } from './partsUpload.ts'
import { queueInFolder, transactInFolder } from '../db/folders/folderQueue.ts'
import type { SpaceReservation, StorageLimitsDep } from './storageLimits.ts'
import type { DbDep } from '../db/database.ts'
import type { RateLimitsDep } from '../security/rateLimits.ts'
import type { MetersDep } from '../metrics/meters.ts'

type PartDeps = StallDep &
  BlobsDep &
  DbDep &
  RateLimitsDep &
  MemoryDep &
  MetersDep &
  ClockDep &
  StorageLimitsDep

/**
 * Limits of what may be sent for an upload, in multiples of its size and number of parts, plus a slack: a bad
 * connection interrupts parts again and again. A part costs a transaction however few bytes it has.
 */
export const maxSentMultiple = 4
export const sentBytesSlack = 256 * MiB
export const sentPartsSlack = 64

const touchSeconds = 60

/** Stores part `n` as it is received. @throws HttpError 400, 404, 408, 409, 503, 507; errors of the store */
export async function receivePart(deps: PartDeps, request: FastifyRequest, upload: UploadRow, n: number) {
  const length = partLength(partPlanOf(upload), n)
  const memory = deps.memory.openAccount(addressOrNetwork(request.ip))
  memory.take(bodyReadingBytes + Math.min(length, maxPartMemory))
  try {
    await storePart(deps, request, upload, { n, length })
  } finally {
    memory.release()
  }
}

async function storePart(
  deps: PartDeps,
  request: FastifyRequest,
  upload: UploadRow,
  { n, length }: { n: number; length: number },
): Promise<void> {
  const { db, blobs, limits } = deps
  const bytes = readUnlessStalled(request.raw, deps.stallMs)
  let reservation: SpaceReservation | undefined
  try {
    // Announcing a part takes no space.
    const first = await bytes.next()
    reservation = await deps.storageLimits.reserve(length)
    const sent = await countSentPart(deps, request, upload, length)
    const body = new PartReceiver(deps, upload, reservation)
    try {
      const received = body.receive(prepend(first, bytes))
      await blobs.putPart(upload.blob_key, n, requireChecksum(request, received), length)
    } finally {
      const missing = length - body.received
      if (missing > 0) {
        const principal = principalOf(request)
        await queueInFolder(upload.folder_id, principal, () => subtractSentBytes(db, upload.id, missing))
      }
      // Bytes beyond the announced size are charged like an announcement.
      const beyond = Math.min(body.received, sent - missing - upload.size)
      if (beyond > 0) await limits.uploads.charge(request, beyond)
    }
    if (upload.first_part_at === null || body.isTouchDue) await recordPart(db, upload.id, isoNow(deps))
  } finally {
    reservation?.end()
    await bytes.return(undefined)
  }
}

async function* prepend(
  first: IteratorResult<Buffer, void>,
  rest: AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer> {
  if (!first.done) yield first.value
  yield* rest
}

/**
 * Counts a part that is sent straight to the store as if all of it had been received, as this server does not see its
 * bytes. Whether it exists is checked when the upload is read, see `Housekeeping.sweep`.
 * @throws HttpError 404, 409, 507
 */
export async function countDirectPart(
  deps: PartDeps,
  request: FastifyRequest,
  upload: UploadRow,
  length: number,
): Promise<void> {
  const sent = await countSentPart(deps, request, upload, length)
  const beyond = Math.min(length, sent - upload.size)
  if (beyond > 0) await deps.limits.uploads.charge(request, beyond)
  await touchUpload(deps.db, upload.id, isoNow(deps))
}

/** Counts the bytes of a part before they are received, so that concurrent requests see them. */
function countSentPart(deps: PartDeps, request: FastifyRequest, upload: UploadRow, length: number) {
  const parts = partCount(partPlanOf(upload))
  const limits = {
    bytes: maxSentMultiple * upload.size + sentBytesSlack,
    parts: maxSentMultiple * parts + sentPartsSlack,
  }
  return transactInFolder(deps.db, upload.folder_id, principalOf(request), async (trx) => {
    const sent = await addSentPart(trx, upload.id, length, limits)
    if (sent === undefined) {
      const now = await findUpload(trx, upload.id, upload.folder_id)
      if (now === undefined) throw notFound(errorDetails.uploadUnknown)
      throw conflict(
        now.confirmed_at === null ? errorDetails.uploadSentTooOften : errorDetails.uploadConfirmed,
      )
    }
    await deps.storageLimits.requireWithinQuota(trx, upload.folder_id)
    return sent
  })
}

/** Counts received bytes and regularly updates the time of the last ones. */
class PartReceiver {
  received = 0
  readonly #deps: PartDeps
  readonly #upload: UploadRow
  readonly #reservation: SpaceReservation
  #touchedAt: string

  constructor(deps: PartDeps, upload: UploadRow, reservation: SpaceReservation) {
    this.#deps = deps
    this.#upload = upload
    this.#reservation = reservation
    this.#touchedAt = upload.last_part_at
  }

  get isTouchDue(): boolean {
    return this.#touchedAt < isoBefore(this.#deps.now(), touchSeconds)
  }

  async *receive(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const bytes of source) {
      this.received += bytes.length
      this.#deps.meters.bytesReceived(bytes.length)
      await this.#reservation.countReceived(bytes.length)
      if (this.isTouchDue) {
        this.#touchedAt = isoNow(this.#deps)
        await touchUpload(this.#deps.db, this.#upload.id, this.#touchedAt)
      }
      yield bytes
    }
  }
}
