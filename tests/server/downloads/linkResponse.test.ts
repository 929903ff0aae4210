import { expect, it } from 'vitest'
import { streamLinkResponse } from '../../../server/downloads/linkResponse.ts'
import { createLink, openKeys, openLink } from '../links.ts'
import { startTestServer } from '../testServer.ts'

const fileCount = 450
/** The longest that a name of 1 and a path of 4 096 characters may have. */
const longestManifest = 'A'.repeat(21_848)

it('of a link with many files comes in pieces, and is whole', async () => {
  const server = await startTestServer()
  const { db } = server.services
  const browser = await server.signIn()
  const { id: folder_id } = await browser.createFolder()
  const rows = Array.from({ length: fileCount }, (_, i) => ({
    folder_id,
    original_filename: `${i}`,
    directory: '.',
    listed_name: `${i}`,
    listed_key: `./${i}`,
    size: 1,
    sha256: 'a'.repeat(64),
    encrypted_key: 'AAAA',
    encryption_iv: 'AAAA',
    manifest: longestManifest,
    upload_time: new Date().toISOString(),
    blob_key: `${i}`,
    sealed_size: 17,
  }))
  await db.insertInto('file').values(rows).execute()
  const ids = (await db.selectFrom('file').select('id').orderBy('id').execute()).map(({ id }) => id)
  const keys = openKeys(ids)
  const { link_token } = await createLink(browser, {
    ...openLink(ids),
    reencrypted_keys_json: JSON.stringify(keys),
  })

  const reply = await server.newBrowser().get(`/api/download/${link_token}/status`)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  const answer = reply.json<{ files: { id: number; manifest: string }[]; reencrypted_keys: unknown }>()
  expect(answer).toMatchObject({ requires_password: false, password_kdf: null })
  expect(answer.files.map((file) => file.id)).toEqual(ids)
  expect(answer.files.every((file) => file.manifest === longestManifest)).toBe(true)
  expect(answer.reencrypted_keys).toEqual(keys)

  const link = await db.selectFrom('download_link').selectAll().executeTakeFirstOrThrow()
  let pieces = 0
  for await (const piece of streamLinkResponse(db, link, {}, (file) => file, true)) {
    pieces++
    expect(piece.length).toBeLessThan(5_000_000)
  }
  expect(pieces).toBeGreaterThan(3)
})
