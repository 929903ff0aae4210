import type { KyselyPlugin } from 'kysely'
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { CallResponse } from '../../contract/call.ts'
import { maxLinkedFiles } from '../../contract/limits.ts'
import type { getAudit } from '../../contract/schemas/audit.ts'
import { closeFolder } from '../../server/db/folders/closedFolders.ts'
import { rowsPerRemoval } from '../../server/db/removeSomeRows.ts'
import { slicesOf } from '../../server/db/slicesOf.ts'
import { countOwnLinks, insertLink } from '../../server/db/links/downloadLinks.ts'
import { insertFiles } from '../../server/db/files/files.ts'
import { transact } from '../../server/db/transact.ts'
import { findWrongLinkTotals } from '../../server/db/links/wrongLinkTotals.ts'
import { newToken } from '../../server/util/tokens.ts'
import { fileRow } from './fileRows.ts'
import { createLink, listedLinks, openLink } from './links.ts'
import { countLoopTurns } from './countLoopTurns.ts'
import { startTestServer, type TestServer } from './testServer.ts'
import { uploadForm } from './uploads.ts'

/** A server that tells how many rows each of its statements has deleted or changed, and in which turn of the event loop. */
async function startDeletionCountingServer(trashDays = 0) {
  const turns = countLoopTurns()
  const deletions: { rows: number; turn: number }[] = []
  const deleting = new WeakSet<object>()
  const counting: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (['DeleteQueryNode', 'UpdateQueryNode', 'RawNode'].includes(node.kind)) deleting.add(queryId)
      return node
    },
    transformResult({ result, queryId }) {
      const rows = Number(result.numAffectedRows ?? result.rows.length)
      if (deleting.has(queryId) && rows > 0) deletions.push({ rows, turn: turns() })
      return Promise.resolve(result)
    },
  }
  const server = await startTestServer({
    trashDays,
    adapt: (services) => ({ ...services, db: services.db.withPlugin(counting) }),
  })
  return { server, browser: await server.signIn(), deletions }
}

async function insertFileRows(
  { services: { db } }: TestServer,
  folderId: number,
  count: number,
): Promise<number[]> {
  const rows = Array.from({ length: count }, (_, n) => fileRow(folderId, n))
  const ids: number[] = []
  for (const some of slicesOf(rows, 500)) ids.push(...(await insertFiles(db, some)).values())
  return ids
}

const countRows = async ({ services: { db } }: TestServer) =>
  Promise.all(
    (['folder', 'file', 'upload', 'download_link', 'download_link_file', 'batch_result'] as const).map(
      async (table) => (await db.selectFrom(table).selectAll().execute()).length,
    ),
  )

it('deleting a folder removes its rows a few at a time, and lets others go on between', async () => {
  const { server, browser, deletions } = await startDeletionCountingServer()
  const folder = await browser.createFolder()
  await insertFileRows(server, folder.id, 3 * rowsPerRemoval + 1)
  deletions.length = 0
  expect((await browser.delete(`/api/folders/${folder.id}`)).statusCode).toBe(204)
  await server.app.housekeeping.whenIdle()
  expect(await countRows(server)).toEqual([0, 0, 0, 0, 0, 0])
  expect(Math.max(...deletions.map(({ rows }) => rows))).toBeLessThanOrEqual(rowsPerRemoval)
  const many = deletions.filter(({ rows }) => rows === rowsPerRemoval)
  expect(new Set(many.map(({ turn }) => turn)).size).toBeGreaterThanOrEqual(3)
})

