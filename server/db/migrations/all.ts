import type { Kysely, Migration } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { first } from './0001-first.ts'
import { accounts } from './0002-accounts.ts'
import { downloadLinks } from './0004-download-links.ts'

/** In the order of their names; a released one never changes. */
export function migrations(dialect: Dialect): Record<string, Migration> {
  return {
    '0001-first': { up: (db: Kysely<unknown>) => first(db, dialect) },
    '0002-accounts': { up: (db: Kysely<unknown>) => accounts(db, dialect) },
    '0004-download-links': { up: (db: Kysely<unknown>) => downloadLinks(db, dialect) },
  }
}
