import { slicesOf } from '../slicesOf.ts'
import { comparedColumns, type ComparedFile, unitKeyOf } from './integrity.ts'
import type { Db, UploadRow } from '../schema.ts'
import { countRows, findsRow } from '../rowCounts.ts'

/** Columns of a file that are needed to move its bytes. */
export interface FileToMove extends ComparedFile {
  /** Part size of its upload; null if it did not come in parts, or if the upload was deleted meanwhile. */
  part_size: number | null
}

/** Files of one request, whose objects form a group, or one file, whose object came in parts. */
export interface UnitToMove {
  /** Key of the group or of the object. */
  key: string
  files: FileToMove[]
}

const filesPerStep = 1000
const keysPerStatement = 1000

/** Iterates over all units, some at a time. */
export async function* unitsToMove(db: Db): AsyncGenerator<UnitToMove[]> {
  let last: UnitToMove | undefined
  for (let after = ''; ;) {
    const files = await db
      .selectFrom('file')
      .leftJoin('upload', 'upload.blob_key', 'file.blob_key')
      .select([...comparedColumns.map((name) => `file.${name}` as const), 'part_size'])
      .where('file.blob_key', '>', after)
      .orderBy('file.blob_key')
      .limit(filesPerStep)
      .execute()
    const units: UnitToMove[] = last === undefined ? [] : [last]
    for (const file of files) {
      const key = unitKeyOf(file.blob_key)
      const unit = units.at(-1)
      if (unit?.key === key) unit.files.push(file)
      else units.push({ key, files: [file] })
    }
    const lastFile = files.at(-1)
    if (lastFile === undefined) {
      yield units
      return
    }
    after = lastFile.blob_key
    // The group may continue in the next step.
    last = units.pop()
    yield units
  }
}

export const listUnconfirmedUploads = (db: Db): Promise<UploadRow[]> =>
  db.selectFrom('upload').selectAll().where('confirmed_at', 'is', null).orderBy('id').execute()

export async function countFilesAndBytes(db: Db): Promise<{ files: number; bytes: number }> {
  const { files, bytes } = await db
    .selectFrom('file')
    .select((e) => [
      e.fn.countAll<number | string>().as('files'),
      e.fn.sum<number | string | null>('sealed_size').as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  return { files: Number(files), bytes: Number(bytes) }
}

/** Returns the keys whose move has begun, each with true if it is done. */
export async function moveStates(db: Db, keys: readonly string[]): Promise<Map<string, boolean>> {
  const isDoneByKey = new Map<string, boolean>()
  for (const slice of slicesOf(keys, keysPerStatement)) {
    const rows = await db.selectFrom('moved_object').selectAll().where('blob_key', 'in', slice).execute()
    for (const { blob_key, is_done } of rows) isDoneByKey.set(blob_key, is_done === 1)
  }
  return isDoneByKey
}

/** Records that keys are being moved. Call it before their first byte is written. */
export async function recordMoveBegun(db: Db, keys: readonly string[]): Promise<void> {
  for (const slice of slicesOf(keys, keysPerStatement)) {
    await db
      .insertInto('moved_object')
      .values(slice.map((blob_key) => ({ blob_key, is_done: 0 })))
      .onConflict((conflict) =>
        conflict.column('blob_key').doUpdateSet((row) => ({ is_done: row.ref('excluded.is_done') })),
      )
      .execute()
  }
}

export async function recordMoveDone(db: Db, keys: readonly string[]): Promise<void> {
  for (const slice of slicesOf(keys, keysPerStatement)) {
    await db.updateTable('moved_object').set({ is_done: 1 }).where('blob_key', 'in', slice).execute()
  }
}

export async function deleteMoveRecords(db: Db, keys: readonly string[]): Promise<void> {
  for (const slice of slicesOf(keys, keysPerStatement)) {
    await db.deleteFrom('moved_object').where('blob_key', 'in', slice).execute()
  }
}

export const countMovedObjects = (db: Db): Promise<number> =>
  countRows(db.selectFrom('moved_object').where('is_done', '=', 1))

export const hasNoMoveRecords = async (db: Db): Promise<boolean> =>
  !(await findsRow(db.selectFrom('moved_object').select('blob_key').limit(1)))

/** Iterates over keys whose move has begun but to which `source` does not refer any more, some at a time. */
export async function* staleMoveKeys(db: Db, source: Db): AsyncGenerator<string[]> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('moved_object')
      .select('blob_key')
      .where('blob_key', '>', after)
      .orderBy('blob_key')
      .limit(keysPerStatement)
      .execute()
    const lastRow = rows.at(-1)
    if (lastRow === undefined) return
    after = lastRow.blob_key
    const keys = rows.map(({ blob_key }) => blob_key)
    const files = await source
      .selectFrom('file')
      .select('blob_key')
      .where('blob_key', 'in', keys)
      .unionAll(
        source
          .selectFrom('upload')
          .select('blob_key')
          .where('blob_key', 'in', keys)
          .where('confirmed_at', 'is', null),
      )
      .execute()
    const referenced = new Set(files.map(({ blob_key }) => blob_key))
    yield keys.filter((key) => !referenced.has(key))
  }
}
