import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { setAccountQuota } from '../../../server/db/folders/quotas.ts'
import { setLinkPeople } from '../../../server/db/links/linkPeople.ts'
import { transact } from '../../../server/db/transact.ts'
import { makeOperator } from '../../../server/db/accounts/users.ts'
import { createLink, openLink, protectedLink, uploadFiles } from '../links.ts'
import { requestCode } from '../mails.ts'
import { plainPng } from '../../../e2e/pngs.ts'
import { fromBase32, totp } from '../totp.ts'
import { confirmAddress } from '../notices/ownerNotices.ts'
import { changeFolder, addPeople, createSharedFolder, newKeyPair, newPerson } from '../people.ts'
import { addUser, otherRecipientKey, startTestServer, verifier } from '../testServer.ts'
import { newBatchId, sealedAnswers, uploadForm } from '../uploads.ts'
import { rowsByTable, dumpDatabase, keptFolder } from './keptDatabases.ts'

/**
 * Everything that a database remembers, brought there by calls as browsers make them. `KEEP_DATABASE=1` keeps it as
 * the database of the schema of now (tests/fixtures/databases).
 */
it('fills every table', async () => {
  const server = await startTestServer({ trashDays: 7 })
  const { app, services, dataDir } = server
  const admin = await server.signIn('admin')

  const other = await server.signIn('other')
  const { secret } = (await other.post('/api/auth/2fa/setup')).json<{ secret: string }>()
  const code = totp(fromBase32(secret), Date.now() / 1000)
  expect((await other.post('/api/auth/2fa/enable', { code })).statusCode).toBe(200)
  await addUser(services, 'disabled')
  const blob = { encryptedPrivateKey: 'A'.repeat(200), kdfSalt: Buffer.alloc(16, 5).toString('base64') }
  await other.put('/api/auth/public-key', { public_key_spki: otherRecipientKey })
  expect((await other.put('/api/auth/users/me/encrypted-key', blob)).statusCode).toBe(200)

  const box = { recovery_box: 'A'.repeat(200), public_key_spki: otherRecipientKey }
  const recovery = await other.put('/api/auth/users/me/recovery-box', { password: verifier, ...box })
  expect(recovery.statusCode).toBe(200)

  const passkey = {
    password: verifier,
    name: 'Laptop',
    wrap: 'A'.repeat(200),
    public_key_spki: otherRecipientKey,
  }
  const credential = { credential_id: 'AAAA', rp_id: 'files.example.org', transports: ['internal'] }
  expect((await other.post('/api/auth/passkeys', { ...passkey, ...credential })).statusCode).toBe(200)

  expect((await other.put('/api/auth/users/me/language', { language: 'de' })).statusCode).toBe(200)

  const script = { password: verifier, name: 'nightly', scopes: ['files:read'], expires_in_days: 30 }
  expect((await other.post('/api/auth/api-tokens', script)).statusCode).toBe(200)

  const identity = { user_id: 1, issuer: 'https://login.example.org/', sub: 'admin', linked_at: '2026' }
  await services.db.insertInto('oidc_identity').values(identity).execute()

  await transact(services.db, (trx) => makeOperator(trx, 1))
  const look = { name: 'Acme', accent: '#123456', greeting: 'Hello', support: 'help@example.org' }
  const links = { imprint_url: 'https://example.org/i', privacy_url: 'https://example.org/p' }
  expect((await admin.put('/api/look', { ...look, ...links })).statusCode).toBe(200)
  const ofBytes = { headers: { 'content-type': 'image/png' } }
  expect((await admin.put('/api/look/logo', plainPng(4, 4), ofBytes)).statusCode).toBe(200)

  const rules = { email_domains: ['example.org', 'example.com'] }
  expect((await admin.put('/api/rules', rules)).statusCode).toBe(200)

  const folder = await admin.createFolder({
    description: 'What to send.',
    perform_mime_check: true,
    sender_fields: [{ label: 'Name', kind: 'text', required: true }],
  })
  const files = [
    { name: 'a.txt', manifest: Buffer.alloc(300, 1).toString('base64') },
    { name: 'b.txt', path: 'below' },
  ]
  const form = uploadForm({ files, batchId: newBatchId(), answers: sealedAnswers })
  await app.inject({ method: 'POST', url: `/api/upload/${folder.link_token}`, ...form })
  await app.inject({
    method: 'POST',
    url: `/api/upload/${folder.link_token}/files`,
    payload: { size: 5_243_200 * 2, part_size: 5_243_200 },
  })

  const gated = await admin.createFolder({
    title: 'Gated',
    link_password: 'a password',
    require_email_verification: true,
    allowed_emails: ['a@example.org'],
  })
  const gate = `/api/upload/${gated.link_token}`
  const sender = server.newBrowser()
  await sender.post(`${gate}/verify-password`, { link_password: 'a password' })
  await requestCode(server, gate, 'a@example.org')

  const shared = await admin.createFolder({ title: 'Shared' })
  const ids = await uploadFiles(app, admin, shared, [{ name: 'c.txt' }, { name: 'd.txt' }])
  await createLink(admin, { ...openLink(ids), title: 'Plans', message: 'As agreed.' })
  await createLink(admin, protectedLink(ids.slice(0, 1)))
  const once = await createLink(admin, { ...openLink(ids), max_downloads: 1 })
  await sender.get(`/api/download/${once.link_token}/file/${ids[0]}`)
  // What a server with a mail server makes of a link for named people; this one writes its mails to its disk.
  const { id: link_id } = await services.db
    .selectFrom('download_link')
    .select('id')
    .where('link_token', '=', once.link_token)
    .executeTakeFirstOrThrow()
  const person = { link_id, email: 'a@example.org' }
  await setLinkPeople(services.db, link_id, new Map([[person.email, 'A@example.org']]))
  await services.db
    .insertInto('link_pass')
    .values({ ...person, token_hash: 'a'.repeat(43), until: '2026' })
    .execute()
  await admin.put(`/api/folders/${folder.id}`, { title: folder.title, quota_bytes: 1_000_000_000 })
  await setAccountQuota(services.db, 1, 5_000_000_000)

  const anna = await newPerson(server, 'anna')
  const bert = await newPerson(server, 'bert')
  // Who is added to a folder is mailed.
  await confirmAddress(server, bert.browser, 'bert@example.org')
  const several = await addPeople(await createSharedFolder(anna), anna, [bert])
  await bert.browser.put(`/api/folders/${several.folder.id}/leaving`)
  await changeFolder(several, anna, { key: newKeyPair() })
  await anna.browser.put('/api/contacts', { n: 1, sealed: 'AAAA' })

  await admin.put('/api/auth/users/me', { current_password: verifier, email: 'admin@example.org' })
  await admin.post('/api/auth/users/me/email/request-code')
  await admin.put(`/api/folders/${folder.id}/webhook`, { url: 'https://hooks.example.org/' })
  // One that is made when a batch is over.
  const told = { kind: 'complete', files: 1, bytes: 0, refused: 0, batch_id: newBatchId() } as const
  await services.db
    .insertInto('notice')
    .values({ folder_id: folder.id, ...told, happened_at: '2026', made_at: '2026', due_at: '2026' })
    .execute()

  const { id: trashed } = await admin.createFolder({ title: 'In the trash' })
  expect((await admin.delete(`/api/folders/${trashed}`)).statusCode).toBe(204)
  const { id: deleted } = await admin.createFolder({ title: 'Deleted' })
  expect((await admin.delete(`/api/folders/${deleted}?now=1`)).statusCode).toBe(204)
  // It would remove what is added below.
  await app.housekeeping.whenIdle()

  const waiting = server.newBrowser()
  await waiting.get('/api/auth/users/me')
  await waiting.post('/api/auth/token', { username: 'other', password: verifier })
  await waiting.post('/api/auth/token', { username: 'admin', password: 'wrong' })
  await services.db
    .insertInto('staged')
    .values({ blob_key: 'b'.repeat(32), renewed_at: '2026' })
    .execute()
  await services.db
    .insertInto('garbage')
    .values({ blob_key: 'c'.repeat(32), created_at: '2026' })
    .execute()
  await services.db
    .insertInto('asset')
    .values({ name: 'index-a1b2c3d4.js', bytes: Buffer.from('// page'), last_run_at: '2026' })
    .execute()

  // What a server with an object store remembers; this one has its disk.
  await services.db
    .insertInto('parts_upload')
    .values({ blob_key: 'd'.repeat(32), upload_id: '2~abc' })
    .execute()
  await services.db
    .insertInto('stored_hash')
    .values({ blob_key: 'd'.repeat(32), part: 1, etag: '"e"', size: 3, sha256: 'A'.repeat(43) })
    .execute()
  await services.db
    .insertInto('stated_checksum')
    .values({ blob_key: 'd'.repeat(32), part: 2, xxh64: '0'.repeat(16) })
    .execute()
  // What a move leaves when it is interrupted.
  await services.db
    .insertInto('moved_object')
    .values({ blob_key: 'd'.repeat(32), is_done: 1 })
    .execute()

  const content = rowsByTable(dataDir)
  const empty = Object.keys(content).filter((table) => content[table]?.length === 0)
  expect(empty).toEqual([])
  if (process.env.KEEP_DATABASE === undefined) return
  const latest = String(content.kysely_migration?.at(-1)?.name)
  mkdirSync(keptFolder, { recursive: true })
  writeFileSync(join(keptFolder, `${latest}.sql`), dumpDatabase(dataDir))
})
