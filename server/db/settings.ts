import { randomBytes } from 'node:crypto'
import { assertDefined } from '../../contract/assertDefined.ts'
import { changesRows } from './rowCounts.ts'
import type { Db } from './schema.ts'

/** A random secret of this installation, generated at its first use and never changed. */
export async function serverSecret(db: Db, name: string): Promise<Buffer> {
  await takeSetting(db, name, randomBytes(32).toString('base64'))
  return Buffer.from(assertDefined(await settingOf(db, name)), 'base64')
}

export async function settingOf(db: Db, name: string): Promise<string | undefined> {
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
export const takeSetting = (db: Db, name: string, value: string): Promise<boolean> =>
  changesRows(
    db
      .insertInto('setting')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doNothing()),
  )

/** Deletes a setting that has this value. */
export async function dropSetting(db: Db, name: string, value: string): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', name).where('value', '=', value).execute()
}
