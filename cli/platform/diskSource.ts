import * as fs from 'node:fs'
import { type BigIntStats, constants } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { fault, FaultError } from '../../core/faults/fault.ts'
import type { Bytes, Source, SourceReader } from '../../core/ports.ts'
import { errorCode } from '../../contract/systemErrors.ts'

/** File descriptors: a FileHandle costs as much as reading a small file. */
const [open, read] = [promisify(fs.open), promisify(fs.read)] as const

/** A Buffer on systems whose file names are not text. */
export type DiskPath = string | Buffer

/** A file as it was when it was picked. */
export interface DiskFile {
  readonly path: DiskPath
  readonly size: number
  /** Nanoseconds since 1970. */
  readonly modified: bigint
  readonly device: bigint
  readonly inode: bigint
  /** False for an empty or very small file, and for files of /proc and /sys, whose size is none. */
  readonly hasBlocks: boolean
}

/** @throws FaultError 'file-changed' if it is no file, or unreadable */
export async function statDiskFile(path: DiskPath): Promise<DiskFile> {
  const found = await stat(path, { bigint: true }).catch(throwChanged)
  return found.isFile() ? diskFileOf(path, found) : throwChanged()
}

/** @param found its stat */
export const diskFileOf = (path: DiskPath, found: BigIntStats): DiskFile => ({
  path,
  size: Number(found.size),
  modified: found.mtimeNs,
  device: found.dev,
  inode: found.ino,
  hasBlocks: found.blocks > 0n,
})

/** A text that is unique for the path. */
export const pathKey = (path: DiskPath): string =>
  typeof path === 'string' ? path : `\0${path.toString('latin1')}`

/** The last part of a path, for display. */
export const baseNameOf = (path: DiskPath): string => basename(path.toString())

export const diskSource = (file: DiskFile): Source => ({
  name: baseNameOf(file.path),
  size: file.size,
  lastModified: Number(file.modified / 1_000_000n),
  head: (bytes) => readOnce(file, Math.min(bytes, file.size)),
  whole: () => readOnce(file, file.size),
  reader: () => new DiskReader(file),
})

async function readOnce(file: DiskFile, bytes: number): Promise<Bytes> {
  const reader = new DiskReader(file)
  try {
    return await reader.read(bytes, new ArrayBuffer(bytes))
  } finally {
    reader.close()
  }
}

/** Checks before and after each read that the file is still the one that was picked. */
class DiskReader implements SourceReader {
  readonly #file: DiskFile
  #handle: Promise<number> | undefined
  #position = 0
  #isClosed = false
  /** The last read: until its end the system must not give the descriptor to another file. */
  #reading: Promise<unknown> = Promise.resolve()

  constructor(file: DiskFile) {
    this.#file = file
  }

  read(bytes: number, memory: ArrayBuffer): Promise<Bytes> {
    const read = this.#read(bytes, memory)
    this.#reading = read.catch(() => undefined)
    return read
  }

  async #read(bytes: number, memory: ArrayBuffer): Promise<Bytes> {
    if (this.#isClosed) return throwChanged()
    this.#handle ??= this.#open()
    const view = new Uint8Array(memory, 0, bytes)
    try {
      const handle = await this.#handle
      for (let filled = 0; filled < bytes;) {
        const { bytesRead } = await read(handle, view, filled, bytes - filled, this.#position)
        if (bytesRead === 0) return throwChanged()
        filled += bytesRead
        this.#position += bytesRead
      }
      this.#expectSame(await stat(this.#file.path, { bigint: true }))
      return view
    } catch (error) {
      return throwChanged(error)
    }
  }

  close(): void {
    this.#isClosed = true
    // Errors of opening were reported to the reader.
    void this.#reading.then(() => this.#handle?.then(fs.closeSync)).catch(() => undefined)
  }

  async #open(): Promise<number> {
    const handle = await open(this.#file.path, readFlags)
    try {
      // Synchronous: just after opening the result is cached, and a thread would cost more.
      this.#expectSame(fs.fstatSync(handle, { bigint: true }))
      return handle
    } catch (error) {
      fs.closeSync(handle)
      throw error
    }
  }

  #expectSame(now: BigIntStats): void {
    const { size, modified, device, inode } = this.#file
    const isSame =
      now.size === BigInt(size) && now.mtimeNs === modified && now.dev === device && now.ino === inode
    if (!isSame) throwChanged()
  }
}

/** Opening a pipe in place of the file would block without O_NONBLOCK. */
const readFlags = constants.O_RDONLY | constants.O_NONBLOCK

/** Why a file is unreadable, by error code. After any other error it counts as changed. */
const unreadableReasons: ReadonlyMap<unknown, string> = new Map([
  ['EACCES', 'You may not read it.'],
  ['EPERM', 'You may not read it.'],
  ['EBUSY', 'Another program has it open for itself.'],
  ['EIO', 'The disk fails to read it.'],
  ['EMFILE', 'Too many files are open.'],
])

function throwChanged(error?: unknown): never {
  const said = unreadableReasons.get(errorCode(error))
  throw new FaultError(fault('file-changed', said === undefined ? {} : { said }))
}
