import type { Kysely } from 'kysely'
import { assertDefined } from '../../../contract/assertDefined.ts'
import { expect, it } from 'vitest'
import {
  type EventFilter,
  foldersPerStatement,
  type EnqueueStatement,
  listEvents,
} from '../../../server/db/audit.ts'
import type { AuditEventRow, Tables } from '../../../server/db/schema.ts'
import { startTestServer } from '../testServer.ts'
import { yieldingFairQueue } from '../../../server/http/fairQueue.ts'
import { countLoopTurns } from '../countLoopTurns.ts'

const sharedQueue = yieldingFairQueue()
const enqueue: EnqueueStatement = (work) => sharedQueue('somebody', work)

const deletedFolderCount = 1200
const linesPerFolder = 3

/** Somebody who has owned many folders, each with lines, many of them of the same moment as those of others. */
async function createDeletedFolders(deletedAt = (_n: number) => 200) {
  const server = await startTestServer()
  await server.signIn()
  const { db } = server.services
  const { id: userId } = await db.selectFrom('user').select('id').executeTakeFirstOrThrow()
  const folderIds = Array.from({ length: deletedFolderCount }, (_, n) => 1_000_000 + n)
  const timestamp = (n: number) => new Date(1_700_000_000_000 + n * 1000).toISOString()
  const lines = folderIds.flatMap((folder_id, n) =>
    Array.from({ length: linesPerFolder }, (_, line) => ({
      at: timestamp(((n * 7919) % 100) + 50 * line),
      by: 'account' as const,
      actor_id: null,
      actor: null,
      api_token: null,
      address: null,
      account_id: null,
      folder: null,
      kind: line === 0 ? ('folder-made' as const) : ('folder-changed' as const),
      folder_id,
      details: '{}',
    })),
  )
  for (let from = 0; from < lines.length; from += 1000)
    await db
      .insertInto('audit_event')
      .values(lines.slice(from, from + 1000))
      .execute()
  for (let from = 0; from < folderIds.length; from += 1000)
    await db
      .insertInto('deleted_folder_owner')
      .values(
        folderIds.slice(from, from + 1000).map((folder_id) => ({
          folder_id,
          user_id: userId,
          deleted_at: timestamp(deletedAt(folder_id - 1_000_000)),
        })),
      )
      .execute()
  return { db, userId }
}

/** `db`, and how many statements it was given. */
function countStatements(db: Kysely<Tables>) {
  let statements = 0
  const counting = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      statements++
      return Promise.resolve(result)
    },
  })
  return { counting, statements: () => statements }
}

it('reads the history of many folders in a few statements, whole and in order', async () => {
  const { db, userId } = await createDeletedFolders()
  const { counting, statements } = countStatements(db)
  const limit = 100
  const expected = await db
    .selectFrom('audit_event')
    .select('id')
    .where('folder_id', '>=', 1_000_000)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const found: number[] = []
  let pages = 0
  for (let page: AuditEventRow[] | undefined; page === undefined || page.length === limit; pages++) {
    page = await listEvents(counting, { userId, before: page?.at(-1) }, limit, enqueue)
    found.push(...page.map(({ id }) => id))
  }
  const own = new Set(expected.map(({ id }) => id))
  expect(found.filter((id) => own.has(id))).toEqual(expected.map(({ id }) => id))
  expect(statements() / pages).toBeLessThan(14)
})

it('reads the events of some kinds without the others', async () => {
  const { db, userId } = await createDeletedFolders()
  const filter = { userId, kinds: ['folder-made', 'files-deleted'] } satisfies EventFilter
  const expected = await db
    .selectFrom('audit_event')
    .select('id')
    .where('kind', '=', 'folder-made')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const found: number[] = []
  for (let page: AuditEventRow[] | undefined; page === undefined || page.length === 100;) {
    page = await listEvents(db, { ...filter, before: page?.at(-1) }, 100, enqueue)
    found.push(...page.map(({ id }) => id))
  }
  expect(found).toEqual(expected.map(({ id }) => id))
})

it('does not look at folders that were deleted before what it lists', async () => {
  // The last lines of a folder are at most 150 s old when it is deleted.
  const { db, userId } = await createDeletedFolders((n) => 200 + n * 1000)
  await db
    .updateTable('deleted_folder_owner')
    .set({ deleted_at: '2020-01-01T00:00:00.000Z' })
    .where('folder_id', '>=', 1_000_000 + foldersPerStatement)
    .execute()
  const { counting, statements } = countStatements(db)
  await listEvents(counting, { userId }, 100, enqueue)
  const few = statements()
  await db.updateTable('deleted_folder_owner').set({ deleted_at: '2030-01-01T00:00:00.000Z' }).execute()
  await listEvents(counting, { userId }, 100, enqueue)
  expect(few).toBeLessThan(statements() - few)
})

it('gives way to others while it looks at many folders', async () => {
  const { db, userId } = await createDeletedFolders()
  const turnsNow = countLoopTurns()
  await listEvents(db, { userId }, 100, enqueue)
  expect(turnsNow()).toBeGreaterThanOrEqual(deletedFolderCount / foldersPerStatement)
})

it('finds what happened in a folder after it was deleted: a download that ran went on', async () => {
  const { db, userId } = await createDeletedFolders()
  const [line] = await listEvents(db, { userId }, 1, enqueue)
  const last = assertDefined(line)
  const dayMs = 24 * 3600_000
  await db
    .updateTable('deleted_folder_owner')
    .set({ deleted_at: new Date(Date.parse(last.at) - dayMs).toISOString() })
    .execute()
  const { id, ...copy } = last
  const folder_id = 1_000_000 + deletedFolderCount - 1
  const late = await db
    .insertInto('audit_event')
    .values({ ...copy, kind: 'download', folder_id, at: new Date(Date.parse(last.at) + 1000).toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await listEvents(db, { userId }, 1, enqueue))[0]?.id).toBe(late.id)
  expect(late.id).not.toBe(id)
})
