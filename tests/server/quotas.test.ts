import { randomBytes } from 'node:crypto'
import fc from '../fastCheck.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { maxAnswersBytes, maxFileNameLength, maxManifestBytes, maxPathLength } from '../../contract/limits.ts'
import type { UploadStatus } from '../../contract/schemas/uploads.ts'
import type { CommandContext } from '../../server/ops/admin/command.ts'
import { quotaCommand } from '../../server/ops/admin/quota.ts'
import { readConfig } from '../../server/config/config.ts'
import type { Services } from '../../server/context.ts'
import { setAccountQuota } from '../../server/db/folders/quotas.ts'
import { fileRowBytes, storedNameCopies, maxRowBytes } from '../../server/db/files/rowBytes.ts'
import { changeFolder, reusePairs, addPeople, createSharedFolder, memberOf, newPerson } from './people.ts'
import { startTestServer, type Browser, type TestServer } from './testServer.ts'
import { folderTotals } from './totals.ts'
import { startTwoServers } from './twoServers.ts'
import { newBatchId, sealedAnswers, uploadForm } from './uploads.ts'

beforeEach(reusePairs)

const GiB = 1024 ** 3
const quotaExceeded = 'This upload link has reached the amount of data that it takes.'
const manifest = Buffer.alloc(300, 1).toString('base64')

interface SpaceUsage {
  bytes: number
  quota_bytes: number | null
}
const getSpaceUsage = async (browser: Browser) => (await browser.get('/api/space')).json<SpaceUsage>()

/** A manifest in base64, a name, a path, and the rest of a row. */
const rowBytes = 400 + 2 * storedNameCopies + fileRowBytes

/** Sends one file that counts as so many bytes, its row among them. */
const sendFile = (server: TestServer, folder: { link_token: string }, bytes: number) =>
  server.app.inject({
    method: 'POST',
    url: `/api/upload/${folder.link_token}`,
    ...uploadForm({ files: [{ name: 'a', bytes: randomBytes(bytes - rowBytes), manifest }] }),
  })

const roomLeft = async (browser: Browser, folder: { link_token: string }) =>
  (await browser.get(`/api/upload/${folder.link_token}/status`)).json<UploadStatus>().room_left

async function startServerWithAccount(options: Partial<Services> = {}) {
  const server = await startTestServer(options)
  const browser = await server.signIn()
  return { server, browser }
}

describe('the quota that owners set for a folder', () => {
  it('refuses what is beyond it with 507, leaves nothing behind, and says before how much fits in', async () => {
    const { server, browser } = await startServerWithAccount()
    const folder = await browser.createFolder({ quota_bytes: 10_000 })
    expect(folder).toMatchObject({ quota_bytes: 10_000, stored_bytes: 0 })
    expect((await sendFile(server, folder, 6000)).statusCode).toBe(200)
    const refused = await sendFile(server, folder, 5000)
    expect([refused.statusCode, refused.json()]).toEqual([507, { detail: quotaExceeded, code: 'linkQuota' }])
    expect(await server.storedFiles()).toHaveLength(1)
    expect(await roomLeft(server.newBrowser(), folder)).toBe(4000)
    const shown = (await browser.get(`/api/folders/${folder.id}`)).json<object>()
    expect(shown).toMatchObject({ stored_bytes: 6000, file_count: 1 })
    expect((await sendFile(server, folder, 4000)).statusCode).toBe(200)
  })

  it('holds where the server would take more, and never lets more in than the server', async () => {
    const { server, browser } = await startServerWithAccount({ folderQuotaBytes: 7000 })
    const folder = await browser.createFolder({ quota_bytes: 50_000 })
    expect((await sendFile(server, folder, 8000)).statusCode).toBe(507)
    expect(await roomLeft(server.newBrowser(), folder)).toBe(7000)
  })

  it('is kept where a change says nothing of it, removed by null, and keeps what is there when it is lowered', async () => {
    const { server, browser } = await startServerWithAccount()
    const folder = await browser.createFolder({ quota_bytes: 10_000 })
    await sendFile(server, folder, 6000)
    const changeFolder = async (changes: object) =>
      (await browser.put(`/api/folders/${folder.id}`, { title: 'Tax', ...changes })).json<object>()
    expect(await changeFolder({})).toMatchObject({ quota_bytes: 10_000 })
    expect(await changeFolder({ quota_bytes: 1000 })).toMatchObject({ quota_bytes: 1000, stored_bytes: 6000 })
    expect((await sendFile(server, folder, 3000)).statusCode).toBe(507)
    expect(await roomLeft(server.newBrowser(), folder)).toBe(0)
    expect(await changeFolder({ quota_bytes: null })).toMatchObject({ quota_bytes: null })
    expect((await sendFile(server, folder, 50_000)).statusCode).toBe(200)
    expect((await browser.put(`/api/folders/${folder.id}`, { title: 'T', quota_bytes: 0 })).statusCode).toBe(
      422,
    )
  })

  it('is told to nobody before the gates, and not where more fits in than anybody sends', async () => {
    const { server, browser } = await startServerWithAccount()
    const gated = await browser.createFolder({ quota_bytes: 10_000, link_password: 'secret' })
    const visitor = server.newBrowser()
    expect(await roomLeft(visitor, gated)).toBeNull()
    await visitor.post(`/api/upload/${gated.link_token}/verify-password`, { link_password: 'secret' })
    expect(await roomLeft(visitor, gated)).toBe(10_000)
    const large = await browser.createFolder({ quota_bytes: 101 * GiB })
    expect(await roomLeft(visitor, large)).toBeNull()
  })
})

