import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { assertDefined } from '../../../contract/assertDefined.ts'
import { type BodyChecksum, createBodyChecksum } from '../../../contract/bodyChecksum.ts'
import { KiB, maxParts, MiB } from '../../../contract/limits.ts'
import { ConfigError, type S3Config } from '../../config/config.ts'
import { slicesOf } from '../../db/slicesOf.ts'
import type { StoredHash } from '../../db/schema.ts'
import type { PartRecords } from '../../db/files/partRecords.ts'
import { inParallel } from '../../util/parallel.ts'
import { readBounded } from '../../http/readBounded.ts'
import { isBlobKey, requireBlobKey } from '../blobKeys.ts'
import {
  AlteredPartsError,
  BlobError,
  incompleteError,
  isBlobError,
  partCount,
  partLength,
  partNumbers,
  partRange,
  sha256Of,
  type BlobGroup,
  type BlobStore,
  type BlobWriter,
  type DirectUploads,
  type PartPlan,
  type BlobUnit,
} from '../blobStore.ts'
import { MultipartWriter } from './multipartWriter.ts'
import { PartStreamWriter } from './partStreamWriter.ts'
import { createPutObject, type PutObject } from './putObject.ts'
import { withBlobErrors, toBlobError, isNotFound, toS3StartError } from './s3Client.ts'
import type { ByteRange } from '../../http/ranges.ts'

/** Minimum size of a part in S3, except the last. */
const minPartBytes = 5 * MiB
const requestsAtOnce = 16
/** S3 accepts no more in a DeleteObjects request. */
const keysPerDeletion = 1000
/** Number of reconnections without progress after which a download fails, and of attempts to abort a multipart upload. */
export const maxReconnects = 4
const reconnectDelayMs = 200
/** Key of the object that names the bucket's owner. It is also written to check whether the bucket is writable. */
const ownerKey = 'sealpost-installation'
export const maxOwnerBytes = KiB

/**
 * [Note: Blobs in an object store]
 *
 * <key>/<i>   object i of a group
 * <key>       an object from parts: one multipart upload, whose id is in `parts_upload`
 *
 * The store writes an object or a part atomically and durably. The SHA-256 of incoming bytes is recorded in
 * `stored_hash`. Parts that were uploaded directly are read back after completion, and compared with the checksums that
 * their sender declared, before they are reported as stored.
 */
export class S3BlobStore implements BlobStore {
  readonly maxBufferedBytes = minPartBytes
  /** Size for unknown lengths: the part in progress, the next one, and the pieces that it is assembled from. */
  readonly maxWriterMemory = 3 * minPartBytes
  readonly maxStreamedBytes = maxParts * minPartBytes
  readonly openAhead = 8
  readonly recordsHashes = true
  readonly directUploads?: DirectUploads
  readonly #client: S3Client
  /** @throws BlobError */
  readonly #send: S3Client['send']
  readonly #bucket: string
  readonly #records: PartRecords
  readonly #put: PutObject
  readonly #installationId: string

  private constructor(
    client: S3Client,
    bucket: string,
    records: PartRecords,
    put: PutObject,
    installationId: string,
    directUploads?: DirectUploads,
  ) {
    if (directUploads) this.directUploads = directUploads
    this.#client = client
    this.#send = ((command: HeadBucketCommand) => withBlobErrors(client.send(command))) as S3Client['send']
    this.#bucket = bucket
    this.#records = records
    this.#put = put
    this.#installationId = installationId
  }

  /**
   * Opens the store and claims the bucket: two installations in one bucket would delete each other's objects.
   * @throws ConfigError
   */
  static async open(
    client: S3Client,
    config: S3Config,
    records: PartRecords,
    installationId: string,
    directUploads?: DirectUploads,
  ): Promise<S3BlobStore> {
    try {
      const put = await createPutObject(client, config.bucket)
      const store = new S3BlobStore(client, config.bucket, records, put, installationId, directUploads)
      const owner = await store.#readOwner()
      if (owner === undefined) await store.#writeOwner()
      else if (owner !== installationId) {
        throw new ConfigError([
          `The bucket ${config.bucket} belongs to another Sealpost, with another database. Set S3_BUCKET to an empty one.`,
        ])
      }
      return store
    } catch (error) {
      throw error instanceof ConfigError ? error : toS3StartError(error, config)
    }
  }

