import { createHash, hash, randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import {
  mkdir,
  open,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  unlink,
  type FileHandle,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { errorCode } from '../../contract/systemErrors.ts'
import { syncDirectory } from '../util/fsync.ts'
import { isBlobKey, requireBlobKey } from './blobKeys.ts'
import {
  BlobError,
  incompleteError,
  partCount,
  partLength,
  type BlobGroup,
  type BlobStore,
  type BlobWriter,
  type PartPlan,
  type BlobUnit,
} from './blobStore.ts'
import { KiB, maxParts } from '../../contract/limits.ts'
import { inParallel } from '../util/parallel.ts'
import { fairQueue } from '../http/fairQueue.ts'
import { WriteBuffer } from '../http/writeBuffer.ts'
import { type Principal, serverPrincipal } from '../http/principals.ts'
import { detachBuffers } from './detachBuffers.ts'
import type { ByteRange } from '../http/ranges.ts'

/** Size of writes: large enough for few system calls, small enough for the processor's cache. */
const writeBytes = 256 * KiB
const readBytes = 512 * KiB
const statsAtOnce = 16
/**
 * Maximum number of writes of groups in progress. The thread pool, which has four threads, takes everybody's calls in the
 * order in which they come, and each sync takes milliseconds: a form of small files alone would put 64 of them before
 * the next call of any other request. Twice the threads keep them busy.
 */
const groupWritesAtOnce = 8

const shards = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))

/**
 * [Note: Blobs on disk]
 *
 * <root>/ab/<key>/<i>        object i of a group, or part i of a completed object
 * <root>/ab/<key>.parts/<n>  part n of an incomplete object
 * <root>/tmp/<random>        a part that is being written, or a directory that is being removed
 *
 * `ab` is the first two characters of the key. A part is written to tmp/, synced and renamed, so writing is atomic and
 * needs no lock. Completing renames the whole directory, after which a late part finds no directory to move to. A
 * directory is synced after its entries, and its parent after it, before any success is reported.
 */
export class DiskBlobStore implements BlobStore {
  readonly maxBufferedBytes = 64 * KiB
  /** One large write in progress, and the next one. */
  readonly maxWriterMemory = 2 * writeBytes
  readonly maxStreamedBytes = Infinity
  readonly openAhead = 1
  readonly recordsHashes = false
  readonly #root: string
  readonly #writeQueue = fairQueue({ concurrency: groupWritesAtOnce })

  private constructor(root: string) {
    this.#root = root
  }

  static async open(root: string): Promise<DiskBlobStore> {
    await mkdir(join(root, 'tmp'), { recursive: true })
    const existing = new Set(await readdir(root))
    // Synchronously: 256 calls through the thread pool take more than twice the time.
    for (const shard of shards) if (!existing.has(shard)) fs.mkdirSync(join(root, shard), { recursive: true })
    await syncDirectory(root)
    return new DiskBlobStore(root)
  }

  async openGroup(prefix: string, principal: Principal = serverPrincipal): Promise<BlobGroup> {
    const directory = this.#path(prefix)
    const enqueue: Enqueue = (work) => this.#writeQueue(principal, work)
    await mkdir(directory)
    const path = (key: string) => {
      if (!key.startsWith(`${prefix}/`)) throw new Error('The key is not of this group.')
      return this.#path(key)
    }
    return {
      put: async (key, pieces) => {
        await enqueue(() => writeDurably(path(key), pieces))
        return sha256OfPieces(pieces)
      },
      putStream: async (key) => new DiskBlobWriter(await open(path(key), 'wx'), enqueue),
      makeDurable: () =>
        enqueue(async () => {
          await syncDirectory(directory)
          await syncDirectory(dirname(directory))
        }),
    }
  }

