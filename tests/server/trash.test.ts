import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { AuditEvent } from '../../contract/schemas/audit.ts'
import type { DownloadLink } from '../../contract/schemas/downloads.ts'
import type { FileRecord, Folder, TrashedFile, TrashedFolder } from '../../contract/schemas/folders.ts'
import { allowances } from '../../server/security/rateLimits.ts'
import { createLink, listedLinks, openLink, startServerWithFiles, uploadFiles } from './links.ts'
import { addPeople, createSharedFolder, newPerson } from './people.ts'
import { requireRightTotals } from './totals.ts'
import { type Browser, startTestServer } from './testServer.ts'
import { type TestFile, uploadForm } from './uploads.ts'

const daySeconds = 24 * 3600
const threeFiles = [{ name: 'a.txt' }, { name: 'b.txt' }, { name: 'c.txt' }]

/** A server with a trash, and three files in a folder. */
async function startWithTrash(trashDays = 7) {
  const all = await startServerWithFiles(threeFiles, { trashDays })
  const { browser, folder } = all
  const address = `/api/folders/${folder.id}`
  return {
    ...all,
    address,
    drop: (file_ids: number[], query = '') => browser.post(`/api/folders/files/delete${query}`, { file_ids }),
    restore: (file_ids: number[], by = browser) => by.post('/api/folders/files/restore', { file_ids }),
    listed: async () => (await browser.get(`${address}/files`)).json<FileRecord[]>(),
    trashed: async () => (await browser.get(`${address}/trash`)).json<TrashedFile[]>(),
    shown: async () => (await browser.get(address)).json<Folder>(),
    space: async () => (await browser.get('/api/space')).json<{ bytes: number; trashed_folders?: number }>(),
    /** Opens a new session, since earlier ones have expired by the moved clock. */
    signInAgain: () => all.server.newBrowser().signIn('admin'),
  }
}

const statusOf = async (by: Browser, path: string) => (await by.get(path)).statusCode
const idsOf = (files: readonly { id: number }[]) => files.map(({ id }) => id)

