import { randomBytes } from 'node:crypto'
import type { Db } from './schema.ts'

/** A random secret of this installation, generated at its first use and never changed. */
export async function serverSecret(db: Db, name: string): Promise<Buffer> {
  await takeSetting(db, name, randomBytes(32).toString('base64'))
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return Buffer.from(row.value, 'base64')
}

/** Whether it was not there; it is now, and stays as it was first set. */
export async function takeSetting(db: Db, name: string, value: string): Promise<boolean> {
  const result = await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}
