import type { Kysely, Migration } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { first } from './0001-first.ts'
import { operations } from './0005-operations.ts'

/** In the order of their names; a released one never changes. */
export function migrations(dialect: Dialect): Record<string, Migration> {
  return {
    '0001-first': { up: (db: Kysely<unknown>) => first(db, dialect) },
    '0005-operations': { up: operations },
  }
}
