import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { chunkBytes, MiB } from '../../contract/limits.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import type { ArchiveEntry } from '../../core/open/openJob.ts'
import type { ExistingChunks } from '../../core/open/openChunks.ts'
import type { Bytes } from '../../core/ports.ts'
import { diskLimits, shorten } from '../../core/download/safeNames.ts'
import { createAndTryLock, isLockFile } from '../platform/folderLock.ts'
import { ensurePrivateFolder } from '../platform/privateFolder.ts'
import { partialsFolder } from './reservedFolders.ts'
import { noFollow, readFully } from './targetFolder.ts'

/** Smaller files are verified as a whole before they are written, so a smaller partial file is no use. */
const minResumableBytes = 8 * MiB
/** Archives are never resumed. */
const archivePrefix = 'archive'
/** Partial files are removed this long after their last change. */
const lifetimeMs = 30 * 24 * 3600 * 1000

const writeFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC

/** Partial files of one process, in a folder that other users cannot read. */
export class PartialFiles {
  readonly #folder: string
  readonly #release: () => Promise<void>

  private constructor(folder: string, release: () => Promise<void>) {
    this.#folder = folder
    this.#release = release
  }

  /**
   * Opens and locks the folder of partial files, and removes useless ones.
   * @param root absolute path of the target folder (`TargetFolder.root`)
   * @returns null if another process holds the folder
   * @throws errors of the disk
   */
  static async open(root: string, now = Date.now()): Promise<PartialFiles | null> {
    const folder = join(root, partialsFolder)
    const release = await createAndTryLock(folder, () => ensurePrivateFolder(folder))
    if (!release) return null
    for (const name of await readdir(folder))
      if (!isLockFile(name)) await removeIfStale(join(folder, name), now)
    return new PartialFiles(folder, release)
  }

  /** Returns the partial file of an entry, the same in every run. @param duplicateIndex number of earlier entries with its id */
  forEntry(
    entry: Pick<ArchiveEntry, 'id' | 'name' | 'size' | 'sha256' | 'root'>,
    duplicateIndex = 0,
  ): PartialFile {
    const { id, name, size, sha256, root } = entry
    const key = createHash('sha256').update(JSON.stringify([id, duplicateIndex, size, sha256, root]))
    return this.#partialFile(key.digest('hex').slice(0, 16), name, size)
  }

  /** Returns the partial file of an archive. @param name its unique name */
  forArchive(name: string): PartialFile {
    return this.#partialFile(archivePrefix, name, 0)
  }

  #partialFile(key: string, name: string, size: number): PartialFile {
    const maxBytes = diskLimits.segmentBytes - `${key}.`.length
    const shortName = shorten(name.slice(name.lastIndexOf('/') + 1), maxBytes)
    return new PartialFile(join(this.#folder, `${key}.${shortName}`), size)
  }

  /** Unlocks the folder. Partial files stay, and are resumed later. */
  async close(): Promise<void> {
    await this.#release()
    await rmdir(this.#folder).catch(() => undefined)
  }
}

async function removeIfStale(path: string, now: number): Promise<void> {
  const stats = await lstat(path)
  // A folder is not a partial file, and is left to whoever made it.
  if (stats.isDirectory()) return
  // Not `mtime`: a complete file has that of its sender.
  const { size, ctimeMs, nlink } = stats
  const isArchive = basename(path).startsWith(`${archivePrefix}.`)
  // A run was killed between link and unlink. Resuming would write to the file that is in place.
  const isInPlace = nlink > 1
  if (isArchive || isInPlace || size < minResumableBytes || now - ctimeMs > lifetimeMs)
    await rm(path, { force: true })
}

/** A file that is being written. */
export class PartialFile {
  readonly path: string
  readonly #size: number
  #handle: FileHandle | undefined
  #position = 0
  /** Plaintext bytes of an earlier run that are kept; 0 before `readExistingChunks` and after `restart`. */
  resumedBytes = 0
  /** True once this run has opened the file. */
  isOpened = false

  /** @param size final size in bytes */
  constructor(path: string, size: number) {
    this.path = path
    this.#size = size
  }

  /** Bytes that are known to be written. */
  get position(): number {
    return this.#position
  }

  /** Yields the whole chunks that are there; new data is appended to them. */
  async *readExistingChunks(): ExistingChunks {
    await this.#renameLeftover()
    const handle = await this.#open(constants.O_RDWR | constants.O_CREAT)
    const { size } = await handle.stat()
    const isPlausible = size <= this.#size
    const wholeChunkBytes = size === this.#size ? size : size - (size % chunkBytes)
    this.resumedBytes = isPlausible ? wholeChunkBytes : 0
    await handle.truncate(this.resumedBytes)
    while (this.#position < this.resumedBytes) {
      const bytes = Math.min(chunkBytes, this.resumedBytes - this.#position)
      const chunk = await readFully(handle, this.#position, bytes)
      if (chunk.length < bytes) throw new FaultError(fault('unsaved'))
      this.#position += bytes
      yield chunk
    }
  }

  /** Empties the file, to write it from the beginning. */
  async restart(): Promise<void> {
    this.#position = 0
    this.resumedBytes = 0
    await (await this.#open(constants.O_RDWR | constants.O_CREAT)).truncate(0)
  }

  /** Appends pieces. @throws errors of the disk */
  async write(pieces: readonly Bytes[]): Promise<void> {
    const handle = await this.#open(writeFlags)
    for (const piece of pieces) {
      for (let offset = 0; offset < piece.length;) {
        const { bytesWritten } = await handle.write(piece, offset, piece.length - offset, this.#position)
        offset += bytesWritten
        this.#position += bytesWritten
      }
    }
  }

  /** Syncs the complete file to the disk. @param modified milliseconds since 1970 */
  async finish(modified: number | undefined): Promise<void> {
    const handle = await this.#open(writeFlags)
    // A Date, since Node replaces negative numbers by the current time. A time that the disk cannot store is
    // no failure.
    if (modified !== undefined) await handle.utimes(new Date(), new Date(modified)).catch(() => undefined)
    await handle.sync()
    await this.close()
  }

  /** Closes the file, and keeps its content. */
  async close(): Promise<void> {
    const handle = this.#handle
    this.#handle = undefined
    await handle?.close()
  }

  /** Closes and deletes the file, if that is possible. */
  async delete(): Promise<void> {
    await this.close()
    await unlink(this.path).catch(() => undefined)
  }

  /** Renames the partial file of an earlier run that has the same key and another name. */
  async #renameLeftover(): Promise<void> {
    const folder = dirname(this.path)
    const [key = ''] = basename(this.path).split('.', 1)
    const entries = await readdir(folder, { withFileTypes: true })
    const leftover = entries.find((entry) => entry.isFile() && entry.name.startsWith(`${key}.`))
    if (leftover) await rename(join(folder, leftover.name), this.path)
  }

  async #open(flags: number): Promise<FileHandle> {
    this.#handle ??= await open(this.path, flags | noFollow)
    this.isOpened = true
    return this.#handle
  }
}
