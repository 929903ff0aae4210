import { type RawBuilder, sql, type Transaction } from 'kysely'
import { assertDefined } from '../../../contract/assertDefined.ts'
import type { Database } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import { transactReadOnly } from '../../db/transact.ts'

type Row = Readonly<Record<string, unknown>>

interface TableKind {
  /** Columns of the primary key. */
  key: readonly string[]
  /** Set if the table generates unique ids. */
  givesIds?: true
  /** Set if the rows describe objects of a store. They are moved only with the store. */
  isOfStore?: true
}

/** Tables in an order in which referenced rows come first. Assets stay: each server adds those of its build. */
const tables: Readonly<Record<Exclude<keyof Tables, 'asset' | 'moved_object'>, TableKind>> = {
  user: { key: ['id'], givesIds: true },
  former_key_pair: { key: ['id'], givesIds: true },
  login_ticket: { key: ['token_hash'] },
  session: { key: ['token_hash'] },
  oidc_identity: { key: ['user_id'] },
  api_token: { key: ['id'], givesIds: true },
  passkey: { key: ['id'], givesIds: true },
  folder: { key: ['id'], givesIds: true },
  folder_member: { key: ['folder_id', 'user_id'] },
  trashed_member: { key: ['folder_id', 'user_id'] },
  shared_folder: { key: ['folder_id'] },
  roster_statement: { key: ['folder_id', 'seq'] },
  roster_key: { key: ['folder_id', 'fingerprint'] },
  folder_generation: { key: ['folder_id', 'gen'] },
  folder_grant: { key: ['folder_id', 'gen', 'user_id'] },
  leave_notice: { key: ['folder_id', 'user_id'] },
  replaced_upload_link: { key: ['link_token'] },
  contacts: { key: ['user_id'] },
  account_quota: { key: ['user_id'] },
  email_code: { key: ['user_id'] },
  arriving_batch: { key: ['folder_id', 'batch_id'] },
  webhook: { key: ['folder_id'] },
  notice: { key: ['id'], givesIds: true },
  member_notice: { key: ['folder_id', 'user_id'] },
  audit_event: { key: ['id'], givesIds: true },
  deleted_folder_owner: { key: ['user_id', 'folder_id'] },
  file: { key: ['id'], givesIds: true },
  batch_answers: { key: ['folder_id', 'batch_id'] },
  download_link: { key: ['id'], givesIds: true },
  download_link_file: { key: ['link_id', 'file_id'] },
  link_box: { key: ['link_id'] },
  link_use: { key: ['link_id', 'visitor_hash'] },
  link_person: { key: ['link_id', 'email'] },
  link_pass: { key: ['token_hash'] },
  used_link_token: { key: ['token_hash'] },
  upload: { key: ['id'] },
  batch_result: { key: ['folder_id', 'batch_id', 'batch_index'] },
  staged: { key: ['blob_key'], isOfStore: true },
  garbage: { key: ['blob_key'], isOfStore: true },
  parts_upload: { key: ['blob_key'], isOfStore: true },
  stored_hash: { key: ['blob_key', 'part', 'etag'], isOfStore: true },
  stated_checksum: { key: ['blob_key', 'part'], isOfStore: true },
  setting: { key: ['name'] },
  look: { key: ['id'] },
  operator_rules: { key: ['id'] },
  gate_pass: { key: ['token_hash'] },
  upload_code: { key: ['folder_id', 'address_mark'] },
  code_request: { key: ['address_mark'] },
  rate_limit: { key: ['key'] },
}

/** Batch size that respects the parameter limit of both databases. */
const rowsPerStatement = 200

type Trx = Transaction<Tables>

/**
 * Copies all rows with their ids in one transaction, compares their numbers, and calls `finish`.
 * @param withStore true to copy the rows about the objects of the store, too, which stays
 */
export async function moveRows(
  from: Database,
  to: Database,
  withStore: boolean,
  finish: (source: Trx, target: Trx) => Promise<void>,
): Promise<number> {
  return transactReadOnly(from.db, (source) =>
    to.db.transaction().execute(async (target) => {
      await target.deleteFrom('setting').execute()
      let rows = 0
      for (const [name, kind] of Object.entries(tables)) {
        if (kind.isOfStore === true && !withStore) continue
        rows += await copyTable(source, target, name, kind.key).catch((error: unknown) => {
          throw new Error(`the table ${name} could not be copied: ${String(error)}`, { cause: error })
        })
        if (kind.givesIds === true) await carryIds(from, source, to, target, name)
      }
      await finish(source, target)
      return rows
    }),
  )
}

async function copyTable(source: Trx, target: Trx, name: string, key: readonly string[]): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let behind: RawBuilder<unknown> = sql``
  let copied = 0
  for (;;) {
    const { rows } =
      await sql<Row>`select * from ${sql.table(name)} ${behind} order by ${columns} limit ${sql.lit(
        rowsPerStatement,
      )}`.execute(source)
    const last = rows.at(-1)
    if (last === undefined) break
    await insertRows(target, name, rows)
    copied += rows.length
    behind = sql`where (${columns}) > (${sql.join(key.map((column) => last[column]))})`
  }
  const [before, after] = [await countRows(source, name), await countRows(target, name)]
  if (before !== after) throw new Error(`${after} rows of ${before} came`)
  return copied
}

async function insertRows(target: Trx, name: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(assertDefined(rows[0]))
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(name)} (${names}) values ${sql.join(values)}`.execute(target)
}

async function countRows(db: Trx, name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db)
  return assertDefined(rows[0]).count
}

/** Continues id sequences, so that ids of deleted rows are not reused: keys of download links are derived from ids. */
async function carryIds(from: Database, source: Trx, to: Database, target: Trx, name: string): Promise<void> {
  const { rows } = await from.dialect.lastId(name).execute(source)
  const last = rows[0]?.id ?? 0
  if (last === 0) return
  for (const statement of to.dialect.setLastId(name, last)) await statement.execute(target)
}