it('names, paths, manifests and answers count, a row counts 2 KiB, and all of it is free again when it is deleted', async () => {
  const { server, browser } = await startServerWithAccount()
  const folder = await browser.createFolder({ quota_bytes: 200_000 })
  const url = `/api/upload/${folder.link_token}`
  const path = 'ä'.repeat(2000)
  const file = { name: 'ö'.repeat(100), path, bytes: randomBytes(16), manifest }
  const upload = (name: string, batchId?: string) =>
    server.app.inject({
      method: 'POST',
      url,
      ...uploadForm({ files: [{ ...file, name }], ...(batchId && { batchId, answers: sealedAnswers }) }),
    })
  const counts = async () =>
    (await browser.get(`/api/folders/${folder.id}`)).json<{ stored_bytes: number }>().stored_bytes
  const ofFile = 16 + 5 * (200 + 4000) + manifest.length + 2048
  expect((await upload(file.name)).statusCode).toBe(200)
  expect([await counts(), (await getSpaceUsage(browser)).bytes]).toEqual([ofFile, ofFile])
  const batchId = newBatchId()
  for (let i = 0; i < 2; i++) expect((await upload(file.name, batchId)).statusCode).toBe(200)
  expect(await counts()).toBe(2 * ofFile + sealedAnswers.length)
  let sent = 2
  while ((await upload(file.name)).statusCode === 200) sent++
  expect(sent).toBe(Math.floor((200_000 - sealedAnswers.length) / ofFile))
  expect((await getSpaceUsage(browser)).bytes).toBe(sent * ofFile + sealedAnswers.length)
  const listed = (await browser.get(`/api/folders/${folder.id}/files`)).json<{ id: number }[]>()
  await browser.post('/api/folders/files/delete', { file_ids: listed.map(({ id }) => id) })
  expect([await counts(), (await getSpaceUsage(browser)).bytes]).toEqual([0, 0])
})

