import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SchemaDialect } from '../dialect.ts'
import { baseline } from './0024-baseline.ts'
import { rowBytes } from './0025-row-bytes.ts'
import { webhookOwners } from './0026-webhook-owners.ts'
import { auditOrder } from './0029-audit-order.ts'
import { keptBytes } from './0030-kept-bytes.ts'
import { sentParts } from './0031-sent-parts.ts'
import { auditKinds } from './0032-audit-kinds.ts'
import { sharing } from './0033-sharing.ts'
import { wordsAndOwnFiles } from './0034-words-and-own-files.ts'
import { memberNotices } from './0035-member-notices.ts'
import { longListedKeys } from './0036-long-listed-keys.ts'
import { downloadLines } from './0037-download-lines.ts'
import { linkTotals } from './0038-link-totals.ts'
import { statedChecksums } from './0039-stated-checksums.ts'
import { partDrops } from './0040-part-drops.ts'
import { privateNames } from './0041-private-names.ts'

/** Migrations by name, applied in the order of names. */
export type Migrations = Readonly<Record<string, Migration>>

/** A released migration never changes. Before you add one, keep a database of the schema (tests/fixtures/databases). */
export const migrations = (dialect: SchemaDialect): Migrations => ({
  '0024-baseline': { up: (db: Kysely<unknown>) => baseline(db, dialect) },
  '0025-row-bytes': { up: rowBytes },
  '0026-webhook-owners': { up: (db: Kysely<unknown>) => webhookOwners(db, dialect) },
  '0029-audit-order': { up: auditOrder },
  '0030-kept-bytes': { up: keptBytes },
  '0031-sent-parts': { up: sentParts },
  '0032-audit-kinds': { up: auditKinds },
  '0033-sharing': { up: (db: Kysely<unknown>) => sharing(db, dialect) },
  '0034-words-and-own-files': { up: (db: Kysely<unknown>) => wordsAndOwnFiles(db, dialect) },
  '0035-member-notices': { up: (db: Kysely<unknown>) => memberNotices(db, dialect) },
  '0036-long-listed-keys': { up: longListedKeys },
  '0037-download-lines': { up: (db: Kysely<unknown>) => downloadLines(db, dialect) },
  '0038-link-totals': { up: linkTotals },
  '0039-stated-checksums': { up: (db: Kysely<unknown>) => statedChecksums(db, dialect) },
  '0040-part-drops': { up: partDrops },
  '0041-private-names': { up: privateNames },
})