describe('a deleted file', () => {
  it('is in the trash, and nowhere else, until it is restored', async () => {
    const { server, browser, address, ids, drop, restore, listed, trashed, shown, space } =
      await startWithTrash()
    const [a = 0, b = 0, c = 0] = ids
    const stored = (await server.storedFiles()).length
    const before = { space: await space(), folder: await shown(), files: await listed() }
    expect((await drop([a, b])).json()).toEqual({ errors: [] })

    expect(idsOf(await listed())).toEqual([c])
    expect(await shown()).toMatchObject({
      file_count: 1,
      undownloaded_count: 1,
      trash: { days: 7, files: 2 },
    })
    expect(await statusOf(browser, `/api/folders/download/${a}`)).toBe(404)
    expect(await statusOf(browser, `/api/folders/files/content?ids=${a},${c}`)).toBe(404)
    expect((await browser.post('/api/download/links', openLink([a]))).statusCode).toBe(404)
    expect((await drop([a])).json()).toMatchObject({ errors: [{ file_id: a }] })
    expect((await browser.post('/api/folders/files/keys', { file_ids: [a] })).json()).toMatchObject([
      { id: a },
    ])
    const [first] = await trashed()
    expect(idsOf(await trashed())).toEqual([a, b])
    const hashed = (await browser.get(`${address}/trash?hashes=all`)).json<TrashedFile[]>()
    expect(hashed.map((file) => file.file_hash)).toEqual(
      before.files.slice(0, 2).map((file) => file.file_hash),
    )
    expect(first).toMatchObject({ original_filename: 'a.txt', file_size: before.files[0]?.file_size })
    expect(Date.parse(first?.erased_at ?? '') - Date.parse(first?.deleted_at ?? '')).toBe(
      7 * daySeconds * 1000,
    )
    expect(await space()).toEqual(before.space)

    expect((await restore([b, a])).json()).toEqual({ errors: [] })
    expect(await listed()).toEqual(before.files)
    expect(await shown()).toEqual(before.folder)
    expect(await trashed()).toEqual([])
    expect(await statusOf(browser, `/api/folders/download/${a}`)).toBe(200)
    expect(await server.storedFiles()).toHaveLength(stored)
    // A repeated call, as after a lost answer.
    expect((await restore([a])).json()).toEqual({ errors: [] })
    await requireRightTotals(server)
  })

  it('frees its name, and comes back under another one if that is taken', async () => {
    const { server, browser, folder, ids, drop, restore, listed } = await startWithTrash()
    const [a = 0] = ids
    await drop([a])
    await uploadFiles(server.app, browser, folder, [{ name: 'a.txt' }])
    const names = async () => (await listed()).map((file) => file.stored_filename.split('/').at(-1))
    expect(await names()).toEqual(['b.txt', 'c.txt', 'a.txt'])
    await restore([a])
    expect(await names()).toEqual(['a (2).txt', 'b.txt', 'c.txt', 'a.txt'])
  })

  it('goes after so many days, with its bytes, and cannot be restored from then on', async () => {
    const { server, ids, drop, signInAgain } = await startWithTrash()
    const [a = 0, b = 0] = ids
    await drop([a])
    server.passTime(3 * daySeconds)
    const later = await signInAgain()
    await later.post('/api/folders/files/delete', { file_ids: [b] })
    server.passTime(5 * daySeconds)
    const last = await signInAgain()
    const restore = (id: number) => last.post('/api/folders/files/restore', { file_ids: [id] })
    expect((await restore(a)).json()).toMatchObject({ errors: [{ file_id: a }] })
    await server.app.housekeeping.sweep()
    expect(await server.storedFiles()).toHaveLength(2)
    expect((await restore(b)).json()).toEqual({ errors: [] })
    await requireRightTotals(server)
  })

  it('is erased at once where that is asked for, from the list or from the trash', async () => {
    const { server, ids, drop, listed, trashed, restore } = await startWithTrash()
    const [a = 0, b = 0, c = 0] = ids
    await drop([a])
    expect((await drop([a, b], '?now=1')).json()).toEqual({ errors: [] })
    expect(idsOf(await listed())).toEqual([c])
    expect(await trashed()).toEqual([])
    expect((await restore([a, b])).json()).toMatchObject({ errors: [{ file_id: a }, { file_id: b }] })
    expect(await server.storedFiles()).toHaveLength(1)
    await requireRightTotals(server)
  })

  it('is erased at once by a server without trash, with what was in the trash before', async () => {
    const { server, ids, drop, shown, listed } = await startWithTrash(0)
    const [a = 0, b = 0] = ids
    await drop([a])
    expect(await shown()).not.toHaveProperty('trash')
    expect(await server.storedFiles()).toHaveLength(2)
    await server.services.db
      .updateTable('file')
      .set({ trashed_at: new Date().toISOString(), listed_key: '/trash/1' })
      .where('id', '=', b)
      .execute()
    await server.app.housekeeping.sweep()
    expect(await server.storedFiles()).toHaveLength(1)
    expect(await listed()).toHaveLength(1)
  })

  it('keeps its place in links: one without other files is not found until it is back', async () => {
    const { server, browser, folder, ids, drop, restore } = await startWithTrash()
    const [a = 0, b = 0, c = 0] = ids
    const { link_token: alone } = await createLink(browser, openLink([a]))
    const { link_token: both } = await createLink(browser, openLink([a, b]))
    const recipient = server.newBrowser()
    const status = (token: string) => statusOf(recipient, `/api/download/${token}/status`)
    const fetched = (token: string, id: number) => statusOf(recipient, `/api/download/${token}/file/${id}`)
    await drop([a, c])
    expect([await status(alone), await status(both)]).toEqual([404, 200])
    expect([await fetched(both, a), await fetched(both, b)]).toEqual([404, 200])
    expect((await listedLinks(browser, folder)).map((link) => [link.link_token, link.file_count])).toEqual([
      [both, 1],
    ])
    expect(await statusOf(browser, `/api/download/links/${alone}/details`)).toBe(404)
    const sent = (await browser.get('/api/download/links')).json<{ links: DownloadLink[] }>()
    expect(sent.links).toMatchObject([{ link_token: both, files: ['b.txt'] }])
    expect((await recipient.get(`/api/download/${both}/status`)).json()).toMatchObject({
      files: [{ id: b }],
    })
    await server.app.housekeeping.sweep()
    await requireRightTotals(server)

    await restore([a])
    expect([await status(alone), await fetched(alone, a), await fetched(both, a)]).toEqual([200, 200, 200])
    expect(await listedLinks(browser, folder)).toHaveLength(2)
    await requireRightTotals(server)

    await drop([a])
    await drop([a], '?now=1')
    expect([await status(alone), await status(both)]).toEqual([404, 200])
    await server.app.housekeeping.whenIdle()
    const tokens = await server.services.db.selectFrom('download_link').select('link_token').execute()
    expect(tokens.map(({ link_token }) => link_token)).not.toContain(alone)
    await requireRightTotals(server)
  })

  it('does not come back into a link that was ended meanwhile', async () => {
    const { server, browser, ids, drop, restore } = await startWithTrash()
    const [a = 0, b = 0] = ids
    const { link_token } = await createLink(browser, openLink([a, b]))
    const { link_token: alone } = await createLink(browser, openLink([a]))
    await drop([a])
    for (const token of [link_token, alone])
      expect((await browser.delete(`/api/download/links/${token}`)).statusCode).toBe(204)
    await restore([a])
    for (const token of [link_token, alone])
      expect(await statusOf(server.newBrowser(), `/api/download/${token}/status`)).toBe(404)
    await requireRightTotals(server)
  })

  it('is restored or erased, and nothing between, when both are asked for at once, and the sweep comes', async () => {
    const names = Array.from({ length: 30 }, (_, n) => ({ name: `${n}.txt` }))
    const { server, browser, folder, ids } = await startServerWithFiles(names, { trashDays: 7 })
    const { link_token } = await createLink(browser, openLink(ids))
    await browser.post('/api/folders/files/delete', { file_ids: ids })
    const isExpired = (id: number) => id % 3 === 0
    const longAgo = new Date(Date.now() - 8 * daySeconds * 1000).toISOString()
    const expired = ids.filter(isExpired)
    await server.services.db
      .updateTable('file')
      .set({ trashed_at: longAgo })
      .where('id', 'in', expired)
      .execute()
    const post = (call: string, some: number[]) =>
      browser.post(`/api/folders/files/${call}`, { file_ids: some })
    await Promise.all([
      ...ids.flatMap((id) => [post('restore', [id]), id % 2 === 0 ? post('delete?now=1', [id]) : undefined]),
      server.app.housekeeping.sweep(),
      server.app.housekeeping.sweep(),
    ])
    await server.app.housekeeping.whenIdle()
    const listed = (await browser.get(`/api/folders/${folder.id}/files`)).json<FileRecord[]>()
    // What nobody erases is back, and what is past its time is not.
    expect(idsOf(listed)).toEqual(expect.arrayContaining(ids.filter((id) => id % 2 === 1 && !isExpired(id))))
    expect(listed.some(({ id }) => isExpired(id))).toBe(false)
    for (const { id } of listed) {
      expect(await statusOf(browser, `/api/folders/download/${id}`)).toBe(200)
      expect(await statusOf(server.newBrowser(), `/api/download/${link_token}/file/${id}`)).toBe(200)
    }
    expect(await server.storedFiles()).toHaveLength(listed.length)
    await requireRightTotals(server)
  })

  it('goes with its folder', async () => {
    const { server, address, browser, ids, drop } = await startWithTrash()
    await drop(ids.slice(0, 1))
    await browser.delete(`${address}?now=1`)
    expect(await server.storedFiles()).toEqual([])
  })
})