describe('an upload in parts is refused before its bytes come, not after they have', () => {
  const size = 20 * 262_160
  /** Names, a path, a manifest and answers as long as they may be: all of them count when it becomes a file. */
  const longest = {
    name: '中'.repeat(maxFileNameLength),
    path: '中'.repeat(maxPathLength),
    manifest: Buffer.alloc(maxManifestBytes, 1).toString('base64'),
  }
  const longestAnswers = Buffer.alloc(maxAnswersBytes, 3).toString('base64')
  const counted = size + maxRowBytes

  async function createLimitedFolder(quota: number) {
    const { server, browser } = await startServerWithAccount()
    const folder = await browser.createFolder({ quota_bytes: quota })
    const url = `/api/upload/${folder.link_token}`
    const sender = server.newBrowser()
    const announce = () => sender.post(`${url}/files`, { size, part_size: size })
    const beginUpload = async () => (await announce()).json<{ upload_id: string }>().upload_id
    const putPart = (id: string) =>
      sender.put(`${url}/files/${id}/parts/1`, undefined, { payload: randomBytes(size) })
    const confirm = async (id: string, file: object = longest) => {
      const files = [{ name: 'a', ...file, reference: id }]
      const form = uploadForm({ files, batchId: newBatchId(), answers: longestAnswers })
      return (await sender.send('POST', url, form)).json<object>()
    }
    const abort = (id: string) => sender.delete(`${url}/files/${id}`)
    return { browser, folder, announce, beginUpload, putPart, confirm, abort }
  }

  it('where its row would not fit in beside it', async () => {
    const { announce } = await createLimitedFolder(counted - 1)
    const refused = await announce()
    expect([refused.statusCode, refused.json()]).toEqual([507, { detail: quotaExceeded, code: 'linkQuota' }])
  })

  it('and becomes a file with the longest names where it was taken', async () => {
    const { browser, beginUpload, putPart, confirm } = await createLimitedFolder(counted)
    const id = await beginUpload()
    expect((await putPart(id)).statusCode).toBe(204)
    expect(await confirm(id)).toMatchObject({ successful_files: [{ size: 20 * 262_144 }] })
    expect((await getSpaceUsage(browser)).bytes).toBe(counted)
  })

  it('of several at the same time as many are taken as become files, and one that is given up makes room', async () => {
    const { browser, beginUpload, putPart, confirm, abort } = await createLimitedFolder(3 * counted - 1)
    // Announcing takes nothing of what others could use.
    const ids = await Promise.all(Array.from({ length: 5 }, beginUpload))
    const codes = (await Promise.all(ids.map(putPart))).map(({ statusCode }) => statusCode)
    expect(codes.toSorted()).toEqual([204, 204, 507, 507, 507])
    const [gone = '', kept = ''] = ids.filter((_, i) => codes[i] === 204)
    const [next = ''] = ids.filter((_, i) => codes[i] === 507)
    await abort(gone)
    expect((await putPart(next)).statusCode).toBe(204)
    for (const result of await Promise.all([confirm(kept), confirm(next)]))
      expect(result).toMatchObject({ successful_files: [{ size: 20 * 262_144 }] })
    expect((await getSpaceUsage(browser)).bytes).toBe(2 * counted)
  })

  it('keeps no more than the row takes once it is a file', async () => {
    const { browser, folder, beginUpload, putPart, confirm, announce } = await createLimitedFolder(
      2 * counted,
    )
    const id = await beginUpload()
    await putPart(id)
    await confirm(id, { manifest })
    const taken = size + rowBytes + longestAnswers.length
    expect((await getSpaceUsage(browser)).bytes).toBe(taken)
    await browser.put(`/api/folders/${folder.id}`, { title: 'Tax', quota_bytes: taken + counted })
    expect((await announce()).statusCode).toBe(200)
  })

  it('becomes a file where the quota was lowered after its bytes had come', async () => {
    const { browser, folder, beginUpload, putPart, confirm } = await createLimitedFolder(counted)
    const id = await beginUpload()
    await putPart(id)
    await browser.put(`/api/folders/${folder.id}`, { title: 'Tax', quota_bytes: 1000 })
    expect(await confirm(id)).toMatchObject({ successful_files: [{ size: 20 * 262_144 }] })
  })
})

