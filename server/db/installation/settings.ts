import { randomBytes } from 'node:crypto'
import { assertDefined } from '../../../contract/assertDefined.ts'
import { executeHasChanged } from '../rowCounts.ts'
import type { Db } from '../schema.ts'

/** A random secret of this installation, generated at its first use and never changed. */
export async function findOrCreateSecret(db: Db, name: string): Promise<Buffer> {
  await insertSettingIfAbsent(db, name, randomBytes(32).toString('base64'))
  return Buffer.from(assertDefined(await findSetting(db, name)), 'base64')
}

export async function findSetting(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

export async function setSetting(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Sets a setting unless it exists. False if it did. */
export const insertSettingIfAbsent = (db: Db, name: string, value: string): Promise<boolean> =>
  executeHasChanged(
    db
      .insertInto('setting')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doNothing()),
  )

export async function deleteSetting(db: Db, name: string): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', name).execute()
}

/** Deletes a setting that has this value. */
export async function deleteSettingOfValue(db: Db, name: string, value: string): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', name).where('value', '=', value).execute()
}