  openGroup(prefix: string): Promise<BlobGroup> {
    requireBlobKey(prefix)
    const hashes: StoredHash[] = []
    const path = (key: string) => {
      if (!key.startsWith(`${prefix}/`)) throw new Error('The key is not of this group.')
      return requireBlobKey(key)
    }
    const put = async (key: string, bytes: Buffer) => {
      const stored = await this.#putHashed(path(key), bytes)
      hashes.push({ blob_key: key, part: 0, size: bytes.length, ...stored })
      return stored.sha256
    }
    return Promise.resolve({
      put: (key, pieces) => put(key, Buffer.concat(pieces)),
      putStream: (key, size) =>
        Promise.resolve(this.#createWriter(path(key), size, (bytes) => put(key, bytes))),
      makeDurable: async () => {
        await this.#records.addHashes(hashes)
        hashes.length = 0
      },
    })
  }

  #createWriter(key: string, size: number | undefined, put: (bytes: Buffer) => Promise<unknown>): BlobWriter {
    let sentBytes = 0
    const target = {
      put,
      begin: () => this.createParts(key),
      putPart: (n: number, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, length: number) => {
        sentBytes += length
        return this.putPart(key, n, source, length)
      },
      complete: () => this.#completeUpload(key, sentBytes, (parts) => parts),
    }
    if (size === undefined) return new MultipartWriter(target, minPartBytes)
    return new PartStreamWriter(target, {
      size,
      partSize: Math.max(minPartBytes, Math.ceil(size / maxParts)),
    })
  }

