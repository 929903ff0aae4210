import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { maxFileNameLength, maxPathLength } from '../../contract/limits.ts'
import { startTestServer } from './testServer.ts'
import { newBatchId, uploadForm } from './uploads.ts'

it.each([
  ['short names', 'a', '.'],
  ['names of common length', 'a'.repeat(60), 'b'.repeat(120)],
  ['the longest names', 'é'.repeat(maxFileNameLength), 'ü'.repeat(maxPathLength)],
])('quotas count what the database keeps of a file with %s, and of its form', async (_, name, path) => {
  const { app, services, signIn } = await startTestServer()
  const folder = await (await signIn()).createFolder()
  const form = uploadForm({ files: [{ name, path }], batchId: newBatchId(), isLast: true })
  const reply = await app.inject({ method: 'POST', url: `/api/upload/${folder.link_token}`, ...form })
  expect(reply.json()).toMatchObject({ successful_files: [{ path }] })
  const { db } = services
  const rows = [
    await db.selectFrom('file').selectAll().execute(),
    // Once more in the index of names.
    await db.selectFrom('file').select(['folder_id', 'listed_key']).execute(),
    await db.selectFrom('batch_result').selectAll().execute(),
    await db.selectFrom('arriving_batch').selectAll().execute(),
    await sql<object>`select * from audit_event where kind = 'upload'`.execute(db).then((done) => done.rows),
  ]
  expect(rows.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1])
  const kept = rows
    .flat()
    .flatMap((row) => Object.values(row).map((value) => Buffer.byteLength(String(value))))
  const [file] = await db.selectFrom('file').select('row_bytes').execute()
  expect(file?.row_bytes).toBeGreaterThanOrEqual(kept.reduce((sum, bytes) => sum + bytes, 0))
})
