import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir, rm, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { chunkBytes, MiB } from '../../contract/limits.ts'
import { fault, FaultError } from '../../src/faults/fault.ts'
import type { ArchiveEntry } from '../../src/transfer/open/job.ts'
import type { Begun } from '../../src/transfer/open/openedChunks.ts'
import type { Bytes } from '../../src/transfer/ports.ts'
import { diskLimits, shorten } from '../../src/transfer/save/safeNames.ts'
import { own } from '../node/owner.ts'
import { noFollow } from './diskErrors.ts'
import { ownFolder, partsFolder } from './ourFolders.ts'

/** What is smaller was verified whole before it was written: nobody goes on with it. */
const keptFromBytes = 8 * MiB

/** Files that are not whole yet, of one process. Nobody else may look into their folder. */
export class Parts {
  readonly #folder: string
  readonly #giveBack: () => Promise<void>

  private constructor(folder: string, giveBack: () => Promise<void>) {
    this.#folder = folder
    this.#giveBack = giveBack
  }

  /** @param root of a `Tree` @returns null where another process puts files into it @throws what the disk does */
  static async open(root: string): Promise<Parts | null> {
    const folder = join(root, partsFolder)
    await ownFolder(folder)
    const giveBack = await own(folder)
    if (!giveBack) return null
    for (const name of await readdir(folder)) await removeSmall(join(folder, name))
    return new Parts(folder, giveBack)
  }

  /** Of the same file in every run, and of no other. */
  of(entry: Pick<ArchiveEntry, 'name' | 'size' | 'sha256' | 'root'>): Part {
    const { name, size, sha256, root } = entry
    const which = createHash('sha256').update(JSON.stringify([name, size, sha256, root]))
    const id = which.digest('hex').slice(0, 16)
    const own = shorten(name.slice(name.lastIndexOf('/') + 1), diskLimits.segmentBytes - `${id}.`.length)
    return new Part(join(this.#folder, `${id}.${own}`), entry.size)
  }

  /** What is not whole stays, and is gone on with the next time. */
  async close(): Promise<void> {
    await this.#giveBack()
    await rmdir(this.#folder).catch(() => undefined)
  }
}

async function removeSmall(path: string): Promise<void> {
  if (/[/\\]owner-\d+$/.test(path)) return
  const { size } = await lstat(path)
  if (size < keptFromBytes) await rm(path, { force: true })
}

/** A file on its way to its place. */
export class Part {
  readonly path: string
  readonly #size: number
  #handle: FileHandle | undefined
  #position = 0
  /** Bytes of it that a run before had written. */
  begunBytes = 0
  #isOpened = false

  /** @param size bytes, when it is whole */
  constructor(path: string, size: number) {
    this.path = path
    this.#size = size
  }

  /** Bytes of it that are known to be there. */
  get position(): number {
    return this.#position
  }

  /** Whether this run has looked at it, or written it. */
  get isOpened(): boolean {
    return this.#isOpened
  }

  /** What is there of it, whole chunks; the rest is to be written behind it. */
  async *begun(): Begun {
    const handle = await this.#open(constants.O_RDWR | constants.O_CREAT)
    const { size } = await handle.stat()
    const isPlausible = size <= this.#size
    const whole = size === this.#size ? size : size - (size % chunkBytes)
    this.begunBytes = isPlausible ? whole : 0
    await handle.truncate(this.begunBytes)
    while (this.#position < this.begunBytes) {
      const chunk = new Uint8Array(Math.min(chunkBytes, this.begunBytes - this.#position))
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, this.#position)
      if (bytesRead < chunk.length) throw new FaultError(fault('unsaved'))
      this.#position += bytesRead
      yield chunk
    }
  }

  /** From the beginning, whatever is there. */
  async restart(): Promise<void> {
    this.#position = 0
    this.begunBytes = 0
    await (await this.#open(constants.O_RDWR | constants.O_CREAT)).truncate(0)
  }

  /** Behind what is there. */
  async write(pieces: readonly Bytes[]): Promise<void> {
    const handle = await this.#open(constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC)
    for (const piece of pieces) {
      for (let from = 0; from < piece.length;) {
        const { bytesWritten } = await handle.write(piece, from, piece.length - from, this.#position)
        from += bytesWritten
        this.#position += bytesWritten
      }
    }
  }

  /** All of it is on the disk. @param modified milliseconds since 1970 */
  async finish(modified: number | undefined): Promise<void> {
    await this.write([])
    const handle = this.#handle
    if (!handle) return
    // As a Date: Node takes a number below 0 for now. A time that this disk cannot hold is none that a file should be missing for.
    if (modified !== undefined) await handle.utimes(new Date(), new Date(modified)).catch(() => undefined)
    await handle.sync()
    await this.close()
  }

  /** It stays as it is. */
  async close(): Promise<void> {
    const handle = this.#handle
    this.#handle = undefined
    await handle?.close()
  }

  async drop(): Promise<void> {
    await this.close()
    await unlink(this.path).catch(() => undefined)
  }

  async #open(flags: number): Promise<FileHandle> {
    this.#handle ??= await open(this.path, flags | noFollow)
    this.#isOpened = true
    return this.#handle
  }
}
