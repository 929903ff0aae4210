import type { FastifyRequest } from 'fastify'
import { detail } from '../../contract/errors.ts'
import { MiB } from '../../contract/limits.ts'
import { maxPartMemory, partCount, partLength } from '../blobs/blobStore.ts'
import type { Context } from '../context.ts'
import { isoBefore, isoNow } from '../util/isoTime.ts'
import type { UploadRow } from '../db/schema.ts'
import { addSentPart, findUpload, recordPart, subtractSentBytes, touchUpload } from '../db/uploads.ts'
import { conflict, notFound } from '../http/errors.ts'
import { bodyReadingBytes } from '../http/memoryBudget.ts'
import { addressOrNetwork } from '../http/ipAddresses.ts'
import { readUnlessStalled } from '../http/multipart.ts'
import { principalOf } from '../http/principals.ts'
import { partPlanOf } from './partsUpload.ts'
import { queueInFolder, transactInFolder } from '../db/folderQueue.ts'
import type { SpaceReservation } from './storageLimits.ts'

/**
 * Limits of what may be sent for an upload, in multiples of its size and number of parts, plus a slack: a bad
 * connection interrupts parts again and again. A part costs a transaction however few bytes it has.
 */
export const maxSentMultiple = 4
export const sentBytesSlack = 256 * MiB
export const sentPartsSlack = 64

const touchSeconds = 60

/** Stores part `n` as it is received. @throws HttpError 404, 408, 409, 503, 507; errors of the store */
export async function receivePart(context: Context, request: FastifyRequest, upload: UploadRow, n: number) {
  const length = partLength(partPlanOf(upload), n)
  const memory = context.memory.openAccount(addressOrNetwork(request.ip))
  memory.take(bodyReadingBytes + Math.min(length, maxPartMemory))
  try {
    await storePart(context, request, upload, { n, length })
  } finally {
    memory.release()
  }
}

async function storePart(
  context: Context,
  request: FastifyRequest,
  upload: UploadRow,
  { n, length }: { n: number; length: number },
): Promise<void> {
  const { db, blobs, limits } = context
  const bytes = readUnlessStalled(request.raw, context.stallMs)
  let reservation: SpaceReservation | undefined
  try {
    // Announcing a part takes no space.
    const first = await bytes.next()
    reservation = await context.storageLimits.reserve(length)
    const sent = await countSentPart(context, request, upload, length)
    const body = new PartReceiver(context, upload, reservation)
    try {
      await blobs.putPart(upload.blob_key, n, body.receive(prepend(first, bytes)), length)
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
    if (upload.first_part_at === null || body.isTouchDue) await recordPart(db, upload.id, isoNow(context))
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
  context: Context,
  request: FastifyRequest,
  upload: UploadRow,
  length: number,
): Promise<void> {
  const sent = await countSentPart(context, request, upload, length)
  const beyond = Math.min(length, sent - upload.size)
  if (beyond > 0) await context.limits.uploads.charge(request, beyond)
  await touchUpload(context.db, upload.id, isoNow(context))
}

/** Counts the bytes of a part before they are received, so that concurrent requests see them. */
function countSentPart(context: Context, request: FastifyRequest, upload: UploadRow, length: number) {
  const parts = partCount(partPlanOf(upload))
  const limits = {
    bytes: maxSentMultiple * upload.size + sentBytesSlack,
    parts: maxSentMultiple * parts + sentPartsSlack,
  }
  return transactInFolder(context.db, upload.folder_id, principalOf(request), async (trx) => {
    const sent = await addSentPart(trx, upload.id, length, limits)
    if (sent === undefined) {
      const now = await findUpload(trx, upload.id, upload.folder_id)
      if (now === undefined) throw notFound(detail.uploadUnknown)
      throw conflict(now.confirmed_at === null ? detail.uploadSentTooOften : detail.uploadConfirmed)
    }
    await context.storageLimits.requireWithinQuota(trx, upload.folder_id)
    return sent
  })
}

/** Counts received bytes and regularly updates the time of the last ones. */
class PartReceiver {
  received = 0
  readonly #context: Context
  readonly #upload: UploadRow
  readonly #reservation: SpaceReservation
  #touchedAt: string

  constructor(context: Context, upload: UploadRow, reservation: SpaceReservation) {
    this.#context = context
    this.#upload = upload
    this.#reservation = reservation
    this.#touchedAt = upload.last_part_at
  }

  get isTouchDue(): boolean {
    return this.#touchedAt < isoBefore(this.#context.now(), touchSeconds)
  }

  async *receive(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const bytes of source) {
      this.received += bytes.length
      this.#context.meters.bytesReceived(bytes.length)
      await this.#reservation.countReceived(bytes.length)
      if (this.isTouchDue) {
        this.#touchedAt = isoNow(this.#context)
        await touchUpload(this.#context.db, this.#upload.id, this.#touchedAt)
      }
      yield bytes
    }
  }
}
