import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { blobPath, DiskBlobStore, syncDirectory } from '../blobs/diskBlobStore.ts'
import { errorCode } from '../db/failures.ts'
import type { StoredFile, StoredUnit } from '../db/movedObjects.ts'
import { inParallel } from '../parallel.ts'

/** Two folders of the layout of [Note: Blobs on disk]. */
export interface Way {
  from: DiskBlobStore
  fromRoot: string
  to: DiskBlobStore
  toRoot: string
  /** Whether bytes on the same file system are shared: objects are never changed, so each of both may go by itself. */
  shares: boolean
}

export async function openWay(fromRoot: string, toRoot: string, shares: boolean): Promise<Way> {
  await mkdir(toRoot, { recursive: true, mode: 0o700 })
  const [from, to] = [await DiskBlobStore.open(fromRoot), await DiskBlobStore.open(toRoot)]
  // What an interrupted run has left.
  await to.sweep(new Date(Date.now() + 1000))
  return { from, fromRoot, to, toRoot, shares }
}

export type Brought =
  /** It was there, by its length. */
  | 'there'
  /** It is now. */
  | 'brought'
  /** Where it should come from it is not, or has another length. */
  | 'lost'

const atOnce = 4

type Tell = (file: StoredFile, how: Brought) => void

/** Brings the objects of these units, durably, and tells of each. */
export const bringUnits = (way: Way, units: readonly StoredUnit[], tell: Tell): Promise<void> =>
  inParallel(units, atOnce, (unit) => bringUnit(way, unit, tell))

async function bringUnit(way: Way, { files }: StoredUnit, tell: Tell): Promise<void> {
  const changed = new Set<string>()
  await inParallel(files, atOnce, async (file) => tell(file, await bring(way, file, changed)))
  // A group's own folder before the one that it is in.
  for (const folder of [...changed].sort((a, b) => b.length - a.length)) await syncDirectory(folder)
}

async function bring(way: Way, file: StoredFile, changed: Set<string>): Promise<Brought> {
  const { blob_key: key, sealed_size: size } = file
  const there = await way.to.sizeOf(key)
  if (there === size) return 'there'
  if ((await way.from.sizeOf(key)) !== size) return 'lost'
  if (there !== undefined) await way.to.delete([key])
  const [from, to] = [blobPath(way.fromRoot, key), blobPath(way.toRoot, key)]
  try {
    if ((await stat(from)).isDirectory()) await bringParts(way, from, to)
    else {
      await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      await bringFile(way, from, to)
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT' && (await way.from.sizeOf(key)) === undefined) return 'lost'
    throw error
  }
  changed.add(dirname(to)).add(dirname(blobPath(way.toRoot, key.slice(0, 32))))
  return 'brought'
}

const temporary = ({ toRoot }: Way) => join(toRoot, 'tmp', randomBytes(16).toString('hex'))

async function bringParts(way: Way, from: string, to: string): Promise<void> {
  const folder = temporary(way)
  await mkdir(folder, { mode: 0o700 })
  for (const name of await readdir(from)) await bringFile(way, join(from, name), join(folder, name))
  await syncDirectory(folder)
  await rename(folder, to)
}

async function bringFile(way: Way, from: string, to: string): Promise<void> {
  if (way.shares && (await linked(from, to))) return
  const copy = temporary(way)
  await copyFile(from, copy, constants.COPYFILE_FICLONE)
  const written = await open(copy, 'r+')
  try {
    await written.datasync()
  } finally {
    await written.close()
  }
  await rename(copy, to)
}

/** False where the two are on different file systems, or this one has no links, or no more of this file. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(errorCode(error)))
      return false
    throw error
  }
}
