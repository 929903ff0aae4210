import { assertDefined } from '../../../contract/assertDefined.ts'
import type { BlobUnit } from '../../blobs/blobStore.ts'
import { slicesOf } from '../../db/slicesOf.ts'
import { fileExists } from '../../db/files/files.ts'
import { referencedKeys } from '../../db/files/integrity.ts'
import { unitsToMove, type FileToMove, type UnitToMove as RowUnit } from '../../db/files/movedObjects.ts'
import type { Db } from '../../db/schema.ts'
import type { DatabaseAndStore } from './databaseAndStore.ts'

export interface MissingObject {
  file: FileToMove
  /** Undefined if there is no object. */
  bytes: number | undefined
}

/** Object that no row names. */
export interface OrphanedObject {
  key: string
  /** Undefined for parts of an incomplete object. */
  bytes: number | undefined
}

export interface ObjectComparison {
  files: number
  objects: number
  missing: MissingObject[]
  orphans: OrphanedObject[]
  /** Names that are not Sealpost's. */
  unknownNames: string[]
}

const keysPerQuery = 500

/**
 * Compares file rows with stored objects in both directions, by name and length, without reading the objects. Differences
 * are checked again, because files may be added or removed meanwhile. See [Note: How bytes come and go].
 */
export async function compareObjects({ db, store }: DatabaseAndStore): Promise<ObjectComparison> {
  const result: ObjectComparison = { files: 0, objects: 0, missing: [], orphans: [], unknownNames: [] }
  const missing: MissingObject[] = []
  let unreferenced: OrphanedObject[] = []
  const confirmUnreferenced = async () => {
    result.orphans.push(...(await confirmOrphans({ db, store }, unreferenced)))
    unreferenced = []
  }
  for await (const [rows, stored] of joinByKey(rowUnits(db), store.list())) {
    const sizes = stored?.sizes ?? new Map<string, number>()
    result.files += rows?.files.length ?? 0
    result.objects += sizes.size
    const named = new Set<string>()
    for (const file of rows?.files ?? []) {
      const isWhole = file.blob_key === rows?.key
      for (const name of isWhole ? sizes.keys() : [file.blob_key.slice(32)]) named.add(name)
      const bytes = isWhole ? sumOf(sizes) : sizes.get(file.blob_key.slice(32))
      if (bytes !== file.sealed_size) missing.push({ file, bytes })
    }
    for (const [name, bytes] of sizes)
      if (!named.has(name)) unreferenced.push({ key: `${assertDefined(stored).key}${name}`, bytes })
    if (unreferenced.length >= keysPerQuery) await confirmUnreferenced()
  }
  await confirmUnreferenced()
  for (const one of missing) {
    const bytes = await store.sizeOf(one.file.blob_key)
    if (bytes === one.file.sealed_size || !(await fileExists(db, one.file.id))) continue
    result.missing.push({ file: one.file, bytes })
  }
  result.orphans.push(...(await findOrphanedParts({ db, store })))
  for await (const name of store.listUnknownNames()) result.unknownNames.push(name)
  return result
}

const sumOf = (sizes: ReadonlyMap<string, number>): number | undefined =>
  sizes.size === 0 ? undefined : [...sizes.values()].reduce((sum, size) => sum + size, 0)

/** Returns those that still have no row and still exist: a row is deleted after its object. */
async function confirmOrphans(
  { db, store }: DatabaseAndStore,
  unreferenced: readonly OrphanedObject[],
): Promise<OrphanedObject[]> {
  const named = await referencedKeys(
    db,
    unreferenced.map(({ key }) => key),
  )
  const orphans: OrphanedObject[] = []
  for (const orphan of unreferenced) {
    if (named.has(orphan.key)) continue
    const bytes = await store.sizeOf(objectKeyOf(orphan.key))
    if (bytes !== undefined) orphans.push(orphan)
  }
  return orphans
}

/** Key of an object; for an unknown name in the directory of an object, the key of that object. */
const objectKeyOf = (key: string): string => (/^[0-9a-f]{32}\/[0-9]{1,9}$/.test(key) ? key : key.slice(0, 32))

async function findOrphanedParts({ db, store }: DatabaseAndStore): Promise<OrphanedObject[]> {
  const listUnreferenced = async () => {
    const keys: string[] = []
    for await (const key of store.listUnfinished()) keys.push(key)
    const left: string[] = []
    for (const slice of slicesOf(keys, keysPerQuery)) {
      const named = await referencedKeys(db, slice)
      left.push(...slice.filter((key) => !named.has(key)))
    }
    return left
  }
  const first = await listUnreferenced()
  if (first.length === 0) return []
  const stillUnreferenced = new Set(await listUnreferenced())
  return first.filter((key) => stillUnreferenced.has(key)).map((key) => ({ key, bytes: undefined }))
}

async function* rowUnits(db: Db): AsyncGenerator<RowUnit, void> {
  for await (const units of unitsToMove(db)) yield* units
}

/** Joins two sequences that are sorted by key. */
async function* joinByKey(
  rows: AsyncGenerator<RowUnit, void>,
  stored: AsyncGenerator<BlobUnit, void>,
): AsyncGenerator<readonly [RowUnit | undefined, BlobUnit | undefined]> {
  let [row, unit] = [await nextOf(rows), await nextOf(stored)]
  while (row !== undefined || unit !== undefined) {
    const isRow = row !== undefined && (unit === undefined || row.key <= unit.key)
    const isUnit = unit !== undefined && (row === undefined || unit.key <= row.key)
    yield [isRow ? row : undefined, isUnit ? unit : undefined]
    if (isRow) row = await nextOf(rows)
    if (isUnit) unit = await nextOf(stored)
  }
}

async function nextOf<T>(units: AsyncGenerator<T, void>): Promise<T | undefined> {
  const next = await units.next()
  return next.done === true ? undefined : next.value
}
