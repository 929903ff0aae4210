import { randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { newBlobKey } from '../../server/blobs/blobKeys.ts'
import { stageBlob } from '../../server/db/files/blobLifecycle.ts'
import { lastSweepSetting } from '../../server/db/installation/installationState.ts'
import { requestCode, writtenMails } from './mails.ts'
import { startTestServer, verifier } from './testServer.ts'
import { startTwoFactorServer } from './totp.ts'
import { newBatchId, uploadForm } from './uploads.ts'

const daySeconds = 24 * 3600

/** Sent to a folder of somebody who has signed in. */
async function startServerWithOneFile() {
  const server = await startTestServer()
  const browser = await server.signIn()
  const { link_token } = await browser.createFolder()
  await server.app.inject({
    method: 'POST',
    url: `/api/upload/${link_token}`,
    ...uploadForm({ files: [{ name: 'a' }], batchId: newBatchId() }),
  })
  return server
}

describe('the sweep', () => {
  it('removes bytes that nobody brings any more, and leaves those of running requests', async () => {
    const server = await startTestServer()
    const { db, blobs } = server.services
    const stageObject = async () => {
      const key = newBlobKey()
      await stageBlob(db, key, server.services.now().toISOString())
      await (await blobs.openGroup(key)).put(`${key}/0`, [Buffer.from('x')])
      return key
    }
    await stageObject()
    server.passTime(9 * 60)
    const running = await stageObject()
    server.passTime(2 * 60)
    await server.app.housekeeping.sweep()
    expect(await server.storedFiles()).toEqual([expect.stringMatching(`${running}/0$`)])
    expect(server.logged()).toMatch(/"staged":1.*"msg":"swept"/)
    await server.app.housekeeping.sweep(server.services.now())
    expect(await server.storedFiles()).toEqual([])
  })

  it('leaves what has been confirmed, however old', async () => {
    const server = await startServerWithOneFile()
    server.passTime(365 * daySeconds)
    await server.app.housekeeping.sweep(server.services.now())
    expect(await server.storedFiles()).toHaveLength(1)
    expect(await server.services.db.selectFrom('file').selectAll().execute()).toHaveLength(1)
  })

  it('leaves the bytes of a confirmed upload in parts when it forgets the upload', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const { link_token } = await browser.createFolder()
    const url = `/api/upload/${link_token}`
    const payload = { size: 1000, part_size: 20 * 262160 }
    const begun = await server.app.inject({ method: 'POST', url: `${url}/files`, payload })
    const { upload_id } = begun.json<{ upload_id: string }>()
    const bytes = randomBytes(1000)
    // A copy: without a connection between, what is sent is what arrives, and that is freed.
    const part = {
      method: 'PUT',
      url: `${url}/files/${upload_id}/parts/1`,
      payload: Buffer.from(bytes),
    } as const
    await server.app.inject(part)
    await server.app.inject({
      method: 'POST',
      url,
      ...uploadForm({ files: [{ name: 'a', reference: upload_id }] }),
    })
    server.passTime(8 * daySeconds)
    await server.app.housekeeping.sweep(server.services.now())
    await server.app.housekeeping.whenIdle()
    expect(await server.services.db.selectFrom('upload').selectAll().execute()).toEqual([])
    const again = await browser.signIn('admin').catch(() => browser.signIn('admin'))
    expect((await again.get('/api/folders/download/1')).rawPayload.equals(bytes)).toBe(true)
  })

  it('deletes all objects but one that cannot be deleted', async () => {
    const { app, services } = await startTestServer()
    const keys = [newBlobKey(), newBlobKey(), newBlobKey()].sort()
    await services.db
      .insertInto('garbage')
      .values(keys.map((blob_key) => ({ blob_key, created_at: '2026' })))
      .execute()
    const { blobs } = services
    const deleteObjects = blobs.delete.bind(blobs)
    blobs.delete = (some) =>
      some.includes(keys[0] ?? '') ? Promise.reject(new Error('not permitted')) : deleteObjects(some)
    await app.housekeeping.sweep()
    const left = await services.db.selectFrom('garbage').select('blob_key').execute()
    expect(left.map(({ blob_key }) => blob_key)).toEqual(keys.slice(0, 1))
  })

  it('goes on where the store cannot be swept, and is not done then', async () => {
    const server = await startTestServer()
    const { blobs, db } = server.services
    await db.insertInto('garbage').values({ blob_key: newBlobKey(), created_at: '2026' }).execute()
    const lastSweep = () =>
      db.selectFrom('setting').selectAll().where('name', '=', lastSweepSetting).executeTakeFirst()
    const before = await lastSweep()
    vi.spyOn(blobs, 'sweep').mockRejectedValue(new Error('not permitted'))
    await expect(server.app.housekeeping.sweep()).rejects.toThrow('not permitted')
    expect(await db.selectFrom('garbage').selectAll().execute()).toEqual([])
    expect(await lastSweep()).toEqual(before)
  })

  it('forgets codes, requests for codes, passed gates and written mails past their time', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const folder = await browser.createFolder({ link_password: 'secret', require_email_verification: true })
    const url = `/api/upload/${folder.link_token}`
    await requestCode(server, url, 'alice@example.org')
    await server.app.inject({
      method: 'POST',
      url: `${url}/verify-password`,
      payload: { link_password: 'secret' },
    })
    const left = async () => {
      await server.app.housekeeping.sweep()
      const tables = ['upload_code', 'code_request', 'gate_pass'] as const
      const rows = tables.map((table) => server.services.db.selectFrom(table).selectAll().execute())
      return [...(await Promise.all(rows)).map((some) => some.length), (await writtenMails(server)).length]
    }
    expect(await left()).toEqual([1, 1, 1, 1])
    server.passTime(600)
    expect(await left()).toEqual([0, 1, 1, 1])
    server.passTime(3600)
    expect(await left()).toEqual([0, 0, 1, 1])
    server.passTime(daySeconds)
    expect(await left()).toEqual([0, 0, 0, 1])
    server.passTime(7 * daySeconds)
    expect(await left()).toEqual([0, 0, 0, 0])
    expect(server.logged()).toMatch(/"gatePasses":1.*"msg":"swept"/)
  })

  it('forgets results of batches after seven days, and sessions that have ended', async () => {
    const server = await startServerWithOneFile()
    const countRows = async (table: 'batch_result' | 'session') =>
      (await server.services.db.selectFrom(table).selectAll().execute()).length
    await server.app.housekeeping.sweep()
    expect([await countRows('batch_result'), await countRows('session')]).toEqual([1, 1])
    server.passTime(daySeconds)
    await server.app.housekeeping.sweep()
    expect([await countRows('batch_result'), await countRows('session')]).toEqual([1, 0])
    server.passTime(6 * daySeconds + 1)
    await server.app.housekeeping.sweep()
    expect(await countRows('batch_result')).toBe(0)
  })

  it('forgets tickets after five minutes and former key pairs after thirty days', async () => {
    const { server, browser, passTime } = await startTwoFactorServer()
    await browser.put('/api/auth/users/me/encrypted-key', {
      encryptedPrivateKey: Buffer.alloc(64, 1).toString('base64'),
      kdfSalt: Buffer.alloc(16, 1).toString('base64'),
    })
    await server.newBrowser().post('/api/auth/token', { username: 'admin', password: verifier })
    const countRows = async (table: 'login_ticket' | 'former_key_pair') =>
      (await server.services.db.selectFrom(table).selectAll().execute()).length
    passTime(299)
    await server.app.housekeeping.sweep()
    expect([await countRows('login_ticket'), await countRows('former_key_pair')]).toEqual([1, 1])
    passTime(1)
    await server.app.housekeeping.sweep()
    expect([await countRows('login_ticket'), await countRows('former_key_pair')]).toEqual([0, 1])
    passTime(30 * daySeconds - 300)
    await server.app.housekeeping.sweep()
    expect(await countRows('former_key_pair')).toBe(1)
    passTime(1)
    await server.app.housekeeping.sweep()
    expect(await countRows('former_key_pair')).toBe(0)
    expect(server.logged()).toMatch(/"loginTickets":1.*"formerKeyPairs":0.*"msg":"swept"/)
  })
})
