import type { DeleteResult, InsertResult, SelectQueryBuilder, UpdateResult } from 'kysely'

interface Statement {
  executeTakeFirst: () => Promise<DeleteResult | InsertResult | UpdateResult>
}

/** Runs a statement. @returns the number of rows that it has inserted, updated or deleted */
export async function executeAndCount(statement: Statement): Promise<number> {
  const result = await statement.executeTakeFirst()
  if ('numDeletedRows' in result) return Number(result.numDeletedRows)
  return Number('numUpdatedRows' in result ? result.numUpdatedRows : (result.numInsertedOrUpdatedRows ?? 0n))
}

/** Runs a statement. @returns true if it has inserted, updated or deleted a row */
export const executeHasChanged = async (statement: Statement): Promise<boolean> =>
  (await executeAndCount(statement)) > 0

/** Counts the rows of a query that selects no columns. */
export async function countRows<Database, Names extends keyof Database>(
  query: SelectQueryBuilder<Database, Names, object>,
): Promise<number> {
  const { count } = await query
    .select((e) => e.fn.countAll().as('count'))
    .$castTo<{ count: number | string }>()
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Runs a query. @returns true if it finds a row */
export const findsRow = async (query: {
  executeTakeFirst: () => Promise<object | undefined>
}): Promise<boolean> => (await query.executeTakeFirst()) !== undefined
