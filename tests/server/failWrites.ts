import { type Kysely, sql } from 'kysely'
import { inject } from 'vitest'
import type { Tables } from '../../server/db/schema.ts'

/**
 * From now on this fails for every row of the table.
 * @param condition about `new` or `old`: it fails only where this holds @returns what mends it
 */
export async function failWrites(
  db: Kysely<Tables>,
  operation: 'insert' | 'update' | 'delete',
  table: keyof Tables,
  condition = '1 = 1',
): Promise<() => Promise<void>> {
  const run = async (statement: string): Promise<void> => {
    await sql.raw(statement).execute(db)
  }
  const broken = `create trigger broken before ${operation} on "${table}"`
  if (inject('postgres') === undefined) {
    await run(`${broken} when (${condition}) begin select raise(abort, 'disk gone'); end`)
    return () => run('drop trigger broken')
  }
  await run(`create function broken() returns trigger language plpgsql as
    $$ begin raise exception 'disk gone'; end $$`)
  await run(`${broken} for each row when (${condition}) execute function broken()`)
  return () => run('drop function broken cascade')
}
