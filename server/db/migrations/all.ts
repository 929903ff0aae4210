import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from '../dialect.ts'
import { first } from './0001-first.ts'
import { accounts } from './0002-accounts.ts'
import { gates } from './0003-gates.ts'
import { downloadLinks } from './0004-download-links.ts'
import { operations } from './0005-operations.ts'
import { linkBoxes } from './0006-link-boxes.ts'
import { limits } from './0007-limits.ts'
import { leases } from './0008-leases.ts'
import { objectStore } from './0009-object-store.ts'
import { assets } from './0010-assets.ts'
import { moves } from './0011-moves.ts'
import { recoveryCodes } from './0012-recovery-codes.ts'
import { severalPeople } from './0013-several-people.ts'
import { allowances } from './0014-allowances.ts'
import { apiTokens } from './0015-api-tokens.ts'
import { notices } from './0016-notices.ts'
import { operator } from './0017-operator.ts'
import { audit } from './0018-audit.ts'
import { integrity } from './0019-integrity.ts'
import { singleSignOn } from './0020-single-sign-on.ts'
import { senderFields } from './0021-sender-fields.ts'
import { look } from './0022-look.ts'
import { languages } from './0023-languages.ts'

/**
 * In the order of their names; a released one never changes. Keep a database of the schema before you add one
 * (tests/fixtures/databases).
 */
export function migrations(dialect: Dialect): Record<string, Migration> {
  return {
    '0001-first': { up: (db: Kysely<unknown>) => first(db, dialect) },
    '0002-accounts': { up: (db: Kysely<unknown>) => accounts(db, dialect) },
    '0003-gates': { up: (db: Kysely<unknown>) => gates(db, dialect) },
    '0004-download-links': { up: (db: Kysely<unknown>) => downloadLinks(db, dialect) },
    '0005-operations': { up: operations },
    '0006-link-boxes': { up: (db: Parameters<typeof linkBoxes>[0]) => linkBoxes(db, dialect) },
    '0007-limits': { up: limits },
    '0008-leases': { up: leases },
    '0009-object-store': { up: (db: Kysely<unknown>) => objectStore(db, dialect) },
    '0010-assets': { up: (db: Kysely<unknown>) => assets(db, dialect) },
    '0011-moves': { up: (db: Kysely<unknown>) => moves(db, dialect) },
    '0012-recovery-codes': { up: recoveryCodes },
    '0013-several-people': { up: (db: Kysely<unknown>) => severalPeople(db, dialect) },
    '0014-allowances': { up: (db: Kysely<unknown>) => allowances(db, dialect) },
    '0015-api-tokens': { up: (db: Kysely<unknown>) => apiTokens(db, dialect) },
    '0016-notices': { up: (db: Kysely<unknown>) => notices(db, dialect) },
    '0017-operator': { up: operator },
    '0018-audit': { up: (db: Kysely<unknown>) => audit(db, dialect) },
    '0019-integrity': { up: integrity },
    '0020-single-sign-on': { up: (db: Kysely<unknown>) => singleSignOn(db, dialect) },
    '0021-sender-fields': { up: (db: Kysely<unknown>) => senderFields(db, dialect) },
    '0022-look': { up: (db: Kysely<unknown>) => look(db, dialect) },
    '0023-languages': { up: languages },
  }
}