describe('what has been in the trash for a day', () => {
  const MiB = 1024 ** 2
  const aMiB = (name: string): TestFile => ({ name, bytes: randomBytes(MiB) })

  /** An account that may store 5 MiB, of which a folder with `names` takes one each. */
  async function startSmall(
    names: readonly string[],
    quotas: { userQuotaBytes?: number; folderQuotaBytes?: number },
  ) {
    const server = await startTestServer({ trashDays: 7, ...quotas })
    const browser = await server.signIn()
    const folder = await browser.createFolder()
    const ids = await uploadFiles(server.app, browser, folder, names.map(aMiB))
    const upload = async (name: string, to = folder) => {
      const url = `/api/upload/${to.link_token}`
      return (await server.app.inject({ method: 'POST', url, ...uploadForm({ files: [aMiB(name)] }) }))
        .statusCode
    }
    const trashedNames = async () => {
      const rows = await server.services.db
        .selectFrom('file')
        .select('original_filename')
        .where('trashed_at', 'is not', null)
        .orderBy('id')
        .execute()
      return rows.map((row) => row.original_filename)
    }
    return { server, browser, folder, ids, upload, trashedNames }
  }

  it.each([
    ['an account', { userQuotaBytes: 5 * MiB }],
    ['a folder', { folderQuotaBytes: 5 * MiB }],
  ])(
    'refuses nothing for the quota of %s, and goes oldest first where that is exceeded',
    async (_, quotas) => {
      const { server, browser, ids, upload, trashedNames } = await startSmall(['a', 'b', 'c', 'd'], quotas)
      const [a = 0, b = 0, c = 0] = ids
      const drop = (by: Browser, id: number) => by.post('/api/folders/files/delete', { file_ids: [id] })
      await drop(browser, b)
      await drop(browser, a)
      expect(await upload('too early')).toBe(507)
      server.passTime(25 * 3600)
      await drop(await server.newBrowser().signIn('admin'), c)
      expect(await upload('e')).toBe(200)
      expect(await trashedNames()).toEqual(['a', 'b', 'c'])
      await server.app.housekeeping.sweep()
      expect(await trashedNames()).toEqual(['a', 'c'])
      await server.app.housekeeping.sweep()
      expect(await trashedNames()).toEqual(['a', 'c'])
      expect(await upload('f')).toBe(200)
      expect(await upload('g')).toBe(507)
      await server.app.housekeeping.sweep()
      expect(await trashedNames()).toEqual(['c'])
      expect(await upload('g')).toBe(507)
      expect(await server.storedFiles()).toHaveLength(4)
      const { events } = (await (await server.newBrowser().signIn('admin')).get('/api/audit')).json<{
        events: AuditEvent[]
      }>()
      const erasures = events.filter(({ kind }) => kind === 'trash-erased')
      expect(erasures.map(({ by, details }) => [by, details.files])).toEqual([
        ['server', 1],
        ['server', 1],
      ])
      await requireRightTotals(server)
    },
  )

  it('is restored as often in an hour as the table says', async () => {
    const { server, browser, folder, ids } = await startSmall(['a'], {})
    const { user } = (await browser.get('/api/auth/users/me')).json<{ user: { id: number } }>()
    const { points, seconds } = allowances.restorations
    await server.services.counters.add(`restoration ${user.id}`, points - 2, seconds)
    const files = async () => (await browser.post('/api/folders/files/restore', { file_ids: ids })).statusCode
    const whole = async () => (await browser.post(`/api/folders/${folder.id}/restore`)).statusCode
    expect([await files(), await whole(), await files(), await whole()]).toEqual([200, 200, 429, 429])
  })

  it('comes back only where uploads have not taken its place', async () => {
    const { server, browser, folder, ids, upload } = await startSmall(['a', 'b', 'c', 'd'], {
      userQuotaBytes: 5 * MiB,
    })
    const second = await browser.createFolder()
    await browser.post('/api/folders/files/delete', { file_ids: ids })
    await browser.delete(`/api/folders/${folder.id}`)
    server.passTime(25 * 3600)
    for (const name of ['e', 'f', 'g', 'h']) expect(await upload(name, second)).toBe(200)
    const later = await server.newBrowser().signIn('admin')
    // Its files are in the trash still, and may be erased.
    expect((await later.post(`/api/folders/${folder.id}/restore`)).statusCode).toBe(200)
    expect((await later.post('/api/folders/files/restore', { file_ids: ids })).statusCode).toBe(507)
    expect((await later.get(`/api/folders/${folder.id}/files`)).json()).toEqual([])
    const [first = 0] = (await later.get(`/api/folders/${second.id}/files`))
      .json<FileRecord[]>()
      .map(({ id }) => id)
    await later.post('/api/folders/files/delete', { file_ids: [first] })
    // What was deleted within a day still counts.
    expect((await later.post('/api/folders/files/restore', { file_ids: ids.slice(0, 1) })).statusCode).toBe(
      507,
    )
    await later.post('/api/folders/files/delete?now=1', { file_ids: [first] })
    expect((await later.post('/api/folders/files/restore', { file_ids: ids.slice(0, 1) })).json()).toEqual({
      errors: [],
    })
    await requireRightTotals(server)
  })

  it('goes with its folder, in the order of their deletion, and never for the sake of others', async () => {
    const { server, browser, folder, ids, upload, trashedNames } = await startSmall(['a', 'b'], {
      userQuotaBytes: 5 * MiB,
    })
    const other = await server.signIn('other')
    const [ofOther = 0] = await uploadFiles(server.app, other, await other.createFolder(), [aMiB('other')])
    await other.post('/api/folders/files/delete', { file_ids: [ofOther] })
    const second = await browser.createFolder()
    await uploadFiles(server.app, browser, second, [aMiB('c'), aMiB('d')])
    await browser.delete(`/api/folders/${second.id}`)
    await browser.post('/api/folders/files/delete', { file_ids: ids.slice(0, 1) })
    server.passTime(25 * 3600)
    expect(await upload('e')).toBe(200)
    await server.app.housekeeping.sweep()
    expect((await (await server.newBrowser().signIn('admin')).get('/api/folders/trash')).json()).toEqual([])
    expect(await trashedNames()).toEqual(['a', 'other'])
    expect(await upload('f', folder)).toBe(200)
    await server.app.housekeeping.sweep()
    expect(await trashedNames()).toEqual(['a', 'other'])
  })
})

