import { type BigIntStats } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { fault, FaultError } from '../../src/faults/fault.ts'
import type { Bytes, Source, SourceReader } from '../../src/transfer/ports.ts'

/** A file as it was when it was picked. */
export interface DiskFile {
  readonly path: string
  readonly size: number
  /** Nanoseconds since 1970. */
  readonly modified: bigint
  readonly device: bigint
  readonly inode: bigint
}

/** @throws FaultError 'file-changed' for what is no file, or cannot be read */
export async function diskFile(path: string): Promise<DiskFile> {
  const found = await stat(path, { bigint: true }).catch(changed)
  if (!found.isFile()) return changed()
  return {
    path,
    size: Number(found.size),
    modified: found.mtimeNs,
    device: found.dev,
    inode: found.ino,
  }
}

export const diskSource = (file: DiskFile): Source => ({
  name: basename(file.path),
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

/** Looks before and after each piece whether the file is still the one that was picked. */
class DiskReader implements SourceReader {
  readonly #file: DiskFile
  #handle: Promise<FileHandle> | undefined
  #position = 0
  #isClosed = false

  constructor(file: DiskFile) {
    this.#file = file
  }

  async read(bytes: number, memory: ArrayBuffer): Promise<Bytes> {
    if (this.#isClosed) return changed()
    this.#handle ??= this.#open()
    const view = new Uint8Array(memory, 0, bytes)
    try {
      const handle = await this.#handle
      for (let filled = 0; filled < bytes;) {
        const { bytesRead } = await handle.read(view, filled, bytes - filled, this.#position)
        if (bytesRead === 0) return changed()
        filled += bytesRead
        this.#position += bytesRead
      }
      this.#expectSame(await stat(this.#file.path, { bigint: true }))
      return view
    } catch {
      return changed()
    }
  }

  close(): void {
    this.#isClosed = true
    // One that did not open, or whose disk is gone, has said so to whoever read.
    this.#handle?.then((handle) => handle.close()).catch(() => undefined)
  }

  async #open(): Promise<FileHandle> {
    const handle = await open(this.#file.path, 'r')
    try {
      this.#expectSame(await handle.stat({ bigint: true }))
      return handle
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  #expectSame(now: BigIntStats): void {
    const { size, modified, device, inode } = this.#file
    const isSame =
      now.size === BigInt(size) && now.mtimeNs === modified && now.dev === device && now.ino === inode
    if (!isSame) changed()
  }
}

function changed(): never {
  throw new FaultError(fault('file-changed'))
}