describe('the quota of an account', () => {
  it('bounds all its folders together, and nobody else’s', async () => {
    const { server, browser } = await startServerWithAccount({ userQuotaBytes: 10_000 })
    const other = await server.signIn('other')
    const [a, b] = [await browser.createFolder(), await browser.createFolder()]
    expect((await sendFile(server, a, 6000)).statusCode).toBe(200)
    expect((await sendFile(server, b, 5000)).statusCode).toBe(507)
    expect(await roomLeft(server.newBrowser(), b)).toBe(4000)
    expect(await getSpaceUsage(browser)).toEqual({ bytes: 6000, quota_bytes: 10_000 })
    expect((await sendFile(server, await other.createFolder(), 9000)).statusCode).toBe(200)
    expect(await getSpaceUsage(other)).toEqual({ bytes: 9000, quota_bytes: 10_000 })
    await browser.delete(`/api/folders/${a.id}`)
    expect(await getSpaceUsage(browser)).toEqual({ bytes: 0, quota_bytes: 10_000 })
    expect((await sendFile(server, b, 10_000)).statusCode).toBe(200)
  })

  it('counts of an upload in parts what has arrived, room for its row, and as much again', async () => {
    const { server, browser } = await startServerWithAccount()
    const folder = await browser.createFolder()
    const part = 20 * 262_160
    const payload = { size: 10 * part, part_size: part }
    const begun = await server.app.inject({
      method: 'POST',
      url: `/api/upload/${folder.link_token}/files`,
      payload,
    })
    expect((await getSpaceUsage(browser)).bytes).toBe(0)
    const { upload_id } = begun.json<{ upload_id: string }>()
    await server.app.inject({
      method: 'PUT',
      url: `/api/upload/${folder.link_token}/files/${upload_id}/parts/1`,
      payload: randomBytes(part),
    })
    expect((await getSpaceUsage(browser)).bytes).toBe(2 * part + maxRowBytes)
    server.passTime(601)
    expect((await getSpaceUsage(browser)).bytes).toBe(part + maxRowBytes)
  })

  it('of a folder of several people is that of the owner who was there first, and of the next when they leave', async () => {
    const { server } = await startServerWithAccount()
    const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
    const made = await createSharedFolder(anna)
    server.passTime(60)
    const shared = await addPeople(made, anna, [bert], 'owner')
    expect((await sendFile(server, shared.folder, 7000)).statusCode).toBe(200)
    const bytes = async () => [
      (await getSpaceUsage(anna.browser)).bytes,
      (await getSpaceUsage(bert.browser)).bytes,
    ]
    expect(await bytes()).toEqual([7000, 0])
    await setAccountQuota(server.services.db, bert.id, 5000)
    const members = [memberOf(anna, 'member'), memberOf(bert, 'owner')]
    await changeFolder(shared, bert, { members })
    expect(await bytes()).toEqual([0, 7000])
    expect((await sendFile(server, shared.folder, 3000)).statusCode).toBe(507)
  })

  it('is not filled with a folder of somebody else that does not fit, until it does', async () => {
    const { server } = await startServerWithAccount({ userQuotaBytes: 10_000 })
    const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
    const own = await bert.browser.createFolder()
    expect((await sendFile(server, own, 4000)).statusCode).toBe(200)
    const made = await createSharedFolder(anna)
    expect((await sendFile(server, made.folder, 7000)).statusCode).toBe(200)
    server.passTime(60)
    const shared = await addPeople(made, anna, [bert], 'owner')
    const handOver = () =>
      changeFolder(shared, anna, { members: [memberOf(anna, 'member'), memberOf(bert, 'owner')] })
    await expect(handOver()).rejects.toThrow('ownerHasNoRoom')
    expect((await getSpaceUsage(anna.browser)).bytes).toBe(7000)
    expect((await sendFile(server, own, 6000)).statusCode).toBe(200)
    expect((await bert.browser.delete(`/api/folders/${own.id}`)).statusCode).toBe(204)
    await handOver()
    expect((await getSpaceUsage(bert.browser)).bytes).toBe(7000)
  })

  it('of a folder of several people goes to who has been an owner for longest, not a member', async () => {
    const { server } = await startServerWithAccount()
    const [anna, bert, carla] = [
      await newPerson(server, 'anna'),
      await newPerson(server, 'bert'),
      await newPerson(server, 'carla'),
    ]
    const made = await createSharedFolder(anna)
    expect((await sendFile(server, made.folder, 7000)).statusCode).toBe(200)
    server.passTime(60)
    const withBert = await addPeople(made, anna, [bert], 'member')
    server.passTime(60)
    const withBoth = await addPeople(withBert, anna, [carla], 'owner')
    server.passTime(60)
    const others = [memberOf(bert, 'owner'), memberOf(carla, 'owner')]
    const promoted = await changeFolder(withBoth, anna, { members: [memberOf(anna, 'owner'), ...others] })
    await changeFolder(promoted, anna, { members: [memberOf(anna, 'member'), ...others] })
    expect((await getSpaceUsage(carla.browser)).bytes).toBe(7000)
  })

  it('is the operator’s figure where there is one, and that of the configuration where there is none', async () => {
    const { server, browser } = await startServerWithAccount({ userQuotaBytes: 1000 })
    const printed: string[] = []
    const context: CommandContext = {
      config: readConfig({ USER_QUOTA_BYTES: '1000' }, '/package'),
      print: (line) => printed.push(line),
      openDatabase: () => Promise.resolve(server.services.db),
      openInstallation: () => Promise.reject(new Error('not asked')),
      migrate: () => Promise.resolve([]),
      record: () => Promise.resolve(),
    }
    const set = (size: string) => quotaCommand.run(context, ['ADMIN', size], {}, new Set())
    await set('2T')
    expect(await getSpaceUsage(browser)).toEqual({ bytes: 0, quota_bytes: 2 * 1024 * GiB })
    await set('none')
    expect(await getSpaceUsage(browser)).toEqual({ bytes: 0, quota_bytes: null })
    await set('default')
    expect(await getSpaceUsage(browser)).toEqual({ bytes: 0, quota_bytes: 1000 })
    expect(printed).toContain('admin may store 2048.0 GiB.')
    await expect(set('much')).rejects.toThrow('The size must be a number of bytes')
    await expect(quotaCommand.run(context, ['nobody', '1G'], {}, new Set())).rejects.toThrow(
      'no administrator named nobody',
    )
  })

  it('is never exceeded by uploads into several folders at the same moment', async () => {
    const [one, other] = await startTwoServers()
    const browser = await one.signIn()
    const user = (await browser.get('/api/auth/users/me')).json<{ user: { id: number } }>().user
    await setAccountQuota(one.services.db, user.id, 25_000)
    const folders = []
    for (let i = 0; i < 5; i++) folders.push(await browser.createFolder())
    const replies = await Promise.all(
      folders.flatMap((folder) => [sendFile(one, folder, 10_000), sendFile(other, folder, 10_000)]),
    )
    const codes = replies.map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 200)).toHaveLength(2)
    expect(codes.filter((code) => code === 507)).toHaveLength(8)
    expect((await getSpaceUsage(browser)).bytes).toBe(20_000)
    await other.app.housekeeping.whenIdle()
    expect(await one.storedFiles()).toHaveLength(2)
  })
})

