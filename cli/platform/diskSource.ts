import * as fs from 'node:fs'
import { type BigIntStats, constants } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { fault, FaultError } from '../../core/faults/fault.ts'
import type { Bytes, Source, SourceReader } from '../../core/ports.ts'
import { errorCode } from '../../contract/systemErrors.ts'

/** Calls by file descriptor: a FileHandle costs as much as reading a small file. */
const [open, read] = [promisify(fs.open), promisify(fs.read)] as const

/** A path; a Buffer if it is not UTF-8. */
export type DiskPath = string | Buffer

/** A file as it was when it was picked. */
export interface DiskFile {
  readonly path: DiskPath
  readonly size: number
  /** Nanoseconds since 1970. */
  readonly modified: bigint
  readonly device: bigint
  readonly inode: bigint
  /** False for an empty or very small file, and for files of /proc and /sys, whose reported size is wrong. */
  readonly hasBlocks: boolean
}

/** Returns a file as it is now. @throws FaultError 'file-changed' if it is no file, or unreadable */
export async function statDiskFile(path: DiskPath): Promise<DiskFile> {
  const stats = await stat(path, { bigint: true }).catch(throwChanged)
  return stats.isFile() ? diskFileOf(path, stats) : throwChanged()
}

export const diskFileOf = (path: DiskPath, stats: BigIntStats): DiskFile => ({
  path,
  size: Number(stats.size),
  modified: stats.mtimeNs,
  device: stats.dev,
  inode: stats.ino,
  hasBlocks: stats.blocks > 0n,
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

/** Reads a file from its beginning. Checks when it is opened, and after each read, that it has not changed. */
class DiskReader implements SourceReader {
  readonly #file: DiskFile
  #handle: Promise<number> | undefined
  #position = 0
  #isClosed = false
  /** The last read. The descriptor stays open until its end, so that no other file gets it. */
  #lastRead: Promise<unknown> = Promise.resolve()

  constructor(file: DiskFile) {
    this.#file = file
  }

  read(bytes: number, memory: ArrayBuffer): Promise<Bytes> {
    const read = this.#read(bytes, memory)
    this.#lastRead = read.catch(() => undefined)
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
      this.#requireUnchanged(await stat(this.#file.path, { bigint: true }))
      return view
    } catch (error) {
      return throwChanged(error)
    }
  }

  close(): void {
    this.#isClosed = true
    // Errors of opening were thrown by `read`.
    void this.#lastRead.then(() => this.#handle?.then(fs.closeSync)).catch(() => undefined)
  }

  async #open(): Promise<number> {
    const handle = await open(this.#file.path, readFlags)
    try {
      // Synchronous: just after opening the result is cached, and a thread would cost more.
      this.#requireUnchanged(fs.fstatSync(handle, { bigint: true }))
      return handle
    } catch (error) {
      fs.closeSync(handle)
      throw error
    }
  }

  #requireUnchanged(stats: BigIntStats): void {
    const { size, modified, device, inode } = this.#file
    const isUnchanged =
      stats.size === BigInt(size) && stats.mtimeNs === modified && stats.dev === device && stats.ino === inode
    if (!isUnchanged) throwChanged()
  }
}

/** Flags for opening a file. O_NONBLOCK: opening a pipe that has replaced the file would block. */
const readFlags = constants.O_RDONLY | constants.O_NONBLOCK

/** Texts of error codes. After any other error the file counts as changed. */
const unreadableReasons: ReadonlyMap<unknown, string> = new Map([
  ['EACCES', 'You are not allowed to read it.'],
  ['EPERM', 'You are not allowed to read it.'],
  ['EBUSY', 'Another program has locked it.'],
  ['EIO', 'The disk cannot read it.'],
  ['EMFILE', 'Too many files are open.'],
])

function throwChanged(error?: unknown): never {
  const said = unreadableReasons.get(errorCode(error))
  throw new FaultError(fault('file-changed', said === undefined ? {} : { said }))
}
