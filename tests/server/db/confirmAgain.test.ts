import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import type { FileRecord } from '../../../contract/schemas/folders.ts'
import type { UploadResult } from '../../../contract/schemas/uploads.ts'
import { startTestServer } from '../testServer.ts'
import { newBatchId, uploadForm } from '../uploads.ts'

it.skipIf(inject('postgres') === undefined)(
  'a confirmation that the database ends at its last statement is repeated as a whole',
  async () => {
    const server = await startTestServer()
    const { db } = server.services
    const admin = await server.signIn()
    const folder = await admin.createFolder()
    await sql`create sequence tries`.execute(db)
    await sql
      .raw(
        `create function end_once() returns trigger language plpgsql as $$ begin
           if nextval('tries') = 1 then raise exception using errcode = '40001'; end if;
           return new;
         end $$`,
      )
      .execute(db)
    await sql
      .raw('create trigger ends before insert on batch_result for each row execute function end_once()')
      .execute(db)
    const bytes = randomBytes(1000)
    const form = uploadForm({ files: [{ name: 'a.bin', bytes }], batchId: newBatchId() })
    const url = `/api/upload/${folder.link_token}`
    const reply = await server.app.inject({ method: 'POST', url, ...form })
    expect(reply.json<UploadResult>().successful_files).toHaveLength(1)
    const records = (await admin.get(`/api/folders/${folder.id}/files`)).json<FileRecord[]>()
    expect(records).toHaveLength(1)
    await server.app.housekeeping.sweep()
    const id = records[0]?.id
    expect((await admin.get(`/api/folders/download/${id}`)).rawPayload.equals(bytes)).toBe(true)
  },
)

it('takes a form with several files that are streamed', async () => {
  const server = await startTestServer()
  const admin = await server.signIn()
  const folder = await admin.createFolder()
  const origin = await server.listen()
  const files = ['a', 'b', 'c'].map((name) => ({ name, bytes: randomBytes(6 * 1024 * 1024) }))
  const { payload, headers } = uploadForm({ files })
  const reply = await fetch(`${origin}/api/upload/${folder.link_token}`, {
    method: 'POST',
    headers: headers,
    body: new Uint8Array(payload),
  })
  expect(((await reply.json()) as UploadResult).successful_files).toHaveLength(3)
})
