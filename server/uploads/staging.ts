import type { BlobGroup, BlobWriter } from '../blobs/blobStore.ts'
import { newBlobKey } from '../blobs/blobKeys.ts'
import { isoNow, type Context } from '../context.ts'
import type { HeldMemory } from '../http/memory.ts'
import { stageBlob } from '../db/blobs.ts'
import type { Arrival } from './room.ts'

/** Writes that may be under way at once, so that memory stays bounded when the disk is slow. */
const maxWrites = 64
const maxWriteBytes = 16 * 1024 * 1024

/** The files of one request on their way into the store, under one key that `staged` names. */
export class Staging {
  readonly key = newBlobKey()
  readonly memory: HeldMemory
  /** SHA-256 of the small objects, by key; those of one that is being written follow before `seal` is over. */
  readonly hashes = new Map<string, string>()
  readonly #context: Context
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
  #arrived = 0
  #arrival: Arrival | undefined

  /** `announced` is the length of the request as far as it is known, `memory` what it holds. */
  constructor(context: Context, folderId: number, announced: number, memory: HeldMemory) {
    this.memory = memory
    this.#context = context
    this.#folderId = folderId
    this.#announced = announced
  }

  /** Files up to this length are collected in memory. */
  get smallBytes(): number {
    return this.#context.blobs.smallBytes
  }

  /** Whether anything may have been written. */
  get begun(): boolean {
    return this.#group !== undefined
  }

  /** Before the first file that brings bytes. @throws HttpError 507 */
  async begin(): Promise<void> {
    if (this.#group) return
    this.#arrival = await this.#context.room.expect(this.#announced, this.#folderId)
    this.#staged = true
    await stageBlob(this.#context.db, this.key, isoNow(this.#context))
    this.#stopRenewing = this.#context.housekeeping.renew(this.key)
    this.#group = await this.#context.blobs.openGroup(this.key)
  }

  /** Bytes of files have come. @throws HttpError 507 */
  arrived(bytes: number): Promise<void> | undefined {
    this.#arrived += bytes
    return this.#arrival?.arrived(bytes)
  }

  /** Bytes of files that came beyond what was announced. */
  get unannounced(): number {
    return Math.max(0, this.#arrived - this.#announced)
  }

  nextKey(): string {
    return `${this.key}/${this.#objects++}`
  }

  /** Before bytes of files are held: what is on its way to the store is waited for first. @throws HttpError 413 or 503 */
  reserve(bytes: number): Promise<void> | undefined {
    return this.memory.tryTake(bytes) ? undefined : this.#reserveAfterWrites(bytes)
  }

  async #reserveAfterWrites(bytes: number): Promise<void> {
    await Promise.all(this.#writing)
    this.memory.take(bytes)
  }

  /** Starts to write a small object of reserved bytes; resolves when the next one may come. */
  put(key: string, pieces: readonly Uint8Array[], size: number): Promise<void> {
    const written = this.#opened()
      .put(key, pieces)
      .then((sha256) => void this.hashes.set(key, sha256))
    return this.#track(written, size)
  }

  /** @param size of the object, where it is known */
  async openWriter(key: string, size?: number): Promise<BlobWriter> {
    await this.reserve(this.#context.blobs.writerBytes)
    return (this.#openWriter = await this.#opened().putStream(key, size))
  }

  /** Starts to close a writer of `openWriter`, which waits for the disk; resolves when the next object may come. */
  close(writer: BlobWriter): Promise<void> {
    return this.#track(writer.close(), this.#context.blobs.writerBytes)
  }

  /** A write that has begun, and fails the request when it fails. Resolves when there may be another. */
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

  /** After this every object survives a power cut. */
  async seal(): Promise<void> {
    await Promise.all(this.#writing)
    this.#arrival?.end()
    this.#throwFailure()
    await this.#group?.seal()
  }

  /** The request has ended, however it did. */
  release(): void {
    this.#stopRenewing()
    this.memory.release()
  }

  /** Everything that was written is to be forgotten. Harmless after the key has found its files. Never throws. */
  async discard(): Promise<void> {
    this.#arrival?.end()
    await this.#openWriter?.abandon()
    await Promise.all(this.#writing)
    if (this.#staged) await this.#context.housekeeping.discard(this.key)
  }

  #opened(): BlobGroup {
    if (!this.#group) throw new Error('begin() comes first.')
    return this.#group
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure as Error
  }
}
