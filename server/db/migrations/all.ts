import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { SchemaDialect } from '../dialect.ts'
import { baseline } from './0042-baseline.ts'
import { indexFoldersOfMember } from './0043-folders-of-member.ts'
import { addTrash } from './0044-trash.ts'
import { addRetention } from './0045-retention.ts'
import { addFolderKind } from './0046-folder-kind.ts'
import { addLastOrigin } from './0047-last-origin.ts'
import { addReminders } from './0048-reminders.ts'
import { indexNewFiles } from './0049-new-files.ts'

/** Migrations by name, applied in the order of names. */
export type Migrations = Readonly<Record<string, Migration>>

/** A released migration never changes. Before you add one, keep a database of the schema (tests/fixtures/databases). */
export const migrations = (dialect: SchemaDialect): Migrations => ({
  '0042-baseline': { up: (db: Kysely<unknown>) => baseline(db, dialect) },
  '0043-folders-of-member': { up: indexFoldersOfMember },
  '0044-trash': { up: (db: Kysely<unknown>) => addTrash(db, dialect) },
  '0045-retention': { up: addRetention },
  '0046-folder-kind': { up: addFolderKind },
  '0047-last-origin': { up: addLastOrigin },
  '0048-reminders': { up: addReminders },
  '0049-new-files': { up: indexNewFiles },
})
