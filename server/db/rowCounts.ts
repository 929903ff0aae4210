import type { DeleteResult, SelectQueryBuilder, UpdateResult } from 'kysely'

interface Statement {
  executeTakeFirst: () => Promise<DeleteResult | UpdateResult>
}

/** Runs a statement. @returns the number of rows that it has deleted or updated */
export async function changedRows(statement: Statement): Promise<number> {
  const result = await statement.executeTakeFirst()
  return Number('numDeletedRows' in result ? result.numDeletedRows : result.numUpdatedRows)
}

/** Runs a statement. @returns true if it has deleted or updated a row */
export const changesRows = async (statement: Statement): Promise<boolean> =>
  (await changedRows(statement)) > 0

/** Counts the rows of a query that selects no columns. */
export async function countOf<Database, Names extends keyof Database>(
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
