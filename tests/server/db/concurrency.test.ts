import { describe, expect, inject, it } from 'vitest'
import type { CallResponse } from '../../../contract/call.ts'
import type { uploadFiles } from '../../../contract/schemas/uploads.ts'
import { ensureFirstUser, openDatabase } from '../../../server/services.ts'
import { deleteSessionsOfUser } from '../../../server/db/accounts/sessions.ts'
import { transact } from '../../../server/db/transact.ts'
import { changeVerifier, findUser, listUsers } from '../../../server/db/accounts/users.ts'
import { createSession } from '../../../server/plugins/sessions.ts'
import { consumeTotpStep } from '../../../server/db/accounts/twoFactor.ts'
import { createLink, openLink } from '../links.ts'
import { scratchFolder } from '../scratchFolder.ts'
import { scratchDatabase } from '../scratchDatabase.ts'
import type { Browser, TestServer } from '../testServer.ts'
import { sameSessionAt, startTwoServers } from '../twoServers.ts'
import { newBatchId, uploadForm } from '../uploads.ts'

type UploadResult = CallResponse<typeof uploadFiles>

const rounds = Array.from({ length: 12 }, (_, i) => i)

async function sendFiles({ app }: TestServer, linkToken: string, names: string[], batchId = newBatchId()) {
  const form = uploadForm({ files: names.map((name) => ({ name })), batchId })
  const reply = await app.inject({ method: 'POST', url: `/api/upload/${linkToken}`, ...form })
  return { status: reply.statusCode, result: reply.json<UploadResult>() }
}

async function listFileIds(admin: Browser, folderId: number): Promise<number[]> {
  const files = (await admin.get(`/api/folders/${folderId}/files`)).json<{ id: number }[]>()
  return files.map(({ id }) => id)
}

const readGarbage = ({ services }: TestServer) => services.db.selectFrom('garbage').selectAll().execute()

describe('at the same moment', () => {
  it('two send files of the same names: each is there, under a name of its own', async () => {
    const [one, other] = await startTwoServers()
    const admin = await one.signIn()
    const folder = await admin.createFolder()
    const sent = await Promise.all(
      rounds.map((i) => sendFiles(i % 2 === 0 ? one : other, folder.link_token, ['a.txt', 'b.txt'])),
    )
    expect(sent.map(({ status }) => status)).toEqual(rounds.map(() => 200))
    const files = await one.services.db.selectFrom('file').select('listed_name').execute()
    expect(new Set(files.map((file) => file.listed_name)).size).toBe(2 * rounds.length)
  })

  it('a batch is confirmed twice: it is there once, and both are told the same ids', async () => {
    const [one, other] = await startTwoServers()
    const admin = await one.signIn()
    const folder = await admin.createFolder()
    for (let round = 0; round < 4; round++) {
      const batchId = newBatchId()
      const [first, second] = await Promise.all([
        sendFiles(one, folder.link_token, ['a', 'b', 'c'], batchId),
        sendFiles(other, folder.link_token, ['a', 'b', 'c'], batchId),
      ])
      const [ids, sameIds] = [first, second].map(({ result }) => result.successful_files.map(({ id }) => id))
      expect(ids).toEqual(sameIds)
    }
    expect(await listFileIds(admin, folder.id)).toHaveLength(12)
  })

  it('two delete the same files: both are told that they are gone, and the bytes go once', async () => {
    const [one, other] = await startTwoServers()
    const admin = await one.signIn()
    const again = other === one ? admin : await sameSessionAt(admin, other)
    const folder = await admin.createFolder()
    await sendFiles(one, folder.link_token, ['a', 'b', 'c', 'd'])
    const ids = await listFileIds(admin, folder.id)
    const replies = await Promise.all([
      admin.post('/api/folders/files/delete', { file_ids: ids }),
      again.post('/api/folders/files/delete', { file_ids: ids.toReversed() }),
    ])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await listFileIds(admin, folder.id)).toEqual([])
    await Promise.all([one.app.housekeeping.whenIdle(), other.app.housekeeping.whenIdle()])
    expect(await readGarbage(one)).toEqual([])
    expect(await one.storedFiles()).toEqual([])
  })

  it('two delete the two files of a link: no empty link is left', async () => {
    const [one, other] = await startTwoServers()
    const admin = await one.signIn()
    const again = other === one ? admin : await sameSessionAt(admin, other)
    const folder = await admin.createFolder()
    for (const i of rounds) {
      await sendFiles(one, folder.link_token, [`a${i}`, `b${i}`])
      const ids = await listFileIds(admin, folder.id)
      await createLink(admin, openLink(ids))
      await Promise.all([
        admin.post('/api/folders/files/delete', { file_ids: ids.slice(0, 1) }),
        again.post('/api/folders/files/delete', { file_ids: ids.slice(1) }),
      ])
      expect((await admin.get(`/api/download/links/folder/${folder.id}`)).json()).toEqual([])
    }
  })

  it('a link is made of files that are deleted: it is made of all of them, or not at all', async () => {
    const [one, other] = await startTwoServers()
    const admin = await one.signIn()
    const again = other === one ? admin : await sameSessionAt(admin, other)
    const folder = await admin.createFolder()
    for (const i of rounds) {
      await sendFiles(one, folder.link_token, [`a${i}`, `b${i}`])
      const ids = await listFileIds(admin, folder.id)
      const [made, deleted] = await Promise.all([
        admin.post('/api/download/links', openLink(ids)),
        again.post('/api/folders/files/delete', { file_ids: ids }),
      ])
      expect([200, 201, 404]).toContain(made.statusCode)
      expect(deleted.statusCode).toBe(200)
      expect((await admin.get(`/api/download/links/folder/${folder.id}`)).json()).toEqual([])
    }
  })

  it('a folder is deleted while files arrive: they are in it and go with it, or are refused', async () => {
    const [one, other] = await startTwoServers()
    const admin = await one.signIn()
    for (let round = 0; round < 6; round++) {
      const folder = await admin.createFolder()
      const [, ...sent] = await Promise.all([
        admin.delete(`/api/folders/${folder.id}`),
        ...rounds.slice(0, 4).map((i) => sendFiles(i % 2 === 0 ? other : one, folder.link_token, ['a', 'b'])),
      ])
      for (const { status } of sent) expect([200, 404]).toContain(status)
    }
    await Promise.all([one.app.housekeeping.whenIdle(), other.app.housekeeping.whenIdle()])
    expect(await one.services.db.selectFrom('file').select('id').execute()).toEqual([])
    expect(await one.services.db.selectFrom('staged').selectAll().execute()).toEqual([])
    expect(await one.storedFiles()).toEqual([])
  })

  it('counts are added up, whoever counts', async () => {
    const [one, other] = await startTwoServers()
    await Promise.all(
      rounds.flatMap(() => [one, other].map(({ services }) => services.counters.add('key', 1, 60))),
    )
    expect(await one.services.counters.get('key')).toMatchObject({ points: 2 * rounds.length })
  })

  it('a code of the second factor is used once', async () => {
    const [one, other] = await startTwoServers()
    await one.signIn()
    const [user] = await listUsers(one.services.db)
    await one.services.db.updateTable('user').set({ totp_secret: 'SECRET' }).execute()
    const used = await Promise.all(
      rounds.map((i) => consumeTotpStep((i % 2 === 0 ? one : other).services.db, user?.id ?? 0, 'SECRET', 7)),
    )
    expect(used.filter(Boolean)).toHaveLength(1)
  })

  it('somebody signs in while their password changes: the session is of the new one, or ends with the old', async () => {
    const [one, other] = await startTwoServers()
    const admin = await one.signIn()
    const [user] = await listUsers(one.services.db)
    if (!user) throw new Error('There is a user.')
    for (const i of rounds) {
      const read = await findUser(one.services.db, user.id)
      await Promise.all([
        transact(one.services.db, async (trx) => {
          await changeVerifier(trx, read, {
            verifier_salt: read.verifier_salt,
            verifier_iterations: read.verifier_iterations,
            verifier_hash: `hash ${i}`,
          })
          await deleteSessionsOfUser(trx, user.id)
        }),
        ...rounds
          .slice(0, 4)
          .map(() =>
            transact(other.services.db, (trx) => createSession(trx, read, '2026')).catch(() => undefined),
          ),
      ])
      expect(await one.services.db.selectFrom('session').selectAll().execute()).toEqual([])
    }
    expect((await admin.get('/api/auth/users/me')).statusCode).toBe(401)
  })

  it('sweeps that start at once log no error', async () => {
    const [one, other] = await startTwoServers()
    await Promise.all([one, other, one, other].map(({ app }) => app.housekeeping.sweep()))
    expect(`${one.logged()}${other.logged()}`).not.toContain('"level":50')
  })
})

