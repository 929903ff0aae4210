import { randomBytes } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLink, openLink, protectedLink, uploadFiles } from './links.ts'
import { keptDatabases, restoreDatabase } from './db/keptDatabases.ts'
import { scratchFolder } from './scratchFolder.ts'
import { addressOf, spawnServer } from './serverProcess.ts'
import { otherRecipientKey, startTestServer, verifier } from './testServer.ts'

const randomBase64 = (length: number) => randomBytes(length).toString('base64')
/** Long enough not to be found by chance: three letters of a hash stand in many a key. */
const traceLength = 16
/** A part of it is enough to be found; SQLite may have put the rest on another page. */
const traceSlices = (secret: string) =>
  [secret.slice(-24), secret.slice(-64, -40)].filter((part) => part.length >= traceLength)

/** Which of the secrets stand anywhere in the data folder: in the database, its log, its index, or beside it. */
async function secretsFoundIn(dataDir: string, secrets: readonly string[]): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const bytes = Buffer.concat(
    await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name)))),
  )
  return secrets.filter((secret) => traceSlices(secret).some((part) => bytes.includes(part)))
}

/** Every text of these columns. */
function readTexts(dataDir: string, columns: readonly [table: string, ...columns: string[]][]) {
  const database = new Sqlite(join(dataDir, 'sealpost.db'), { readonly: true })
  const texts = columns.flatMap(([table, ...names]) =>
    names.flatMap((name) =>
      database
        .prepare<[], { text: string | null }>(`select ${name} as text from ${table}`)
        .all()
        .flatMap(({ text }) => text ?? []),
    ),
  )
  database.close()
  return texts
}

describe('what was deleted', () => {
  it('is in no file any more', async () => {
    const server = await startTestServer()
    const { app, services, dataDir } = server
    const admin = await server.signIn()
    const files = Array.from({ length: 40 }, (_, i) => ({
      name: `${i}.txt`,
      key: randomBase64(256),
      iv: randomBase64(12),
      manifest: randomBase64(300),
    }))
    const [folder, shared] = [await admin.createFolder(), await admin.createFolder()]
    await uploadFiles(app, admin, folder, files.slice(0, 20))
    const ids = await uploadFiles(app, admin, shared, files.slice(20))
    await createLink(admin, openLink(ids))
    const link = await createLink(admin, protectedLink(ids.slice(3, 9)))
    await createLink(admin, protectedLink(ids.slice(9)))
    const ofLinks = readTexts(dataDir, [
      ['download_link', 'sealed_master', 'password_hash', 'password_salt'],
      ['link_box', 'sealed_link', 'request_hash'],
      ['download_link_file', 'sealed_key'],
    ])

    const blob = { encryptedPrivateKey: randomBase64(2000), kdfSalt: randomBase64(16) }
    await admin.put('/api/auth/public-key', { public_key_spki: otherRecipientKey })
    await admin.put('/api/auth/users/me/encrypted-key', { ...blob, kdfIterations: 600_000 })
    await admin.put('/api/auth/public-key', { public_key_spki: otherRecipientKey })
    await admin.put('/api/auth/users/me/encrypted-key', {
      encryptedPrivateKey: randomBase64(2000),
      kdfSalt: randomBase64(16),
      kdfIterations: 600_000,
    })
    const recoveryBox = { recovery_box: randomBase64(1300), public_key_spki: otherRecipientKey }
    await admin.put('/api/auth/users/me/recovery-box', { password: verifier, ...recoveryBox })
    const guest = await server.newBrowser().signIn('admin')
    const secrets = [
      ...files.flatMap(({ key, iv, manifest }) => [key, iv, manifest]),
      ...ofLinks,
      ...readTexts(dataDir, [['session', 'token_hash']]),
      blob.encryptedPrivateKey,
      blob.kdfSalt,
      recoveryBox.recovery_box,
    ]
    expect(secrets.length).toBeGreaterThan(150)
    expect(await secretsFoundIn(dataDir, secrets), 'the search itself works').toEqual(secrets)

    expect((await admin.delete(`/api/download/links/${link.link_token}`)).statusCode).toBeLessThan(300)
    expect((await admin.delete(`/api/folders/${folder.id}`)).statusCode).toBeLessThan(300)
    await admin.post('/api/folders/files/delete', { file_ids: ids })
    await app.housekeeping.whenIdle()
    expect(readTexts(dataDir, [['file', 'encrypted_key']])).toEqual([])
    expect(readTexts(dataDir, [['download_link_file', 'sealed_key']])).toEqual([])
    const removed = await admin.post('/api/auth/users/me/recovery-box/delete', { password: verifier })
    expect(removed.statusCode).toBe(200)
    await guest.post('/api/auth/logout')
    server.passTime(31 * 24 * 3600)
    await app.housekeeping.sweep()
    expect(await secretsFoundIn(dataDir, secrets), 'while the server runs').toEqual([])

    await app.close()
    await services.database.close()
    expect(await readdir(dataDir)).not.toContain('sealpost.db-wal')
    expect(await secretsFoundIn(dataDir, secrets)).toEqual([])
  })

  it(
    'goes from a database of a program that did not overwrite it, with the first start',
    { tags: 'thorough' },
    async () => {
      const folder = await scratchFolder()
      const dataDir = join(folder, 'data')
      await mkdir(dataDir)
      restoreDatabase(keptDatabases()[0]?.sql ?? '', join(dataDir, 'sealpost.db'))
      const former = new Sqlite(join(dataDir, 'sealpost.db'))
      const secrets = Array.from({ length: 400 }, () => randomBase64(512))
      for (const secret of secrets) {
        former.prepare(`insert into setting values (?, 'x')`).run(secret)
      }
      former.prepare(`delete from setting where value = 'x'`).run()
      former.close()
      expect((await secretsFoundIn(dataDir, secrets)).length).toBeGreaterThan(100)

      const server = await spawnServer(folder)
      await addressOf(server)
      expect(await secretsFoundIn(dataDir, secrets)).toEqual([])
      server.child.kill('SIGTERM')
      expect(await server.ended).toBe(0)
      expect(await readdir(dataDir)).not.toContain('sealpost.db-wal')
    },
  )
})
