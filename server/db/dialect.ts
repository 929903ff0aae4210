import type { ColumnBuilderCallback, ColumnDataType } from 'kysely'

/** The little in which the two databases differ for our schema. */
export interface Dialect {
  idType: ColumnDataType
  idColumn: ColumnBuilderCallback
}

/** Whether a write failed because a unique value is taken. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_UNIQUE'

export const sqlite: Dialect = {
  idType: 'integer',
  idColumn: (column) => column.primaryKey().autoIncrement(),
}