it('keeps a running total of each folder, after any sequence of uploads, answers, copies, deletions and changes of owners', async () => {
  const server = await startTestServer({ folderQuotaBytes: 60_000, userQuotaBytes: 150_000 })
  const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
  const made = await createSharedFolder(anna)
  server.passTime(60)
  let shared = await addPeople(made, anna, [bert], 'owner')
  const batches = [newBatchId(), newBatchId()]
  let sent = 0
  let isAnnasToo = true
  const filesOf = async (id: number) =>
    (await anna.browser.get(`/api/folders/${id}/files`)).json<{ id: number }[]>().map((file) => file.id)
  const steps = {
    /** The answers of a batch are kept once, and go with its last file. */
    async send({ n, at }: { n: number; at: { id: number; link_token: string } }) {
      const files = Array.from({ length: n }, () => ({
        name: 'a',
        bytes: randomBytes(16 + 900 * n),
        manifest,
      }))
      const batch = { batchId: batches[n % 2] ?? '', answers: sealedAnswers }
      const indexed = files.map((file) => ({ ...file, index: sent++ }))
      const form = uploadForm(n % 3 === 0 ? { files } : { files: indexed, ...batch })
      const reply = await server.app.inject({ method: 'POST', url: `/api/upload/${at.link_token}`, ...form })
      expect([200, 507]).toContain(reply.statusCode)
    },
    async copy({ at }: { at: { id: number } }) {
      const files = (await filesOf(at.id))
        .slice(0, 4)
        .map((file_id) => ({ file_id, encrypted_key: randomBytes(256).toString('base64') }))
      if (files.length === 0) return
      const body = { copy_id: newBatchId(), sealed_to: shared.keys[0]?.fp, files }
      const reply = await anna.browser.post(`/api/folders/${shared.folder.id}/copies`, body)
      expect(isAnnasToo ? [200, 507] : [403]).toContain(reply.statusCode)
    },
    async remove({ n, at }: { n: number; at: { id: number } }) {
      const file_ids = (await filesOf(at.id)).filter((_, i) => i % n === 0)
      if (file_ids.length > 0) await anna.browser.post('/api/folders/files/delete', { file_ids })
    },
    async changeOwners() {
      isAnnasToo = !isAnnasToo
      server.passTime(60)
      const members = [memberOf(anna, isAnnasToo ? 'owner' : 'member'), memberOf(bert, 'owner')]
      shared = await changeFolder(shared, bert, { members })
    },
  }
  const kinds = ['send', 'send', 'send', 'copy', 'remove', 'changeOwners'] as const
  const step = fc.record({
    do: fc.constantFrom(...kinds),
    at: fc.constantFrom(0, 1, 2),
    n: fc.integer({ min: 1, max: 6 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (all) => {
      const own = [await anna.browser.createFolder(), await anna.browser.createFolder()]
      for (const { do: what, at, n } of all)
        await steps[what]({ n, at: [shared.folder, ...own][at] ?? shared.folder })
      const { running, added } = await folderTotals(server)
      expect(running).toEqual(added)
      const shown = await Promise.all([anna, bert].map(({ browser }) => getSpaceUsage(browser)))
      const sum = added.reduce((whole, [, bytes = 0]) => whole + bytes, 0)
      expect(shown.reduce((whole, { bytes }) => whole + bytes, 0)).toBe(sum)
      await anna.browser.delete(`/api/folders/${own[1]?.id}`)
      await server.app.housekeeping.whenIdle()
      const left = await folderTotals(server)
      expect(left.running).toEqual(left.added)
    }),
    { numRuns: 10 },
  )
})

it('counts what is stored, after any sequence of uploads, copies and deletions', async () => {
  const server = await startTestServer()
  const anna = await newPerson(server, 'anna')
  const { browser } = anna
  const own = await browser.createFolder()
  const shared = await createSharedFolder(anna)
  const folders = [own, shared.folder]
  const filesOf = async (id: number) =>
    (await browser.get(`/api/folders/${id}/files`)).json<{ id: number }[]>()
  const copyFiles = async (from: number) => {
    const files = (await filesOf(from)).slice(0, 9).map(({ id }) => ({
      file_id: id,
      encrypted_key: randomBytes(256).toString('base64'),
    }))
    if (files.length === 0) return
    const body = { copy_id: randomBytes(16).toString('base64url'), sealed_to: shared.keys[0]?.fp, files }
    const reply = await browser.post(`/api/folders/${shared.folder.id}/copies`, body)
    expect([200, 507]).toContain(reply.statusCode)
  }
  const deleteFiles = async (from: number, every: number) => {
    const file_ids = (await filesOf(from)).filter((_, i) => i % every === 0).map(({ id }) => id)
    if (file_ids.length > 0) await browser.post('/api/folders/files/delete', { file_ids })
  }
  const at = fc.constantFrom(0, 1)
  const step = fc.oneof(
    fc.record({ do: fc.constant('send' as const), at, bytes: fc.integer({ min: rowBytes + 16, max: 9000 }) }),
    fc.record({ do: fc.constant('copy' as const), at }),
    fc.record({ do: fc.constant('remove' as const), at, every: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ do: fc.constant('limit' as const), bytes: fc.constantFrom(null, 20_000, 60_000) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const one of steps) {
        const folder = 'at' in one ? folders[one.at] : undefined
        if (one.do === 'limit') await setAccountQuota(server.services.db, anna.id, one.bytes)
        else if (folder === undefined) continue
        else if (one.do === 'send') await sendFile(server, folder, one.bytes)
        else if (one.do === 'copy') await copyFiles(folder.id)
        else await deleteFiles(folder.id, one.every)
      }
      const rows = await server.services.db.selectFrom('file').select('sealed_size').execute()
      const stored = rows.reduce((sum, row) => sum + row.sealed_size + rowBytes, 0)
      expect((await getSpaceUsage(browser)).bytes).toBe(stored)
      const shown = (await browser.get('/api/folders/')).json<{ stored_bytes: number }[]>()
      expect(shown.reduce((sum, folder) => sum + folder.stored_bytes, 0)).toBe(stored)
      expect(await server.storedFiles()).toHaveLength(rows.length)
    }),
    { numRuns: 8 },
  )
})
