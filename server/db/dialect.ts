import type { ColumnBuilderCallback, ColumnDataType } from 'kysely'

/** The little of our schema that each database writes in its own way; SQLite is the only one there is. */
export interface Dialect {
  idType: ColumnDataType
  idColumn: ColumnBuilderCallback
}

/** Whether a write failed because a unique value is taken, as SQLite says it. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_UNIQUE'

export const sqlite: Dialect = {
  idType: 'integer',
  idColumn: (column) => column.primaryKey().autoIncrement(),
}