it('deleting a folder ends its batches a few at a time, and lets others go on between', async () => {
  const { server, browser, deletions } = await startDeletionCountingServer()
  const { db, now } = server.services
  const { id: folder_id } = await browser.createFolder()
  const at = now().toISOString()
  const count = 1001
  const indexes = Array.from({ length: count }, (_, i) => i)
  const nothing = {
    sender_email: null,
    sender_address: null,
    sender_id: null,
    heard_bytes: 0,
    heard_refused: 0,
  }
  const batch = {
    folder_id,
    files: 2,
    bytes: 2,
    refused: '[]',
    has_ended: 0,
    last_at: at,
    heard_files: 1,
  } as const
  for (const some of slicesOf(indexes, 500))
    await db
      .insertInto('arriving_batch')
      .values(some.map((i) => ({ ...batch, ...nothing, rest_began_at: at, batch_id: `batch ${i}` })))
      .execute()
  deletions.length = 0
  await browser.delete(`/api/folders/${folder_id}`)
  await server.app.housekeeping.whenIdle()
  const perTurn = Map.groupBy(deletions, ({ turn }) => turn)
  expect(perTurn.size).toBeGreaterThan(5)
  expect(Math.max(...[...perTurn.values()].map((some) => some.length))).toBeLessThan(count / 2)
  const lines = await db.selectFrom('audit_event').select('details').where('kind', '=', 'upload').execute()
  expect(lines).toHaveLength(count)
})

it('deleting files removes their rows a few at a time, and lets others go on between', async () => {
  const { server, browser, deletions } = await startDeletionCountingServer()
  const folder = await browser.createFolder()
  const ids = await insertFileRows(server, folder.id, 3 * rowsPerRemoval + 1)
  deletions.length = 0
  const unknown = Math.max(...ids) + 1
  const reply = await browser.post('/api/folders/files/delete', { file_ids: [...ids, unknown] })
  expect(reply.json()).toEqual({ errors: [{ file_id: unknown, error: expect.any(String) as string }] })
  const many = deletions.filter(({ rows }) => rows >= rowsPerRemoval)
  expect(many.map(({ rows }) => rows)).toEqual([rowsPerRemoval, rowsPerRemoval, rowsPerRemoval])
  expect(new Set(many.map(({ turn }) => turn)).size).toBe(3)
  const { events } = (await browser.get('/api/audit')).json<CallResponse<typeof getAudit>>()
  const deletionEvents = events.filter(({ kind }) => kind === 'files-deleted')
  expect(deletionEvents.reduce((sum, { details }) => sum + (details.files ?? 0), 0)).toBe(ids.length)
})

it('restoring files changes their rows a few at a time, and lets others go on between', async () => {
  const { server, browser, deletions: changes } = await startDeletionCountingServer(7)
  const folder = await browser.createFolder()
  const ids = await insertFileRows(server, folder.id, 3 * rowsPerRemoval + 1)
  await browser.post('/api/folders/files/delete', { file_ids: ids })
  changes.length = 0
  const reply = await browser.post('/api/folders/files/restore', { file_ids: ids })
  expect(reply.json()).toEqual({ errors: [] })
  expectManySteps(changes)
  const listed = (await browser.get(`/api/folders/${folder.id}/files`)).json<{ id: number }[]>()
  expect(listed.map(({ id }) => id)).toEqual(ids)
})

it('keeping files longer changes their rows a few at a time, and lets others go on between', async () => {
  const { server, browser, deletions: changes } = await startDeletionCountingServer()
  const folder = await browser.createFolder()
  const ids = await insertFileRows(server, folder.id, 3 * rowsPerRemoval + 1)
  await server.services.db.updateTable('file').set({ expires_at: '2999' }).execute()
  changes.length = 0
  const reply = await browser.post('/api/folders/files/retention', { file_ids: ids, expires_at: null })
  expect(reply.json()).toEqual({ errors: [] })
  expectManySteps(changes)
})

/** A link of these files, without a call. @returns its token */
async function insertLinkRow(
  { services: { db } }: TestServer,
  folder_id: number,
  ids: readonly number[],
  expiration_date: string | null = null,
): Promise<string> {
  const link_token = newToken()
  const link = { folder_id, creator_id: 1, link_token, creation_date: '2026', expiration_date }
  const keys = new Map(ids.map((id) => [id, 'key']))
  await transact(db, (trx) => insertLink(trx, link, keys, null))
  return link_token
}

