import { type ClockDep, isoNow } from '../util/isoTime.ts'
import type { BlobGroup, BlobWriter, BlobsDep } from '../blobs/blobStore.ts'
import { newBlobKey } from '../blobs/blobKeys.ts'
import type { RequestMemory } from '../http/memoryBudget.ts'
import { stageBlob } from '../db/files/blobLifecycle.ts'
import type { SpaceReservation, StorageLimitsDep } from './storageLimits.ts'
import type { DbDep } from '../db/database.ts'
import type { HousekeepingDep } from '../housekeeping.ts'

type StagingDeps = ClockDep & BlobsDep & DbDep & HousekeepingDep & StorageLimitsDep

/** Maximum number of concurrent writes, to bound memory when the disk is slow. */
const maxWrites = 64
const maxWriteBytes = 16 * 1024 * 1024

/** Stores the files of one request under one key, which `staged` contains. */
export class Staging {
  readonly key = newBlobKey()
  readonly memory: RequestMemory
  /** SHA-256 of the small objects by key; those still being written are added before `makeDurable` resolves. */
  readonly hashes = new Map<string, string>()
  readonly #deps: StagingDeps
  readonly #folderId: number
  readonly #announced: number
  readonly #writing = new Set<Promise<void>>()
  #writingBytes = 0
  #failure: unknown
  #group: BlobGroup | undefined
  #openWriter: BlobWriter | undefined
  #objects = 0
  #staged = false
  #stopRenewing: () => void = () => undefined
  #received = 0
  #reservation: SpaceReservation | undefined

  /** @param announced length of the request in bytes; 0 if unknown */
  constructor(deps: StagingDeps, folderId: number, announced: number, memory: RequestMemory) {
    this.memory = memory
    this.#deps = deps
    this.#folderId = folderId
    this.#announced = announced
  }

  /** Maximum size of files that are collected in memory. */
  get smallBytes(): number {
    return this.#deps.blobs.maxBufferedBytes
  }

  /** True if anything may have been written. */
  get hasBegun(): boolean {
    return this.#group !== undefined
  }

  /** Call it before the first file with bytes. @throws HttpError 507 */
  async begin(): Promise<void> {
    if (this.#group) return
    this.#reservation = await this.#deps.storageLimits.reserve(this.#announced, this.#folderId)
    this.#staged = true
    await stageBlob(this.#deps.db, this.key, isoNow(this.#deps))
    this.#stopRenewing = this.#deps.housekeeping.keepRenewing(this.key)
    this.#group = await this.#deps.blobs.openGroup(this.key, this.memory.visitor)
  }

  /** Counts received bytes of files. @throws HttpError 507 */
  countReceived(bytes: number): Promise<void> | undefined {
    this.#received += bytes
    return this.#reservation?.countReceived(bytes)
  }

  /** Received bytes of files beyond the announced length. */
  get unannouncedBytes(): number {
    return Math.max(0, this.#received - this.#announced)
  }

  nextKey(): string {
    return `${this.key}/${this.#objects++}`
  }

  /** Takes memory for bytes of files; if there is not enough, waits for writes. @throws HttpError 413 or 503 */
  reserveMemory(bytes: number): Promise<void> | undefined {
    return this.memory.tryTake(bytes) ? undefined : this.#reserveMemoryAfterWrites(bytes)
  }

  async #reserveMemoryAfterWrites(bytes: number): Promise<void> {
    await Promise.all(this.#writing)
    this.memory.take(bytes)
  }

  /** Starts writing a small object of reserved bytes; resolves once the next one may follow. */
  putSmall(key: string, pieces: readonly Uint8Array[], size: number): Promise<void> {
    const written = this.#opened()
      .put(key, pieces)
      .then((sha256) => void this.hashes.set(key, sha256))
    return this.#track(written, size)
  }

  /** @param size size of the object, if known */
  async openWriter(key: string, size?: number): Promise<BlobWriter> {
    await this.reserveMemory(this.#deps.blobs.maxWriterMemory)
    return (this.#openWriter = await this.#opened().putStream(key, size))
  }

  /** Starts closing a writer of `openWriter`, which waits for the disk; resolves once the next object may follow. */
  closeWriter(writer: BlobWriter): Promise<void> {
    return this.#track(writer.close(), this.#deps.blobs.maxWriterMemory)
  }

  /** Tracks a write, whose failure fails the request. Resolves once another one may follow. */
  async #track(begun: Promise<void>, size: number): Promise<void> {
    const write = begun
      .catch((error: unknown) => {
        this.#failure ??= error
      })
      .finally(() => {
        this.#writing.delete(write)
        this.memory.give(size)
        this.#writingBytes -= size
      })
    this.#writing.add(write)
    this.#writingBytes += size
    while (this.#writing.size >= maxWrites || this.#writingBytes > maxWriteBytes) {
      await Promise.race(this.#writing)
    }
    this.#throwFailure()
  }

  /** Resolves once all objects survive a power cut. */
  async makeDurable(): Promise<void> {
    await Promise.all(this.#writing)
    this.#reservation?.end()
    this.#throwFailure()
    await this.#group?.makeDurable()
  }

  /** Call it when the request has ended in any way. */
  release(): void {
    this.#stopRenewing()
    this.memory.release()
  }

  /** Discards everything that was written. Does nothing once the key belongs to files. Never throws. */
  async discard(): Promise<void> {
    this.#reservation?.end()
    await this.#openWriter?.abandon()
    await Promise.all(this.#writing)
    if (this.#staged) await this.#deps.housekeeping.discardStagedBytes(this.key)
  }

  #opened(): BlobGroup {
    if (!this.#group) throw new Error('begin() comes first.')
    return this.#group
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure as Error
  }
}