  async createParts(key: string): Promise<void> {
    requireBlobKey(key)
    const { UploadId } = await this.#send(
      new CreateMultipartUploadCommand({ Bucket: this.#bucket, Key: key }),
    )
    await this.#records.addMultipartUpload(key, assertDefined(UploadId))
  }

  async putPart(
    key: string,
    n: number,
    source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    length: number,
  ): Promise<void> {
    const uploadId = await this.#records.findMultipartUploadId(requireBlobKey(key))
    if (uploadId === undefined) throw new BlobError('missing')
    const hash = createHash('sha256')
    let failure: { error: unknown } | undefined
    const abortController = new AbortController()
    async function* checkLength(): AsyncGenerator<Uint8Array> {
      try {
        let received = 0
        for await (const bytes of source) {
          received += bytes.length
          if (received > length) throw new BlobError('wrongSize')
          hash.update(bytes)
          yield bytes
        }
        if (received < length) throw new BlobError('wrongSize')
      } catch (error) {
        failure = { error }
        throw error
      }
    }
    const body = Readable.from(checkLength(), { objectMode: false })
    // The request would wait for the rest.
    body.once('error', () => abortController.abort())
    try {
      const { ETag } = await this.#client.send(
        new UploadPartCommand({
          Bucket: this.#bucket,
          Key: key,
          UploadId: uploadId,
          PartNumber: n,
          Body: body,
          ContentLength: length,
        }),
        { abortSignal: abortController.signal },
      )
      const sha256 = hash.digest('base64url')
      await this.#records.addHashes([
        { blob_key: key, part: n, etag: assertDefined(ETag), size: length, sha256 },
      ])
    } catch (error) {
      body.destroy()
      if (failure !== undefined) throw failure.error
      throw toBlobError(error)
    }
  }

  async listParts(key: string, plan: PartPlan): Promise<number[]> {
    const uploadId = await this.#records.findMultipartUploadId(requireBlobKey(key))
    if (uploadId === undefined) return []
    try {
      const listed = await this.#listUploadedParts(key, uploadId)
      return partsOfRightLength(listed, plan).map(({ part }) => part)
    } catch (error) {
      if (!isMissing(error)) throw error
      return (await this.sizeOf(key)) === plan.size ? partNumbers(plan) : []
    }
  }

  async completeParts(
    key: string,
    plan: PartPlan,
    checksums: ReadonlyMap<number, string> = new Map(),
  ): Promise<void> {
    await this.#completeUpload(key, plan.size, (listed) => {
      const parts = partsOfRightLength(listed, plan)
      if (parts.length !== partCount(plan)) throw new BlobError('incomplete')
      return parts
    })
    await this.#hashUnrecordedParts(key, plan, checksums)
  }

  /** Completes an upload from the chosen parts to an object of `size` bytes. Idempotent. */
  async #completeUpload(
    key: string,
    size: number,
    choose: (listed: readonly ListedPart[]) => readonly ListedPart[],
  ): Promise<void> {
    const uploadId = await this.#records.findMultipartUploadId(requireBlobKey(key))
    if (uploadId === undefined) throw new BlobError('missing')
    try {
      const parts = choose(await this.#listUploadedParts(key, uploadId))
      const MultipartUpload = { Parts: parts.map(({ part, etag }) => ({ PartNumber: part, ETag: etag })) }
      const upload = { Bucket: this.#bucket, Key: key, UploadId: uploadId, MultipartUpload }
      await this.#send(new CompleteMultipartUploadCommand(upload))
      await this.#records.deleteHashesOfOtherEtags(key, parts)
    } catch (error) {
      // Another request may have completed it, or a response was lost.
      if ((await this.sizeOf(key)) !== size) throw toBlobError(error)
    }
  }

  async read(key: string, range: ByteRange, size?: number): Promise<AsyncGenerator<Buffer, void, void>> {
    const body = await this.#openObject(requireBlobKey(key), range, size)
    return this.#readReconnecting(key, range, body)
  }

  async *#readReconnecting(
    key: string,
    { start, end }: ByteRange,
    first: Readable,
  ): AsyncGenerator<Buffer, void, void> {
    let body = first
    let position = start
    for (let reconnects = 0; ; reconnects++) {
      try {
        for await (const piece of body as AsyncIterable<Buffer>) {
          reconnects = 0
          position += piece.length
          yield piece
        }
      } catch (error) {
        if (reconnects >= maxReconnects) throw toBlobError(error)
      } finally {
        body.destroy()
      }
      if (position > end) return
      if (reconnects >= maxReconnects) throw new BlobError('unavailable', 'an object ended early')
      await delay(reconnectDelayMs * 2 ** reconnects)
      body = await this.#openObject(key, { start: position, end })
    }
  }

  async #openObject(key: string, { start, end }: ByteRange, size = end + 1): Promise<Readable> {
    const { Body, ContentRange = '' } = await this.#send(
      new GetObjectCommand({ Bucket: this.#bucket, Key: key, Range: `bytes=${start}-${end}` }),
    )
    const body = Body as Readable
    const isShorter = Number(ContentRange.split('/')[1]) < size
    if (!isShorter && ContentRange.startsWith(`bytes ${start}-${end}/`)) return body
    body.destroy()
    if (isShorter) throw incompleteError()
    throw new BlobError('unavailable', 'the store sent another range than requested')
  }

  /** Reads a part of a completed object: S3 cannot read others. */
  readPart(key: string, n: number, plan: PartPlan): Promise<AsyncGenerator<Buffer, void, void>> {
    return this.read(key, partRange(plan, n))
  }

  async sizeOf(key: string): Promise<number | undefined> {
    const command = new HeadObjectCommand({ Bucket: this.#bucket, Key: requireBlobKey(key) })
    try {
      return (await this.#send(command)).ContentLength
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async *list(): AsyncGenerator<BlobUnit, void, void> {
    let unit: { key: string; sizes: Map<string, number> } | undefined
    // S3 lists keys in ascending order.
    for await (const { key, size } of this.#listObjects('')) {
      if (!isBlobKey(key)) continue
      const unitKey = key.slice(0, 32)
      if (unit !== undefined && unit.key !== unitKey) yield unit
      if (unit?.key !== unitKey) unit = { key: unitKey, sizes: new Map() }
      unit.sizes.set(key.slice(32), size)
    }
    if (unit !== undefined) yield unit
  }

  async *listUnfinished(): AsyncGenerator<string, void, void> {
    for await (const { key } of this.#listUploads('')) yield key
  }

  async *listUnknownNames(): AsyncGenerator<string, void, void> {
    for await (const { key } of this.#listObjects('')) if (key !== ownerKey && !isBlobKey(key)) yield key
  }

  async delete(keys: readonly string[]): Promise<void> {
    const unitKeys = keys.map(requireBlobKey).filter((key) => !key.includes('/'))
    const objects = new Set(keys)
    await inParallel(unitKeys, requestsAtOnce, async (key) => {
      const uploadId = await this.#records.findMultipartUploadId(key)
      if (uploadId !== undefined) return this.#abort(key, uploadId)
      // A group, or objects left by a crash before the upload was recorded.
      for await (const object of this.#listObjects(`${key}/`)) objects.add(object.key)
      for await (const upload of this.#listUploads(key)) await this.#abort(upload.key, upload.id)
    })
    await this.#deleteObjects([...objects])
    await this.#records.deleteRecords(keys)
  }

  async #deleteObjects(keys: readonly string[]): Promise<void> {
    for (const slice of slicesOf(keys, keysPerDeletion)) {
      const Objects = slice.map((Key) => ({ Key }))
      const { Errors = [] } = await this.#send(
        new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } }),
      )
      const failed = Errors.find(({ Code }) => Code !== 'NoSuchKey')
      if (failed !== undefined) throw new BlobError('unavailable', failed.Code ?? 'an object was not deleted')
    }
  }

  /** Aborts an upload. A part that arrives meanwhile may survive that, so this repeats until the upload is unknown. */
  async #abort(key: string, id: string): Promise<void> {
    for (let tries = 0; tries < maxReconnects; tries++) {
      try {
        await this.#send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key: key, UploadId: id }))
        await this.#listUploadedParts(key, id)
      } catch (error) {
        if (isMissing(error)) return
        throw error
      }
    }
    throw new BlobError('unavailable', 'an upload cannot be aborted')
  }

  /** Aborts multipart uploads that no row names: the server crashed before recording them. */
  async sweep(time: Date): Promise<number> {
    const old: { key: string; id: string }[] = []
    for await (const upload of this.#listUploads('')) if (upload.initiatedAt < time) old.push(upload)
    const recordedIds = await this.#records.findKnownMultipartUploadIds(old.map(({ id }) => id))
    const unrecorded = old.filter(({ id }) => !recordedIds.has(id))
    await inParallel(unrecorded, requestsAtOnce, ({ key, id }) => this.#abort(key, id))
    return unrecorded.length
  }

  async checkWrites(): Promise<void> {
    await withBlobErrors(this.#writeOwner())
  }

  async checkReads(): Promise<void> {
    await this.#send(new HeadBucketCommand({ Bucket: this.#bucket }))
  }

  async isEmpty(): Promise<boolean> {
    for await (const { key } of this.#listObjects('')) if (key !== ownerKey) return false
    return (await this.#listUploads('').next()).done === true
  }

  freeBytes(): Promise<undefined> {
    return Promise.resolve(undefined)
  }

  async #putHashed(key: string, bytes: Buffer): Promise<{ etag: string; sha256: string }> {
    const digest = createHash('sha256').update(bytes).digest()
    return { etag: await this.#put(key, bytes, digest), sha256: digest.toString('base64url') }
  }

  /** @throws BlobError 'missing' if there is no such unfinished upload */
  async #listUploadedParts(key: string, uploadId: string): Promise<ListedPart[]> {
    const parts: ListedPart[] = []
    let PartNumberMarker: string | undefined
    do {
      const page = await this.#send(
        new ListPartsCommand({ Bucket: this.#bucket, Key: key, UploadId: uploadId, PartNumberMarker }),
      )
      for (const { PartNumber, ETag, Size } of page.Parts ?? []) {
        parts.push({ part: assertDefined(PartNumber), etag: assertDefined(ETag), size: assertDefined(Size) })
      }
      // Ceph returns a marker even after the last page.
      PartNumberMarker = page.IsTruncated === true ? page.NextPartNumberMarker : undefined
    } while (PartNumberMarker !== undefined)
    return parts
  }

  /**
   * Reads back parts that were uploaded directly, and parts that were uploaded twice with different content.
   * @throws AlteredPartsError
   */
  async #hashUnrecordedParts(
    key: string,
    plan: PartPlan,
    checksums: ReadonlyMap<number, string>,
  ): Promise<void> {
    const hashCounts = new Map<number, number>()
    for (const { part } of await this.#records.listHashes(key))
      hashCounts.set(part, (hashCounts.get(part) ?? 0) + 1)
    const partsToRead = partNumbers(plan).filter((n) => hashCounts.get(n) !== 1)
    const altered: number[] = []
    await inParallel(partsToRead, 4, async (n) => {
      const size = partLength(plan, n)
      const checksum = await createBodyChecksum()
      const sha256 = await sha256Of(updateChecksum(checksum, await this.read(key, partRange(plan, n))))
      if ((checksums.get(n) ?? checksum.hex()) !== checksum.hex()) {
        altered.push(n)
        return
      }
      const readBack = { part: n, etag: 'read back' }
      await this.#records.addHashes([{ blob_key: key, ...readBack, size, sha256 }])
      if (hashCounts.has(n)) await this.#records.deleteHashesOfOtherEtags(key, [readBack])
    })
    if (altered.length > 0) throw new AlteredPartsError(altered)
  }

  async *#listObjects(Prefix: string): AsyncGenerator<{ key: string; size: number }> {
    const request = { Bucket: this.#bucket, Prefix }
    try {
      for await (const { Contents = [] } of paginateListObjectsV2({ client: this.#client }, request)) {
        for (const { Key, Size = 0 } of Contents) if (Key !== undefined) yield { key: Key, size: Size }
      }
    } catch (error) {
      throw toBlobError(error)
    }
  }

  /** Unfinished multipart uploads of our objects whose key begins with `prefix`. */
  async *#listUploads(prefix: string): AsyncGenerator<{ key: string; id: string; initiatedAt: Date }> {
    let KeyMarker: string | undefined
    let UploadIdMarker: string | undefined
    do {
      const page = await this.#send(
        new ListMultipartUploadsCommand({
          Bucket: this.#bucket,
          ...(prefix !== '' && { Prefix: prefix }),
          KeyMarker,
          UploadIdMarker,
        }),
      )
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (Key !== undefined && UploadId !== undefined && isBlobKey(Key)) {
          yield { key: Key, id: UploadId, initiatedAt: Initiated ?? new Date() }
        }
      }
      ;({ NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page)
      if (page.IsTruncated !== true) return
    } while (KeyMarker !== undefined)
  }

  async #readOwner(): Promise<string | undefined> {
    try {
      const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: ownerKey }))
      if (Body === undefined) return undefined
      return (await readBounded(Body as Readable, maxOwnerBytes)).toString()
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }

  async #writeOwner(): Promise<void> {
    await this.#client.send(
      new PutObjectCommand({ Bucket: this.#bucket, Key: ownerKey, Body: this.#installationId }),
    )
  }
}

async function* updateChecksum(
  checksum: BodyChecksum,
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    checksum.update(piece)
    yield piece
  }
}

interface ListedPart {
  part: number
  etag: string
  size: number
}

/** Parts of the right length, ascending, as listed by S3. */
const partsOfRightLength = (parts: readonly ListedPart[], plan: PartPlan): ListedPart[] =>
  parts.filter(({ part, size }) => part <= partCount(plan) && size === partLength(plan, part))

const isMissing = (error: unknown): boolean => isBlobError(error, 'missing')