  async createParts(key: string): Promise<void> {
    await mkdir(this.#partsPath(key))
    await syncDirectory(dirname(this.#partsPath(key)))
  }

  async putPart(key: string, n: number, source: AsyncIterable<Uint8Array>, length: number): Promise<void> {
    const partPath = join(this.#partsPath(key), String(n))
    const temporary = join(this.#root, 'tmp', randomBytes(16).toString('hex'))
    const writer = new DiskBlobWriter(await open(temporary, 'wx'))
    try {
      let received = 0
      for await (const bytes of source) {
        received += bytes.length
        if (received > length) throw new BlobError('wrongSize')
        await writer.write(bytes)
      }
      if (received !== length) throw new BlobError('wrongSize')
      await writer.close()
      await rename(temporary, partPath)
      await syncDirectory(dirname(partPath))
    } catch (error) {
      await writer.abandon()
      await unlink(temporary).catch(ignoreMissing)
      throw isMissing(error) ? new BlobError('missing') : error
    }
  }

  async listParts(key: string, plan: PartPlan): Promise<number[]> {
    // Completing renames the directory, even during a read: a part that is missing here may be there.
    return (
      (await listPartNumbers(this.#partsPath(key), plan).catch(ignoreMissing)) ??
      (await listPartNumbers(this.#path(key), plan).catch(ignoreMissing)) ??
      []
    )
  }

  async completeParts(key: string, plan: PartPlan): Promise<void> {
    const from = this.#partsPath(key)
    const to = this.#path(key)
    if (!(await exists(to))) {
      try {
        if ((await listPartNumbers(from, plan)).length !== partCount(plan)) throw new BlobError('incomplete')
        await syncDirectory(from)
        await rename(from, to)
      } catch (error) {
        // Another request may have completed it at the same time.
        if (!(await exists(to))) throw isMissing(error) ? new BlobError('missing') : error
      }
    }
    await syncDirectory(dirname(to))
  }

  async read(
    key: string,
    range: ByteRange,
    size = range.end + 1,
  ): Promise<AsyncGenerator<Buffer, void, void>> {
    const path = this.#path(key)
    const stats = await stat(path).catch(ignoreMissing)
    if (stats === undefined) {
      await this.#requireShard(key)
      throw new BlobError('missing')
    }
    if (stats.isFile()) {
      if (stats.size < size) throw incompleteError()
      // Open the file before responding: later it could be gone.
      const file = await open(path).catch(ignoreMissing)
      if (file === undefined) throw new BlobError('missing')
      return readFile(file, range, allocateReadBuffer(range))
    }
    const first = await stat(join(path, '1')).catch(ignoreMissing)
    if (first === undefined) throw incompleteError()
    await requireParts(path, { size, partSize: first.size }, range)
    return readParts(path, first.size, range)
  }

  async readPart(key: string, n: number, plan: PartPlan): Promise<AsyncGenerator<Buffer, void, void>> {
    const range = { start: 0, end: partLength(plan, n) - 1 }
    for (const directory of [this.#partsPath(key), this.#path(key)]) {
      const file = await open(join(directory, String(n))).catch(ignoreMissing)
      if (file !== undefined) return readFile(file, range, allocateReadBuffer(range))
    }
    throw new BlobError('missing')
  }

  async sizeOf(key: string): Promise<number | undefined> {
    const path = this.#path(key)
    const stats = await stat(path).catch(ignoreMissing)
    if (stats?.isFile()) return stats.size
    const sizes = await this.#sizesIn(path)
    if (sizes !== undefined) return [...sizes.values()].reduce((sum, size) => sum + size, 0)
    // On an unmounted disk nothing is found, but nothing is lost.
    await this.#requireShard(key)
    return undefined
  }

  async *list(): AsyncGenerator<BlobUnit, void, void> {
    for (const shard of shards) {
      for (const key of (await readdir(join(this.#root, shard))).filter(isUnitKey).sort()) {
        const sizes = await this.#sizesIn(join(this.#root, shard, key))
        // Undefined if removed meanwhile, empty if nothing has been written into the group.
        if (sizes !== undefined && sizes.size > 0) yield { key, sizes }
      }
    }
  }

  async *listUnfinished(): AsyncGenerator<string, void, void> {
    for (const shard of shards)
      for (const name of await readdir(join(this.#root, shard)))
        if (isPartsName(name)) yield name.slice(0, 32)
  }

  async *listUnknownNames(): AsyncGenerator<string, void, void> {
    for (const name of await readdir(this.#root)) if (name !== 'tmp' && !shards.includes(name)) yield name
    for (const shard of shards) {
      for (const name of await readdir(join(this.#root, shard))) {
        const isOurs = (isUnitKey(name) || isPartsName(name)) && name.startsWith(shard)
        if (!isOurs) yield join(shard, name)
      }
    }
  }

  /** Sizes in bytes by name, `/n`. Undefined if the directory does not exist. */
  async #sizesIn(directory: string): Promise<Map<string, number> | undefined> {
    const names = await readdir(directory).catch(ignoreMissing)
    if (names === undefined) return undefined
    const sizes = new Map<string, number>()
    for (const name of names) {
      const stats = await stat(join(directory, name)).catch(ignoreMissing)
      if (stats !== undefined) sizes.set(`/${name}`, stats.size)
    }
    return sizes
  }

  async delete(keys: readonly string[]): Promise<void> {
    const changed = new Set<string>()
    for (const key of keys) {
      const path = this.#path(key)
      changed.add(dirname(path))
      if (key.includes('/')) await unlink(path).catch(ignoreMissing)
      else {
        // The parts come first: if they are completed meanwhile, the second call finds the object.
        await this.#removeDirectory(this.#partsPath(key))
        await this.#removeDirectory(path)
      }
    }
    for (const directory of changed) {
      // A group is removed with its last object.
      const isRemoved = dirname(directory) !== this.#root && (await removeIfEmpty(directory))
      await syncDirectory(isRemoved ? dirname(directory) : directory).catch(ignoreMissing)
    }
  }

  async sweep(time: Date): Promise<number> {
    let removed = 0
    const failures: unknown[] = []
    for (const name of await readdir(join(this.#root, 'tmp'))) {
      const path = join(this.#root, 'tmp', name)
      const stats = await stat(path).catch(ignoreMissing)
      if (stats === undefined || stats.mtime >= time) continue
      try {
        await rm(path, { recursive: true, force: true })
        removed++
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
    return removed
  }

  async checkWrites(): Promise<void> {
    const path = join(this.#root, 'tmp', `check-${randomBytes(8).toString('hex')}`)
    const file = await open(path, 'wx')
    await file.close()
    await unlink(path)
  }

  async checkReads(): Promise<void> {
    await stat(this.#root)
  }

  async isEmpty(): Promise<boolean> {
    for (const shard of shards) if ((await readdir(join(this.#root, shard))).length > 0) return false
    return true
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#root)
    return bavail * bsize
  }

  /** Moves the directory away first, so that a concurrent write fails instead of preventing the removal. */
  async #removeDirectory(path: string): Promise<void> {
    const trashPath = join(this.#root, 'tmp', randomBytes(16).toString('hex'))
    try {
      await rename(path, trashPath)
    } catch (error) {
      ignoreMissing(error)
      return
    }
    await rm(trashPath, { recursive: true, force: true })
  }

  #path(key: string): string {
    return blobPath(this.#root, key)
  }

  /** @throws BlobError 'unavailable' if the disk is missing, which says nothing about its objects */
  async #requireShard(key: string): Promise<void> {
    if (!(await exists(shardPath(this.#root, key))))
      throw new BlobError('unavailable', 'the folders of the store are missing')
  }

  #partsPath(key: string): string {
    return `${this.#path(key)}.parts`
  }
}

const shardPath = (root: string, key: string) => join(root, requireBlobKey(key).slice(0, 2))
/** Path of an object: a file, or a directory of its parts. */
export const blobPath = (root: string, key: string): string => join(shardPath(root, key), key)

const isUnitKey = (name: string) => isBlobKey(name) && !name.includes('/')
const isPartsName = (name: string) => name.endsWith('.parts') && isUnitKey(name.slice(0, -6))

function sha256OfPieces(pieces: readonly Uint8Array[]): string {
  const [first] = pieces
  // Most small files are one piece.
  if (first !== undefined && pieces.length === 1) return hash('sha256', first, 'base64url')
  const sum = createHash('sha256')
  for (const piece of pieces) sum.update(piece)
  return sum.digest('base64url')
}

/** Numbers of the parts of the right length in a directory, ascending. */
async function listPartNumbers(directory: string, plan: PartPlan): Promise<number[]> {
  const names = await readdir(directory)
  const numbers = names.map(Number).filter((n) => n >= 1 && n <= partCount(plan))
  const sizes = await Promise.all(numbers.map(async (n) => (await stat(join(directory, String(n)))).size))
  return numbers.filter((n, i) => sizes[i] === partLength(plan, n)).sort((a, b) => a - b)
}

/** Requires the parts of a range and the last one, before the first byte. @throws BlobError 'incomplete' */
async function requireParts(path: string, plan: PartPlan, range: ByteRange): Promise<void> {
  const last = partCount(plan)
  // The part size is the size of the first part on disk, which may be truncated, even to nothing.
  if (last > maxParts) throw incompleteError()
  await inParallel(neededPartNumbers(plan, range), statsAtOnce, async (n) => {
    const part = await stat(join(path, String(n))).catch(ignoreMissing)
    if (part === undefined || part.size < partLength(plan, n)) throw incompleteError()
  })
}

function* neededPartNumbers(plan: PartPlan, { start, end }: ByteRange): Generator<number> {
  const last = Math.floor(end / plan.partSize) + 1
  for (let n = Math.floor(start / plan.partSize) + 1; n <= last; n++) yield n
  if (last < partCount(plan)) yield partCount(plan)
}

async function* readParts(path: string, partSize: number, { start, end }: ByteRange) {
  const buffer = allocateReadBuffer({ start, end })
  for (let n = Math.floor(start / partSize); n * partSize <= end; n++) {
    const offset = n * partSize
    const range = { start: Math.max(0, start - offset), end: Math.min(partSize - 1, end - offset) }
    const file = await open(join(path, String(n + 1))).catch(ignoreMissing)
    if (file === undefined) throw incompleteError()
    yield* readFile(file, range, buffer)
  }
}

const allocateReadBuffer = ({ start, end }: ByteRange) =>
  Buffer.allocUnsafe(Math.min(readBytes, end - start + 1))

async function* readFile(file: FileHandle, { start, end }: ByteRange, buffer: Buffer) {
  try {
    for (let position = start; position <= end;) {
      const length = Math.min(buffer.length, end - position + 1)
      const { bytesRead } = await file.read(buffer, 0, length, position)
      if (bytesRead === 0) throw incompleteError()
      position += bytesRead
      // Close before the last piece: after it, the reader should not wait for the disk.
      if (position > end) await file.close()
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

type Enqueue = (work: () => Promise<void>) => Promise<void>

/** Buffers small pieces into large writes. One write is in progress while the next is buffered. */
class DiskBlobWriter implements BlobWriter {
  readonly #file: FileHandle
  readonly #enqueue: Enqueue
  readonly #pieces = new WriteBuffer()
  #pending: Promise<void> = Promise.resolve()
  #open = true

  /** @param enqueue runs what ends with a sync */
  constructor(file: FileHandle, enqueue: Enqueue = (work) => work()) {
    this.#file = file
    this.#enqueue = enqueue
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#pieces.add(bytes)
    if (this.#pieces.size >= writeBytes) await this.#flush()
  }

  async close(): Promise<void> {
    try {
      await this.#enqueue(async () => {
        await this.#flush()
        await this.#pending
        await this.#file.datasync()
      })
    } catch (error) {
      await this.abandon()
      throw error
    }
    this.#open = false
    await this.#file.close()
  }

  async abandon(): Promise<void> {
    if (!this.#open) return
    this.#open = false
    await this.#pending.catch(() => undefined)
    await this.#file.close().catch(() => undefined)
  }

  async #flush(): Promise<void> {
    const pieces = this.#pieces.take()
    await this.#pending
    this.#pending = writeAll(this.#file, pieces).then(() => detachBuffers(pieces))
    // The next flush or `close` handles the error. Avoid an unhandled rejection until then.
    this.#pending.catch(() => undefined)
  }
}

/** File descriptors, which take half the processor time of the file handles of `node:fs/promises`. */
const descriptorCalls = {
  open: promisify(fs.open),
  write: promisify(fs.writev),
  sync: promisify(fs.fdatasync),
}

const { O_CREAT, O_DSYNC, O_EXCL, O_WRONLY } = fs.constants
/** True if O_DSYNC syncs each write as `fdatasync` would, as on Linux. On other systems it does not reach the disk. */
const hasSyncedWrites = process.platform === 'linux'
const newFileFlags = O_WRONLY | O_CREAT | O_EXCL | (hasSyncedWrites ? O_DSYNC : 0)

async function writeDurably(path: string, pieces: readonly Uint8Array[]): Promise<void> {
  const descriptor = await descriptorCalls.open(path, newFileFlags, 0o666)
  try {
    await writeAll({ writev: (chunk) => descriptorCalls.write(descriptor, chunk) }, pieces)
    if (!hasSyncedWrites) await descriptorCalls.sync(descriptor)
  } finally {
    // Synchronously: nothing is left to be written, and a call through the thread pool takes longer.
    fs.closeSync(descriptor)
  }
}

interface Writable {
  writev(pieces: readonly Uint8Array[]): Promise<{ bytesWritten: number }>
}

async function writeAll(file: Writable, pieces: readonly Uint8Array[]): Promise<void> {
  let unwritten = pieces
  while (unwritten.length > 0) {
    let { bytesWritten } = await file.writev(unwritten)
    const next: Uint8Array[] = []
    // `writev` may write less than requested.
    for (const piece of unwritten) {
      if (bytesWritten >= piece.length) bytesWritten -= piece.length
      else {
        next.push(piece.subarray(bytesWritten))
        bytesWritten = 0
      }
    }
    unwritten = next
  }
}

async function removeIfEmpty(directory: string): Promise<boolean> {
  try {
    await rmdir(directory)
    return true
  } catch (error) {
    if (isMissing(error)) return true
    if (['ENOTEMPTY', 'EEXIST'].includes(errorCode(error))) return false
    throw error
  }
}

const exists = async (path: string) => (await stat(path).catch(ignoreMissing)) !== undefined

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(errorCode(error))
function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