function expectManySteps(deletions: readonly { rows: number; turn: number }[]) {
  expect(Math.max(...deletions.map(({ rows }) => rows))).toBeLessThanOrEqual(rowsPerRemoval)
  const many = deletions.filter(({ rows }) => rows === rowsPerRemoval)
  expect(new Set(many.map(({ turn }) => turn)).size).toBeGreaterThanOrEqual(3)
}

it('deleting a link ends it at once, and removes its rows a few at a time', async () => {
  const { server, browser, deletions } = await startDeletionCountingServer()
  const folder = await browser.createFolder()
  const ids = await insertFileRows(server, folder.id, 3 * rowsPerRemoval + 1)
  const token = await insertLinkRow(server, folder.id, ids)
  deletions.length = 0
  expect((await browser.delete(`/api/download/links/${token}`)).statusCode).toBe(204)
  expect((await server.app.inject(`/api/download/${token}/status`)).statusCode).toBe(404)
  expect((await browser.delete(`/api/download/links/${token}`)).statusCode).toBe(404)
  expect(await listedLinks(browser, folder)).toEqual([])
  await server.app.housekeeping.whenIdle()
  expect((await countRows(server)).slice(3, 5)).toEqual([0, 0])
  expectManySteps(deletions)
})

it('a new link ends expired ones where there is no room, and their rows go a few at a time', async () => {
  const { server, browser, deletions } = await startDeletionCountingServer()
  const { db } = server.services
  const folder = await browser.createFolder()
  const ids = await insertFileRows(server, folder.id, 3 * rowsPerRemoval + 1)
  await insertLinkRow(server, folder.id, ids, '2026-01-01T00:00:00.000Z')
  // As if it had all files that a person may have in links.
  await db.updateTable('download_link').set({ file_count: maxLinkedFiles }).execute()
  deletions.length = 0
  const { link_token } = await createLink(browser, openLink(ids.slice(0, 1)))
  await server.app.housekeeping.whenIdle()
  expect(await db.selectFrom('download_link').select('link_token').execute()).toEqual([{ link_token }])
  expectManySteps(deletions)
})

it('the sweep removes links that expired long ago, and uses, a few rows at a time', async () => {
  const { server, browser, deletions } = await startDeletionCountingServer()
  const { db } = server.services
  const folder = await browser.createFolder()
  const ids = await insertFileRows(server, folder.id, 3 * rowsPerRemoval + 1)
  await insertLinkRow(server, folder.id, ids, '2020-01-01T00:00:00.000Z')
  const used = await insertLinkRow(server, folder.id, ids.slice(0, 1))
  const { id: link_id } = await db
    .selectFrom('download_link')
    .select('id')
    .where('link_token', '=', used)
    .executeTakeFirstOrThrow()
  for (const some of slicesOf(ids, 500))
    await db
      .insertInto('link_use')
      .values(some.map((id) => ({ link_id, visitor_hash: `${id}`, until: '2026-01-01T00:00:00.000Z' })))
      .execute()
  deletions.length = 0
  await server.app.housekeeping.sweep()
  await server.app.housekeeping.whenIdle()
  expect((await countRows(server)).slice(3, 5)).toEqual([1, 1])
  expect(await db.selectFrom('link_use').selectAll().execute()).toEqual([])
  expectManySteps(deletions)
  expect(deletions.filter(({ rows }) => rows === rowsPerRemoval)).toHaveLength(6)
})

it('deleting files ends the links that are left without any, and counts those of the others', async () => {
  const server = await startTestServer()
  const browser = await server.signIn()
  const { db } = server.services
  const folder = await browser.createFolder()
  const [a = 0, b = 0] = await insertFileRows(server, folder.id, 2)
  await insertLinkRow(server, folder.id, [a])
  const left = await insertLinkRow(server, folder.id, [a, b])
  await browser.post('/api/folders/files/delete', { file_ids: [a] })
  expect((await listedLinks(browser, folder)).map(({ link_token }) => link_token)).toEqual([left])
  expect(await countOwnLinks(db, 1)).toEqual({ links: 1, files: 1, people: 0 })
  expect(await findWrongLinkTotals(db)).toEqual([])
  await server.app.housekeeping.whenIdle()
  expect((await countRows(server)).slice(3, 5)).toEqual([1, 1])
})