// With SQLite the second server does not come so far: the data folder is locked.
describe.skipIf(inject('postgres') === undefined)('servers that start at once', () => {
  it('make the tables once, and one administrator', async () => {
    const databaseUrl = await scratchDatabase()
    const config = {
      dataDir: await scratchFolder(),
      databaseUrl,
      adminUsername: 'admin',
      adminPassword: undefined,
    }
    const opened = await Promise.all(rounds.map(() => openDatabase(config)))
    const passwords = await Promise.all(opened.map(({ db }) => ensureFirstUser(db, config)))
    expect(passwords.filter((password) => password !== undefined)).toHaveLength(1)
    const [first] = opened
    expect(first && (await listUsers(first.db))).toHaveLength(1)
    await Promise.all(opened.map((database) => database.close()))
  })
})

describe('numbers beyond 32 bits', () => {
  it.each([5 * 1024 ** 3, 2 ** 40])('are read as they were written: %d', async (size) => {
    const [{ services }] = await startTwoServers()
    const upload = {
      id: 'u'.repeat(22),
      folder_id: 1,
      blob_key: 'b'.repeat(32),
      size,
      part_size: 5_243_200,
      created_at: '2026',
      last_part_at: '2026',
      first_part_at: null,
      confirmed_at: null,
      uploader_email: null,
      visitor_mark: null,
      sent_bytes: size,
    }
    const row = await services.db.transaction().execute(async (trx) => {
      const { id: folder_id } = await trx
        .insertInto('folder')
        .values({ title: 'a', creation_date: '2026', perform_mime_check: 0, link_token: 't' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('upload')
        .values({ ...upload, folder_id })
        .execute()
      return trx
        .selectFrom('upload')
        .select((e) => ['size', 'sent_bytes', e.fn.sum<number>('size').over().as('sum')])
        .executeTakeFirstOrThrow()
    })
    expect(row).toEqual({ size, sent_bytes: size, sum: size })
  })
})
