import { constants } from 'node:fs'
import { type FileHandle, link, lstat, mkdir, open, realpath, rename, unlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fault, FaultError } from '../../core/faults/fault.ts'
import type { ExistingFile, FolderLookup } from '../../core/open/targetPath.ts'
import { shownText } from '../../contract/shownText.ts'
import type { Bytes } from '../../core/ports.ts'
import { mutex } from '../../core/util/mutex.ts'
import { errorCode, noHardLinkCodes } from '../../contract/systemErrors.ts'
import { ignoreErrorCodes } from '../platform/diskErrors.ts'
import { syncFolder } from '../platform/stateFile.ts'

/** Flag that opens no symbolic link. Windows has no such flag, and restricts who may create links. */
export const noFollow = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0

/**
 * [Note: A folder that strangers name files in]
 * Names come from senders and are sanitized before (core/download/safeNames.ts). Existing files may belong to
 * another user of this machine. Below the folder nothing is overwritten. A name appears atomically, with its complete
 * content; on disks without hard links it is an empty file at first. Every folder of a path is checked before each
 * write. Only a symbolic link that replaces a folder between check and write would be followed.
 */
export class TargetFolder implements FolderLookup {
  /** Absolute; without symbolic links if the folder exists. */
  readonly root: string
  /** Folders with new names since the last `sync`. */
  readonly #changed = new Set<string>()
  /** Makes folders one at a time. */
  readonly #makeExclusively = mutex()

  private constructor(root: string) {
    this.root = root
  }

  /** Creates the folder if necessary. @throws errors of the disk */
  static async open(folder: string): Promise<TargetFolder> {
    await mkdir(folder, { recursive: true })
    return new TargetFolder(await realpath(folder))
  }

  /** Opens it for reading; creates nothing. */
  static async openReadOnly(folder: string): Promise<TargetFolder> {
    return new TargetFolder((await realpath(folder).catch(ignoreErrorCodes('ENOENT'))) ?? resolve(folder))
  }

  /** Finds a name, see `FolderLookup`. @throws FaultError 'unsaved' if part of the path is no folder; errors of the disk */
  async find(path: readonly string[], name: string): Promise<ExistingFile | 'taken' | null> {
    const folder = await this.#existingFolder(path)
    if (folder === null) return null
    const filePath = join(folder, name)
    const stats = await statsAt(filePath)
    if (!stats) return null
    return stats.isFile()
      ? { size: stats.size, read: (offset, bytes) => readFileAt(filePath, offset, bytes) }
      : 'taken'
  }

  /** Moves a file of the same disk to a new name. @returns its path; null if the name is taken @throws as `find` */
  async moveInto(from: string, path: readonly string[], name: string): Promise<string | null> {
    const folder =
      (await this.#existingFolder(path)) ?? (await this.#makeExclusively(() => this.#makeFolder(path)))
    const to = join(folder, name)
    if (!(await moveUnlessTaken(from, to))) return null
    this.#changed.add(folder)
    return to
  }

  /** Makes new names durable across power failures. */
  async sync(): Promise<void> {
    const changed = [...this.#changed]
    this.#changed.clear()
    await Promise.all(changed.map(syncFolder))
  }

  /** Checks the folder each time, since others may have replaced it by a link. @returns null if it is missing */
  async #existingFolder(path: readonly string[]): Promise<string | null> {
    const folder = join(this.root, ...path)
    // A fast check of all levels. It also fails on disks that spell a name differently.
    const isReal = (await realpath(folder).catch(() => null)) === folder
    if (isReal && (await statsAt(folder))?.isDirectory()) return folder
    let level = this.root
    for (const name of path) {
      level = join(level, name)
      if (!(await isFolderAt(level))) return null
    }
    return folder
  }

  /** Makes the missing folders of a path. Other files may need the same ones at the same time. */
  async #makeFolder(path: readonly string[]): Promise<string> {
    let folder = this.root
    for (const name of path) {
      const parent = folder
      folder = join(parent, name)
      if (await isFolderAt(folder)) continue
      await mkdir(folder).catch(ignoreErrorCodes('EEXIST'))
      this.#changed.add(parent)
      if (!(await isFolderAt(folder))) throw notFolderError(folder, false)
    }
    return folder
  }
}

function notFolderError(path: string, isLink: boolean): FaultError {
  const kind = isLink ? 'a symbolic link, through which nothing is written' : 'not a folder'
  return new FaultError(fault('unsaved', { said: `${shownText(path)} is ${kind}.` }))
}

/** Returns true for a folder, and false if nothing is there. @throws FaultError 'unsaved' for anything else */
async function isFolderAt(path: string): Promise<boolean> {
  const stats = await statsAt(path)
  if (stats && !stats.isDirectory()) throw notFolderError(path, stats.isSymbolicLink())
  return stats !== undefined
}

const statsAt = (path: string) => lstat(path).catch(ignoreErrorCodes('ENOENT'))

async function readFileAt(path: string, offset: number, bytes: number): Promise<Bytes> {
  const file = await open(path, constants.O_RDONLY | noFollow)
  try {
    return await readFully(file, offset, bytes)
  } finally {
    await file.close()
  }
}

/** Reads from a position, repeating short reads. @returns fewer bytes only at the end of the file */
export async function readFully(file: FileHandle, offset: number, bytes: number): Promise<Bytes> {
  const memory = new Uint8Array(bytes)
  let filled = 0
  while (filled < bytes) {
    const { bytesRead } = await file.read(memory, filled, bytes - filled, offset + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return memory.subarray(0, filled)
}

/** Moves a file. @returns false if the name was taken */
async function moveUnlessTaken(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EEXIST') return false
    if (!noHardLinkCodes.includes(code)) throw error
    return moveOverPlaceholder(from, to)
  }
  await unlink(from)
  return true
}

/** Moves a file without hard links: an empty file reserves the name. @returns false if the name was taken */
async function moveOverPlaceholder(from: string, to: string): Promise<boolean> {
  // Fails before anything is reserved if there is nothing to move.
  await lstat(from)
  const reserved = await open(to, 'wx').catch(ignoreErrorCodes('EEXIST'))
  if (!reserved) return false
  await reserved.close()
  try {
    await rename(from, to)
  } catch (error) {
    // On a network disk a rename may succeed and still report an error: then `from` is gone.
    const isNotMoved = (await statsAt(from).catch(() => undefined)) !== undefined
    const placeholder = await lstat(to).catch(() => null)
    if (isNotMoved && placeholder?.size === 0) await unlink(to).catch(() => undefined)
    throw error
  }
  return true
}
