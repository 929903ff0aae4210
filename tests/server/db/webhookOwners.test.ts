import Sqlite from 'better-sqlite3'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { assertDefined } from '../../../contract/assertDefined.ts'
import { sqlite } from '../../../server/db/dialect.ts'
import { migrations } from '../../../server/db/migrations/all.ts'
import { openSqliteKysely } from '../../../server/db/sqlite/sqlite.ts'
import { scratchFolder } from '../scratchFolder.ts'
import { keptDatabases, restoreDatabase } from './keptDatabases.ts'

const databaseBefore = assertDefined(keptDatabases().find(({ name }) => name === '0025-row-bytes'))
const adminId = 1

/** Whose the one webhook is in the end, and what waits for it, of a database of the schema before that was changed so. */
async function upgradeWith(changes: string) {
  const file = join(await scratchFolder(), 'sealpost.db')
  restoreDatabase(databaseBefore.sql, file)
  const old = new Sqlite(file)
  old.exec(changes)
  old.close()
  await (await openSqliteKysely(file, migrations(sqlite))).destroy()
  const database = new Sqlite(file, { readonly: true })
  const owners = database.prepare('select user_id from webhook').pluck().all()
  const waiting = database.prepare('select count(*) from notice where user_id is null').pluck().get()
  database.close()
  return { owners, waiting }
}

const insertSharedFolder = "insert into shared_folder select folder_id, 'of several' from webhook;"

it.each([
  ['is that of who entered the address', '', { owners: [adminId], waiting: 1 }],
  [
    'is that of who entered the address, of several people',
    insertSharedFolder,
    { owners: [adminId], waiting: 1 },
  ],
  [
    'ends where they are a member now',
    `${insertSharedFolder} update folder_member set role = 'member'`,
    { owners: [], waiting: 0 },
  ],
  ['ends where they are gone', `${insertSharedFolder} delete from folder_member`, { owners: [], waiting: 0 }],
  ['ends where they are disabled', 'update "user" set is_active = 0', { owners: [], waiting: 0 }],
])('an earlier webhook %s', async (_, changes, expected) => {
  expect(await upgradeWith(changes)).toEqual(expected)
})
