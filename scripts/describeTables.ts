import { type Kysely, sql } from 'kysely'
import { generate, IdentifierNode, PostgresDialect, RawExpressionNode, SqliteDialect } from 'kysely-codegen'
import type { Tables } from '../server/db/schema.ts'

/** Types of columns that hold less than their type in the database. Databases decide what is null or has a default. */
const columnTypes: Readonly<Record<string, string>> = {
  'arriving_batch.has_ended': 'Flag',
  'audit_event.by': 'ActorKind',
  'audit_event.kind': 'AuditKind',
  'download_link.requires_email': 'Flag',
  'folder.is_active': 'Flag',
  'folder.perform_mime_check': 'Flag',
  'folder.private_names': 'Flag',
  'folder.require_email_verification': 'Flag',
  'folder_member.notify_by_email': 'Flag',
  'trashed_member.notify_by_email': 'Flag',
  'folder_member.role': 'Role',
  'trashed_member.role': 'Role',
  'look.id': '1',
  'moved_object.is_done': 'Flag',
  'folder.kind': "'request' | 'sent'",
  'notice.kind':
    "'complete' | 'with-errors' | 'cut-off' | 'download' | 'expiring' | 'folder-ends' | 'link-ends'",
  'operator_rules.id': '1',
  'operator_rules.require_link_password': 'Flag',
  'operator_rules.require_named_people': 'Flag',
  'operator_rules.require_upload_gate': 'Flag',
  'user.is_2fa_enabled': 'Flag',
  'user.is_active': 'Flag',
  'user.is_operator': 'Flag',
  'user.wants_reminders': 'Flag',
  'user.password_kind': "'login' | 'key' | 'none'",
  'webhook.last_how': "WebhookOutcome['how']",
}

const customImports = {
  ActorKind: '../../contract/auditKinds.ts',
  AuditKind: '../../contract/auditKinds.ts',
  Flag: './flag.ts',
  Role: '../../contract/roster.ts',
  WebhookOutcome: '../../contract/schemas/notices.ts',
}

const typeNames = {
  number: ['integer', 'bigint', 'int4', 'int8'],
  string: ['text'],
  Buffer: ['blob', 'bytea'],
}

/** Describes the tables of a migrated database in TypeScript; the text is the same for SQLite and PostgreSQL. */
export function describeTables(db: Kysely<Tables>, kind: 'sqlite' | 'postgres'): Promise<string> {
  const dialect = kind === 'sqlite' ? new SqliteDialect() : new PostgresDialect()
  const scalars = Object.fromEntries<IdentifierNode | RawExpressionNode>([
    ...Object.entries(typeNames).flatMap(([type, names]) =>
      names.map((name) => [name, new IdentifierNode(type)] as const),
    ),
    ...Object.values(columnTypes).map((type) => [type.toLowerCase(), new RawExpressionNode(type)] as const),
  ])
  Object.assign(dialect.adapter.scalars, scalars)
  return generate({
    db,
    dialect,
    customImports,
    outFile: null,
    async postprocess({ metadata }) {
      const keys = kind === 'sqlite' ? await sqliteKeys(db) : new Map<string, boolean>()
      const unused = new Set(Object.keys(columnTypes))
      for (const table of metadata.tables) {
        for (const column of table.columns) {
          const name = `${table.name}.${column.name}`
          column.dataType = columnTypes[name] ?? column.dataType
          if (!(column.dataType.toLowerCase() in scalars))
            throw new Error(
              `${name} is of type ${column.dataType}, which scripts/describeTables.ts does not know.`,
            )
          unused.delete(name)
          const isAssigned = keys.get(name)
          if (isAssigned === undefined) continue
          column.isNullable = false
          column.isAutoIncrementing = isAssigned
        }
      }
      if (unused.size > 0) throw new Error(`There are no columns ${[...unused].join(', ')}.`)
      return metadata
    },
  })
}

/** Columns of primary keys, and whether SQLite assigns them. It reports that they may be null, and that it assigns all integers. */
async function sqliteKeys(db: Kysely<Tables>): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ name: string; is_assigned: 0 | 1 }>`
    select tables.name || '.' || columns.name as name, tables.sql like '%autoincrement%' as is_assigned
    from sqlite_master as tables join pragma_table_info(tables.name) as columns
    where tables.type = 'table' and columns.pk > 0`.execute(db)
  return new Map(rows.map(({ name, is_assigned }) => [name, is_assigned === 1]))
}
