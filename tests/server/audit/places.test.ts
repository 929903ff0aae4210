import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { listEvents } from '../../../server/db/audit.ts'
import type { Tables } from '../../../server/db/schema.ts'
import { startTestServer } from '../testServer.ts'

const deletedFolders = 1200
const linesOfFolder = 3

/** Somebody who has owned many folders, each with lines, many of them of the same moment as those of others. */
async function scene() {
  const server = await startTestServer()
  await server.signIn()
  const { db } = server.services
  const { id: userId } = await db.selectFrom('user').select('id').executeTakeFirstOrThrow()
  const folderIds = Array.from({ length: deletedFolders }, (_, n) => 1_000_000 + n)
  const at = (n: number) => new Date(1_700_000_000_000 + n * 1000).toISOString()
  const lines = folderIds.flatMap((folder_id, n) =>
    Array.from({ length: linesOfFolder }, (_, line) => ({
      at: at(((n * 7919) % 100) + 50 * line),
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
          deleted_at: at(200),
        })),
      )
      .execute()
  return { db, userId }
}

/** `db`, and how many statements it was given. */
function counted(db: Kysely<Tables>) {
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
  const { db, userId } = await scene()
  const { counting, statements } = counted(db)
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
  for (let page; page === undefined || page.length === limit; pages++) {
    page = await listEvents(counting, { userId, before: found.at(-1) }, limit)
    found.push(...page.map(({ id }) => id))
  }
  const own = new Set(expected.map(({ id }) => id))
  expect(found.filter((id) => own.has(id))).toEqual(expected.map(({ id }) => id))
  expect(statements() / pages).toBeLessThan(10)
  const created = await listEvents(counting, { userId, kinds: ['folder-made'] }, limit)
  expect(created.map(({ kind }) => kind)).toEqual(Array.from({ length: limit }, () => 'folder-made'))
})
