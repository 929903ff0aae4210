import type { Kysely } from 'kysely'
import type { BlobStore } from '../../blobs/blobStore.ts'
import {
  recordMoveBegun,
  countMovedObjects,
  countFilesAndBytes,
  recordMoveDone,
  deleteMoveRecords,
  moveStates,
  listUnconfirmedUploads,
  staleMoveKeys,
  unitsToMove,
  type UnitToMove,
} from '../../db/files/movedObjects.ts'
import type { Db, Tables } from '../../db/schema.ts'
import type { PartRecords } from '../../db/files/partRecords.ts'
import { inParallel, semaphore } from '../../util/parallel.ts'
import type { FileTotals } from '../maintenance/backUpInstallation.ts'
import { copyUnit, copyUpload, type CopyContext, type DamagedFile, objectExists } from './copyUnit.ts'

/** Number of objects or parts that are copied in parallel, with up to 15 MiB of memory each. */
const copiesAtOnce = 8
/** Number of units with many objects that are copied in parallel. An interruption loses their progress. */
const largeUnitsAtOnce = 2

export interface Installation {
  db: Kysely<Tables>
  store: BlobStore
  /** Hashes of incoming bytes. Set for a bucket. */
  records: PartRecords | undefined
}

interface ObjectsMoved {
  damages: DamagedFile[]
  /** Number of unfinished uploads, and of their parts that have to be sent again. */
  uploads: number
  partsLeft: number
}

/**
 * Copies all objects, and the parts of unfinished uploads, that do not exist at the target yet. Nobody else
 * may write to either.
 *
 * [Note: Moving objects] `moved_object` of the target's database has a row for each key before its first byte is written,
 * which also records that it is durable and verified. After an interruption, incomplete objects are removed and copied
 * again, and objects that the source has deleted meanwhile are removed.
 */
export async function moveObjects(
  from: Installation,
  to: Installation,
  onProgress: (moved: FileTotals) => void,
): Promise<ObjectsMoved> {
  const moved = { files: 0, bytes: 0 }
  const context: CopyContext = {
    source: from.store,
    target: to.store,
    records: from.records,
    limit: semaphore(copiesAtOnce),
    onBytes: (bytes) => {
      moved.bytes += bytes
      onProgress(moved)
    },
  }
  for await (const keys of staleMoveKeys(to.db, from.db)) await removeUnfinished(to, keys)
  const damages: DamagedFile[] = []
  const limitLarge = semaphore(largeUnitsAtOnce)
  for await (const units of unitsToMove(from.db)) {
    const movedBefore = await moveStates(to.db, units.flatMap(keysOf))
    await inParallel(units, copiesAtOnce, async (unit) => {
      const work = () => moveUnit(context, to.db, unit, movedBefore)
      const damaged = await (unit.files.length < copiesAtOnce ? work() : limitLarge(work))
      damages.push(...damaged)
      moved.files += unit.files.length - damaged.length
      onProgress(moved)
    })
  }
  const uploads = await listUnconfirmedUploads(from.db)
  let partsLeft = 0
  await inParallel(uploads, copiesAtOnce, async (upload) => {
    await removeUnfinished(to, [upload.blob_key])
    await recordMoveBegun(to.db, [upload.blob_key])
    partsLeft += await copyUpload(context, upload)
  })
  return { damages, uploads: uploads.length, partsLeft }
}

const keysOf = ({ files }: UnitToMove): string[] => files.map(({ blob_key }) => blob_key)

async function moveUnit(
  context: CopyContext,
  db: Db,
  unit: UnitToMove,
  movedBefore: ReadonlyMap<string, boolean>,
): Promise<DamagedFile[]> {
  const keys = keysOf(unit)
  if (keys.every((key) => movedBefore.get(key) === true) && (await areObjectsThere(context, unit))) return []
  if (keys.some((key) => movedBefore.has(key))) await context.target.delete([unit.key])
  await recordMoveBegun(db, keys)
  const damages = await copyUnit(context, unit)
  const damaged = new Set(damages.map(({ file }) => file.blob_key))
  await recordMoveDone(
    db,
    keys.filter((key) => !damaged.has(key)),
  )
  return damages
}

async function areObjectsThere(
  { target, limit, onBytes }: CopyContext,
  { files }: UnitToMove,
): Promise<boolean> {
  const missing: string[] = []
  await inParallel(files, copiesAtOnce, (file) =>
    limit(async () => {
      if (!(await objectExists(target, file))) missing.push(file.blob_key)
    }),
  )
  if (missing.length > 0) return false
  onBytes(files.reduce((sum, { sealed_size }) => sum + sealed_size, 0))
  return true
}

async function removeUnfinished({ db, store }: Installation, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await store.delete(keys)
  await deleteMoveRecords(db, keys)
}

/** @throws unless the target has all objects of the source, except for the damaged ones */
export async function requireAllObjectsMoved(source: Db, target: Db, damaged: number): Promise<void> {
  const { files } = await countFilesAndBytes(source)
  const moved = await countMovedObjects(target)
  if (files !== moved + damaged) {
    throw new Error(`the source has ${files} files, and ${moved} were moved while ${damaged} are damaged`)
  }
}
