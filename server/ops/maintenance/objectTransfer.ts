import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { blobPath, DiskBlobStore } from '../../blobs/diskBlobStore.ts'
import { errorCode, noHardLinkCodes } from '../../../contract/systemErrors.ts'
import type { FileToMove, UnitToMove } from '../../db/files/movedObjects.ts'
import { inParallel } from '../../util/parallel.ts'
import { syncDirectory, syncFile } from '../../util/fsync.ts'

/** Two folders with the layout of [Note: Blobs on disk], for copying objects from one to the other. */
export interface ObjectTransfer {
  from: DiskBlobStore
  fromRoot: string
  to: DiskBlobStore
  toRoot: string
  /** True to use hard links where possible: objects never change, and each link can be removed on its own. */
  usesLinks: boolean
}

export async function openObjectTransfer(
  fromRoot: string,
  toRoot: string,
  usesLinks: boolean,
): Promise<ObjectTransfer> {
  await mkdir(toRoot, { recursive: true, mode: 0o700 })
  const [from, to] = [await DiskBlobStore.open(fromRoot), await DiskBlobStore.open(toRoot)]
  // Remove leftovers of an interrupted run.
  await to.sweep(new Date(Date.now() + 1000))
  return { from, fromRoot, to, toRoot, usesLinks }
}

const copiesAtOnce = 4

/** Copies a file's object, replacing an existing copy. False if the source no longer exists. */
export type CopyObject = () => Promise<boolean>

/** EUCLEAN, a damaged file system. Node has no name for it. */
const structureNeedsCleaning = 'Unknown system error -117'

/** True if a file or its folder is unreadable, which says nothing about other files. */
export const isUnreadable = (error: unknown): boolean =>
  ['EIO', 'EACCES', structureNeedsCleaning].includes(errorCode(error))

/** Calls `work` for each file of the units. Copied objects are durable once this resolves. */
export const copyUnits = (
  transfer: ObjectTransfer,
  units: readonly UnitToMove[],
  work: (file: FileToMove, copyObject: CopyObject) => Promise<void>,
): Promise<void> =>
  inParallel(units, copiesAtOnce, async ({ files }) => {
    const changedFolders = new Set<string>()
    await inParallel(files, copiesAtOnce, (file) =>
      work(file, () => copyObjectOf(transfer, file, changedFolders)),
    )
    // Sync nested folders before their parents.
    for (const folder of [...changedFolders].sort((a, b) => b.length - a.length)) await syncDirectory(folder)
  })

async function copyObjectOf(
  transfer: ObjectTransfer,
  { blob_key: key }: FileToMove,
  changed: Set<string>,
): Promise<boolean> {
  const [from, to] = [blobPath(transfer.fromRoot, key), blobPath(transfer.toRoot, key)]
  const copy = temporaryPath(transfer)
  try {
    if ((await stat(from)).isDirectory()) await copyParts(transfer, from, copy)
    else await copyOrLink(transfer, from, copy)
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await replaceObject(transfer, copy, to)
  } catch (error) {
    if (errorCode(error) === 'ENOENT' && (await transfer.from.sizeOf(key)) === undefined) return false
    throw error
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
  changed.add(dirname(to)).add(dirname(blobPath(transfer.toRoot, key.slice(0, 32))))
  return true
}

/** Replaces the existing object after the copy is complete, so that it survives a full disk. */
async function replaceObject(transfer: ObjectTransfer, copy: string, to: string): Promise<void> {
  const old = temporaryPath(transfer)
  // Unlike a file, a folder can only replace an empty one.
  if ((await stat(copy)).isDirectory()) await rename(to, old).catch(ignoreMissing)
  await rename(copy, to)
  await rm(old, { recursive: true, force: true })
}

/**
 * True if all parts of an object are hard links to the source, so that both have the same damage. If a part was lost or
 * replaced on one side, the other may be intact.
 */
export async function areLinked(
  { fromRoot, toRoot }: ObjectTransfer,
  { blob_key: key }: FileToMove,
): Promise<boolean> {
  const [from, to] = [await inodesOf(blobPath(fromRoot, key)), await inodesOf(blobPath(toRoot, key))]
  return isDeepStrictEqual(from, to)
}

/** Inodes by path below the object, in which '' is the object itself. */
async function inodesOf(root: string, path = ''): Promise<ReadonlyMap<string, string>> {
  const stats = await stat(join(root, path)).catch(ignoreMissing)
  if (stats === undefined) return new Map()
  if (!stats.isDirectory()) return new Map([[path, `${stats.dev} ${stats.ino}`]])
  const names = await readdir(join(root, path))
  const parts = await Promise.all(names.map((name) => inodesOf(root, join(path, name))))
  return new Map(parts.flatMap((inodes) => [...inodes]))
}

function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error
}

const temporaryPath = ({ toRoot }: ObjectTransfer) => join(toRoot, 'tmp', randomBytes(16).toString('hex'))

async function copyParts(transfer: ObjectTransfer, from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const name of await readdir(from)) await copyOrLink(transfer, join(from, name), join(to, name))
  await syncDirectory(to)
}

async function copyOrLink(transfer: ObjectTransfer, from: string, to: string): Promise<void> {
  if (transfer.usesLinks && (await tryLink(from, to))) return
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  await syncFile(to)
}

/** False if hard links are impossible: different file systems, no support, or too many links. */
async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (errorCode(error) === 'EXDEV' || noHardLinkCodes.includes(errorCode(error))) return false
    throw error
  }
}