describe('a deleted folder', () => {
  it('is not found with all that is in it, until it is restored as it was', async () => {
    const { server, browser, folder, address, ids, shown, space } = await startWithTrash()
    const { link_token } = await createLink(browser, openLink(ids))
    await browser.put(`${address}/webhook`, { url: 'https://example.org/hook' })
    const before = {
      shown: await shown(),
      space: await space(),
      webhook: (await browser.get(`${address}/webhook`)).body,
    }
    expect((await browser.delete(address)).statusCode).toBe(204)

    const recipient = server.newBrowser()
    const uploadLink = `/api/upload/${folder.link_token}`
    const paths = [`${uploadLink}/status`, `/api/download/${link_token}/status`]
    for (const path of paths) expect([path, await statusOf(recipient, path)]).toEqual([path, 404])
    const form = uploadForm({ files: [{ name: 'late.txt' }] })
    expect((await server.app.inject({ method: 'POST', url: uploadLink, ...form })).statusCode).toBe(404)
    for (const path of [address, `${address}/files`, `${address}/trash`, `/api/folders/download/${ids[0]}`])
      expect([path, await statusOf(browser, path)]).toEqual([path, 404])
    expect((await browser.get('/api/folders/')).json()).toEqual([])
    expect(await space()).toEqual({ ...before.space, trashed_folders: 1 })
    const [trashed, ...more] = (await browser.get('/api/folders/trash')).json<TrashedFolder[]>()
    expect(more).toEqual([])
    expect(trashed).toMatchObject({ id: folder.id, title: folder.title, file_count: 3 })
    await server.app.housekeeping.sweep()
    expect((await browser.delete(address)).statusCode).toBe(404)

    expect((await browser.post(`${address}/restore`)).json()).toEqual(before.shown)
    expect(await shown()).toEqual(before.shown)
    expect(await space()).toEqual(before.space)
    expect((await browser.get(`${address}/webhook`)).body).toBe(before.webhook)
    for (const path of paths) expect([path, await statusOf(recipient, path)]).toEqual([path, 200])
    // A repeated call, as after a lost answer.
    expect((await browser.post(`${address}/restore`)).json()).toEqual(before.shown)
    await requireRightTotals(server)
  })

  it('goes after so many days, with its bytes', async () => {
    const { server, browser, address, folder, signInAgain } = await startWithTrash()
    await browser.delete(address)
    server.passTime(8 * daySeconds)
    const later = await signInAgain()
    expect((await later.get('/api/folders/trash')).json()).toEqual([])
    expect((await later.get('/api/space')).json()).not.toHaveProperty('trashed_folders')
    expect((await later.post(`${address}/restore`)).statusCode).toBe(404)
    await server.app.housekeeping.sweep()
    expect(await server.storedFiles()).toEqual([])
    const { db } = server.services
    expect(await db.selectFrom('folder').select('id').where('id', '=', folder.id).execute()).toEqual([])
    expect(await db.selectFrom('trashed_member').selectAll().execute()).toEqual([])
  })

  it('is erased at once where that is asked for, from the list or from the trash', async () => {
    const { server, browser, address } = await startWithTrash()
    await browser.delete(address)
    expect((await browser.delete(`${address}?now=1`)).statusCode).toBe(204)
    expect(await server.storedFiles()).toEqual([])
    expect((await browser.get('/api/folders/trash')).json()).toEqual([])
    const other = await browser.createFolder()
    expect((await browser.delete(`/api/folders/${other.id}?now=1`)).statusCode).toBe(204)
    expect((await browser.get('/api/folders/trash')).json()).toEqual([])
  })

  it('comes back with its people; only owners see it, restore it and erase it', async () => {
    const server = await startTestServer({ trashDays: 7 })
    const [owner, member, stranger] = await Promise.all(
      ['owner', 'member', 'stranger'].map((name) => newPerson(server, name)),
    )
    if (!owner || !member || !stranger) throw new Error('no people')
    const shared = await addPeople(await createSharedFolder(owner), owner, [member])
    const address = `/api/folders/${shared.folder.id}`
    const [file = 0, other = 0] = await uploadFiles(server.app, owner.browser, shared.folder, threeFiles)

    await owner.browser.post('/api/folders/files/delete', { file_ids: [file] })
    expect((await member.browser.get(address)).json()).not.toHaveProperty('trash')
    expect(await statusOf(member.browser, `${address}/trash`)).toBe(403)
    for (const by of [member.browser, stranger.browser]) {
      for (const path of ['restore', 'delete?now=1']) {
        const reply = await by.post(`/api/folders/files/${path}`, { file_ids: [file] })
        expect(reply.json()).toMatchObject({ errors: [{ file_id: file }] })
      }
      expect((await by.post('/api/folders/files/keys', { file_ids: [file] })).statusCode).toBe(404)
    }
    expect((await member.browser.post('/api/folders/files/keys', { file_ids: [other] })).statusCode).toBe(200)

    await owner.browser.delete(address)
    for (const [by, status] of [
      [member.browser, 403],
      [stranger.browser, 404],
    ] as const) {
      expect((await by.get('/api/folders/trash')).json()).toEqual([])
      expect((await by.post(`${address}/restore`)).statusCode).toBe(status)
      expect((await by.delete(`${address}?now=1`)).statusCode).toBe(404)
    }
    expect((await owner.browser.post(`${address}/restore`)).statusCode).toBe(200)
    expect(await statusOf(member.browser, address)).toBe(200)
    expect((await owner.browser.get(`${address}/trash`)).json()).toMatchObject([{ id: file }])
  })
})