it('the sweep removes what is past its time a few rows at a time, and lets others go on between', async () => {
  const { server, browser, deletions } = await startDeletionCountingServer()
  const { db, now } = server.services
  const folder_id = (await browser.createFolder()).id
  const at = new Date(now().getTime() - 10 * 365 * 24 * 3600_000).toISOString()
  const indexes = Array.from({ length: 3 * rowsPerRemoval + 1 }, (_, i) => i)
  for (const some of slicesOf(indexes, 500)) {
    await db
      .insertInto('rate_limit')
      .values(some.map((i) => ({ key: `a ${i}`, points: 1, expire: 1 })))
      .execute()
    await db
      .insertInto('gate_pass')
      .values(some.map((i) => ({ token_hash: `a ${i}`, folder_id, password_until: at })))
      .execute()
  }
  deletions.length = 0
  await server.app.housekeeping.sweep()
  const many = deletions.filter(({ rows }) => rows === rowsPerRemoval)
  expect(many).toHaveLength(6)
  expect(new Set(many.map(({ turn }) => turn)).size).toBe(6)
  expect(Math.max(...deletions.map(({ rows }) => rows))).toBe(rowsPerRemoval)
  expect(await db.selectFrom('gate_pass').selectAll().execute()).toEqual([])
})

it('a folder that is being deleted is there for nobody, also after a crash, and the sweep removes the rest', async () => {
  const { server, browser } = await startDeletionCountingServer()
  const folder = await browser.createFolder()
  const url = `/api/upload/${folder.link_token}`
  const form = uploadForm({ files: [{ name: 'a', bytes: randomBytes(1000) }] })
  const sendForm = () => server.app.inject({ method: 'POST', url, ...form })
  const sent = await sendForm()
  expect(sent.statusCode, sent.body).toBe(200)
  const [file] = sent.json<{ successful_files: { id: number }[] }>().successful_files
  const id = file?.id ?? 0
  const { link_token } = (await browser.post('/api/download/links', openLink([id]))).json<{
    link_token: string
  }>()
  const part = { size: 20 * 262_160, part_size: 20 * 262_160 }
  const { upload_id } = (await browser.post(`${url}/files`, part)).json<{ upload_id: string }>()
  await transact(server.services.db, (trx) => closeFolder(trx, folder.id))
  const statuses = async () => [
    (await browser.get(`/api/folders/${folder.id}`)).statusCode,
    (await browser.get(`/api/folders/${folder.id}/files`)).statusCode,
    (await browser.delete(`/api/folders/${folder.id}`)).statusCode,
    (await browser.get(`/api/folders/download/${id}`)).statusCode,
    (await browser.get(`${url}/status`)).statusCode,
    (await browser.get(`${url}/files/${upload_id}`)).statusCode,
    (await sendForm()).statusCode,
    (await server.app.inject(`/api/download/${link_token}/status`)).statusCode,
    (await server.app.inject(`/api/download/${link_token}/file/${id}`)).statusCode,
  ]
  expect(await statuses()).toEqual(Array(9).fill(404))
  expect((await browser.get('/api/folders/')).json()).toEqual([])
  expect((await browser.get('/api/space')).json()).toMatchObject({ bytes: 0 })
  await server.app.housekeeping.sweep()
  await server.app.housekeeping.whenIdle()
  expect(await countRows(server)).toEqual([0, 0, 0, 0, 0, 0])
  expect(await server.storedFiles()).toEqual([])
  expect(await statuses()).toEqual(Array(9).fill(404))
})
