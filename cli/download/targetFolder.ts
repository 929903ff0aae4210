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
 * Names come from senders and are sanitized before (core/download/safeNames.ts); existing files may be those
 * of another user of this machine. Below the folder nothing is overwritten, and a name appears atomically, with
 * its complete content; on disks without hard links it is an empty file before. Every folder of a path is checked
 * before each write: only a symbolic link that takes its place between check and write is followed.
 */
export class TargetFolder implements FolderLookup {
  /** Absolute; without symbolic links if the folder exists. */
  readonly root: string
  /** Folders with new names since the last `sync`. */
  readonly #changed = new Set<string>()
  readonly #oneAtATime = mutex()

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

  /** @throws FaultError 'unsaved' if part of the path is no folder; errors of the disk */
  async find(path: readonly string[], name: string): Promise<ExistingFile | 'taken' | null> {
    const folder = await this.#existingFolder(path)
    if (folder === null) return null
    const filePath = join(folder, name)
    const found = await statsAt(filePath)
    if (!found) return null
    return found.isFile()
      ? { size: found.size, read: (from, bytes) => readFileAt(filePath, from, bytes) }
      : 'taken'
  }

  /** Moves a file of the same disk. @returns its path; null if the name is taken @throws as `find` */
  async moveInto(file: string, path: readonly string[], name: string): Promise<string | null> {
    const folder =
      (await this.#existingFolder(path)) ?? (await this.#oneAtATime(() => this.#makeFolder(path)))
    const to = join(folder, name)
    if (!(await moveUnlessTaken(file, to))) return null
    this.#changed.add(folder)
    return to
  }

  /** Makes new names durable across power failures. */
  async sync(): Promise<void> {
    const changed = [...this.#changed]
    this.#changed.clear()
    await Promise.all(changed.map(syncFolder))
  }

  /** Each time: others may have replaced a folder by a link since. @returns null if it is missing */
  async #existingFolder(path: readonly string[]): Promise<string | null> {
    const folder = join(this.root, ...path)
    // One call for all levels. It fails on disks that know a name in another spelling, too.
    const isReal = (await realpath(folder).catch(() => null)) === folder
    if (isReal && (await statsAt(folder))?.isDirectory()) return folder
    let level = this.root
    for (const name of path) {
      level = join(level, name)
      if (!(await isFolderAt(level))) return null
    }
    return folder
  }

  /** Files are moved at the same time: a missing folder is made for the first of them. */
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
  const kind = isLink ? 'a symbolic link, and nothing is written through one' : 'no folder'
  return new FaultError(fault('unsaved', { said: `${shownText(path)} is ${kind}.` }))
}

/** @returns false if nothing is there @throws FaultError 'unsaved' for anything else */
async function isFolderAt(path: string): Promise<boolean> {
  const found = await statsAt(path)
  if (found && !found.isDirectory()) throw notFolderError(path, found.isSymbolicLink())
  return found !== undefined
}

const statsAt = (path: string) => lstat(path).catch(ignoreErrorCodes('ENOENT'))

async function readFileAt(path: string, from: number, bytes: number): Promise<Bytes> {
  const file = await open(path, constants.O_RDONLY | noFollow)
  try {
    return await readFully(file, from, bytes)
  } finally {
    await file.close()
  }
}

/** Reads from a position, repeating short reads. @returns fewer bytes only at the end of the file */
export async function readFully(file: FileHandle, from: number, bytes: number): Promise<Bytes> {
  const memory = new Uint8Array(bytes)
  let filled = 0
  while (filled < bytes) {
    const { bytesRead } = await file.read(memory, filled, bytes - filled, from + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return memory.subarray(0, filled)
}

/** @returns false if the name was taken */
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

/** Reserves the name by an empty file, if there is something to move. */
async function moveOverPlaceholder(from: string, to: string): Promise<boolean> {
  await lstat(from)
  const reserved = await open(to, 'wx').catch(ignoreErrorCodes('EEXIST'))
  if (!reserved) return false
  await reserved.close()
  try {
    await rename(from, to)
  } catch (error) {
    // A rename may be carried out and still report an error, as on disks of a network: then `from` is gone.
    const isPending = (await statsAt(from).catch(() => undefined)) !== undefined
    const found = await lstat(to).catch(() => null)
    if (isPending && found?.size === 0) await unlink(to).catch(() => undefined)
    throw error
  }
  return true
}
