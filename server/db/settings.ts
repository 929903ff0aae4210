import { randomBytes } from 'node:crypto'
import type { Db } from './schema.ts'

/** A random secret of this installation, generated at its first use and never changed. */
export async function serverSecret(db: Db, name: string): Promise<Buffer> {
  await db
    .insertInto('setting')
    .values({ name, value: randomBytes(32).toString('base64') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return Buffer.from(row.value, 'base64')
}
