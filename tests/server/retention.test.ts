import { describe, expect, it } from 'vitest'
import type { AuditEvent } from '../../contract/schemas/audit.ts'
import type { FileRecord, Folder, TrashedFile } from '../../contract/schemas/folders.ts'
import type { UploadResult } from '../../contract/schemas/uploads.ts'
import {
  readInstallationState,
  sweepClockSetting,
  sweepDoubtSetting,
} from '../../server/db/installation/installationState.ts'
import { deleteSetting, findSetting, setSetting } from '../../server/db/installation/settings.ts'
import { ownUploadToken } from '../../contract/ownUpload.ts'
import { eraseIfStillFound } from '../../server/db/files/files.ts'
import { transact } from '../../server/db/transact.ts'
import { noticeMail } from '../../server/notices/noticeMail.ts'
import { loadMailTexts } from '../../server/mail/mailTexts.ts'
import { confirmClock } from '../../server/retention/sweepClock.ts'
import { sweepCommand } from '../../server/ops/admin/sweep.ts'
import { commandContext } from './commandContext.ts'
import { createLink, openLink, protectedLink, uploadFiles } from './links.ts'
import { writtenMails } from './mails.ts'
import { confirmAddress, ownerAddress } from './notices/ownerNotices.ts'
import { addPeople, createSharedFolder, newPerson } from './people.ts'
import { requireRightTotals } from './totals.ts'
import { startTestServer, type Browser, type TestServer } from './testServer.ts'
import { uploadForm } from './uploads.ts'

const daySeconds = 24 * 3600
const afterDays = (from: string, days: number) =>
  new Date(Date.parse(from) + days * daySeconds * 1000).toISOString()

/** A folder that deletes files a week after they arrive, with files of these names. */
async function startWithRetention(
  names = ['a.txt', 'b.txt'],
  options: Parameters<typeof startTestServer>[0] = {},
) {
  const server = await startTestServer(options)
  const browser = await server.signIn()
  const folder = await browser.createFolder({ retention_days: 7 })
  const ids = await uploadFiles(
    server.app,
    browser,
    folder,
    names.map((name) => ({ name })),
  )
  /** Moves the clock as if the server had run, and signs in again. */
  const passDays = async (days: number) => {
    server.passTime(days * daySeconds)
    await confirmClock({ db: server.services.db, now: server.services.now })
    return server.newBrowser().signIn('admin')
  }
  return { server, browser, folder, ids, passDays, sweep: () => server.app.housekeeping.sweep() }
}

const filesOf = async (by: Browser, { id }: Pick<Folder, 'id'>) =>
  (await by.get(`/api/folders/${id}/files`)).json<FileRecord[]>()
const keep = async (by: Browser, file_ids: number[], expires_at: string | null) =>
  (await by.post('/api/folders/files/retention', { file_ids, expires_at })).json<{ errors: object[] }>()
const eventsOf = async (by: Browser, kind: string) =>
  (await by.get('/api/audit')).json<{ events: AuditEvent[] }>().events.filter((event) => event.kind === kind)

describe('a folder that deletes files by date', () => {
  it('says so to senders, and promises each file its date', async () => {
    const { server, browser, folder } = await startWithRetention()
    const upload = `/api/upload/${folder.link_token}`
    expect((await server.newBrowser().get(`${upload}/status`)).json()).toMatchObject({ retention_days: 7 })
    const form = uploadForm({ files: [{ name: 'c.txt' }] })
    const reply = await server.app.inject({ method: 'POST', url: upload, ...form })
    const [sent] = reply.json<UploadResult>().successful_files
    const listed = (await filesOf(browser, folder)).at(-1)
    expect(listed?.expires_at).toBe(afterDays(listed?.upload_time ?? '', 7))
    expect(sent?.expires_at).toBe(listed?.expires_at)
    expect((await browser.get(`/api/folders/${folder.id}`)).json()).toMatchObject({ retention_days: 7 })
  })

  it('changes no promise when it is changed', async () => {
    const { server, browser, folder, ids } = await startWithRetention(['a.txt'])
    const [before] = await filesOf(browser, folder)
    for (const retention_days of [1, 90, null]) {
      await browser.put(`/api/folders/${folder.id}`, { title: 'Tax', retention_days })
      await uploadFiles(server.app, browser, folder, [{ name: `${String(retention_days)}.txt` }])
    }
    const [first, ...later] = await filesOf(browser, folder)
    expect(first).toEqual(before)
    expect(first?.id).toBe(ids[0])
    expect(
      later.map(
        ({ expires_at, upload_time }) => expires_at && Date.parse(expires_at) - Date.parse(upload_time),
      ),
    ).toEqual([1, 90, undefined].map((days) => days && days * daySeconds * 1000))
    const folderNow = (await browser.get(`/api/folders/${folder.id}`)).json<Folder>()
    expect(folderNow).not.toHaveProperty('retention_days')
    expect((await eventsOf(browser, 'folder-changed'))[0]?.details).toEqual({ changed: ['retention_days'] })
  })

  it('erases them past their date, and not before, and says so in the history', async () => {
    const { server, folder, ids, passDays, sweep } = await startWithRetention()
    await sweep()
    await passDays(6.9)
    await sweep()
    expect(await server.storedFiles()).toHaveLength(2)
    const later = await passDays(0.2)
    await sweep()
    expect(await filesOf(later, folder)).toEqual([])
    expect(await server.storedFiles()).toHaveLength(0)
    expect(await eventsOf(later, 'files-expired')).toMatchObject([
      { by: 'server', actor: null, details: { files: ids.length }, folder: { id: folder.id } },
    ])
    await requireRightTotals(server)
  })

  it('erases them from the trash, too, and lets nobody restore them past their date', async () => {
    const { server, browser, folder, ids, passDays, sweep } = await startWithRetention(undefined, {
      trashDays: 30,
    })
    const [a = 0] = ids
    const [file] = await filesOf(browser, folder)
    await browser.post('/api/folders/files/delete', { file_ids: [a] })
    const trash = (await browser.get(`/api/folders/${folder.id}/trash`)).json<TrashedFile[]>()
    expect(trash[0]?.erased_at).toBe(file?.expires_at)
    const later = await passDays(7.1)
    const restored = await later.post('/api/folders/files/restore', { file_ids: [a] })
    expect(restored.json()).toMatchObject({ errors: [{ file_id: a }] })
    expect((await later.get(`/api/folders/${folder.id}/trash`)).json()).toEqual([])
    await sweep()
    expect(await server.storedFiles()).toHaveLength(0)
    // Of the other one alone: its deletion is in the history already.
    expect((await eventsOf(later, 'files-expired'))[0]?.details.files).toBe(1)
    await requireRightTotals(server)
  })

  it('erases those of a folder in the trash', async () => {
    const { server, browser, folder, passDays, sweep } = await startWithRetention(undefined, {
      trashDays: 30,
    })
    await browser.delete(`/api/folders/${folder.id}`)
    await passDays(7.1)
    await sweep()
    expect(await server.storedFiles()).toHaveLength(0)
    const later = await passDays(0)
    expect((await later.post(`/api/folders/${folder.id}/restore`)).statusCode).toBe(200)
    expect(await filesOf(later, folder)).toEqual([])
  })

  it('says to recipients when the first file goes, unless their link ends before', async () => {
    const { server, browser, folder, ids } = await startWithRetention()
    const [first] = await filesOf(browser, folder)
    const until = first?.expires_at ?? ''
    const statusOf = async (payload: object) => {
      const { link_token } = await createLink(browser, { ...openLink(ids), ...payload })
      return (await server.newBrowser().get(`/api/download/${link_token}/status`)).json<object>()
    }
    expect(await statusOf({})).toMatchObject({ files_expire_at: until })
    expect(await statusOf({ expiration_date: afterDays(until, 1) })).toMatchObject({ files_expire_at: until })
    expect(await statusOf({ expiration_date: afterDays(until, -1) })).not.toHaveProperty('files_expire_at')
    expect(await statusOf(protectedLink(ids))).toMatchObject({ files_expire_at: until })
    await keep(browser, ids, null)
    expect(await statusOf({})).not.toHaveProperty('files_expire_at')
  })
})

describe('the date of a file', () => {
  it('can be put off by an owner, and never brought forward', async () => {
    const { browser, folder, ids, passDays, sweep } = await startWithRetention()
    const [a = 0, b = 0] = ids
    const dates = async (by = browser) => (await filesOf(by, folder)).map(({ expires_at }) => expires_at)
    const [before = ''] = await dates()
    expect(await keep(browser, [a], afterDays(before, -1))).toEqual({ errors: [] })
    expect(await dates()).toEqual([before, before])
    expect(await keep(browser, [a], afterDays(before, 10))).toEqual({ errors: [] })
    expect(await dates()).toEqual([afterDays(before, 10), before])
    expect(await keep(browser, [b], null)).toEqual({ errors: [] })
    expect(await keep(browser, [b], afterDays(before, 20))).toEqual({ errors: [] })
    expect(await dates()).toEqual([afterDays(before, 10), undefined])
    const later = await passDays(8)
    await sweep()
    expect(await filesOf(later, folder)).toHaveLength(2)
    // Repeats that change nothing are no events.
    expect(await eventsOf(later, 'retention-extended')).toHaveLength(2)
  })

  it('is that of the folder for files that stay, and not changed by members', async () => {
    const server = await startTestServer()
    const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
    const { folder } = await addPeople(await createSharedFolder(anna), anna, [bert])
    await anna.browser.put(`/api/folders/${folder.id}`, { title: folder.title, retention_days: 7 })
    const ids = await uploadFiles(server.app, anna.browser, folder, [{ name: 'a.txt' }])
    const [before] = await filesOf(anna.browser, folder)
    expect((await keep(bert.browser, ids, null)).errors).toMatchObject([{ file_id: ids[0] }])
    expect(await filesOf(bert.browser, folder)).toEqual([before])
  })

  it('is not taken away by what erases at the same time', async () => {
    const { server, browser, folder, ids, passDays, sweep } = await startWithRetention()
    const [a = 0] = ids
    await passDays(7.1)
    const later = await passDays(0)
    const [kept] = await Promise.all([keep(later, [a], null), sweep(), sweep()])
    const left = await filesOf(later, folder)
    // Either it was put off in time, or it was gone: never both, and never neither.
    expect(left.map(({ id }) => id)).toEqual(kept.errors.length === 0 ? [a] : [])
    expect(await server.storedFiles()).toHaveLength(left.length)
    await requireRightTotals(server)
    expect(browser).toBeDefined()
  })
})

it('files that no longer match are not erased once their folders are locked', async () => {
  const { server, folder, ids } = await startWithRetention()
  const { db } = server.services
  const found = ids.map((id) => ({ id, folder_id: folder.id }))
  await db
    .updateTable('file')
    .set({ expires_at: null })
    .where('id', '=', ids[0] ?? 0)
    .execute()
  const erased = await transact(db, (trx) =>
    eraseIfStillFound(
      trx,
      found,
      (some) =>
        some.selectFrom('file').select(['id', 'folder_id', 'trashed_at']).where('expires_at', 'is not', null),
      '2026',
    ),
  )
  expect(erased.get(folder.id)?.map(({ id }) => id)).toEqual(ids.slice(1))
  expect((await db.selectFrom('file').select('id').execute()).map(({ id }) => id)).toEqual(ids.slice(0, 1))
})

describe('rules on retention', () => {
  it('give new folders a default, and limit it', async () => {
    const server = await startTestServer({
      fixedRules: { default_retention_days: 30, max_retention_days: 90 },
    })
    const browser = await server.signIn()
    const create = async (fields: object) =>
      (await browser.post('/api/folders/', { title: 'Tax', ...fields })).json<Folder & { code?: string }>()
    expect((await create({})).retention_days).toBe(30)
    expect((await create({ retention_days: 90 })).retention_days).toBe(90)
    for (const retention_days of [91, null])
      expect((await create({ retention_days })).code).toBe('retentionTooLong')
    const folder = await create({})
    const change = async (fields: object) =>
      (await browser.put(`/api/folders/${folder.id}`, { title: 'Tax', ...fields })).json<
        Folder & { code?: string }
      >()
    expect((await change({ retention_days: null })).code).toBe('retentionTooLong')
    expect((await change({ description: 'x' })).retention_days).toBe(30)
    const ids = await uploadFiles(server.app, browser, folder, [{ name: 'a.txt' }])
    const [file] = await filesOf(browser, folder)
    const arrived = file?.upload_time ?? ''
    expect((await keep(browser, ids, null)).errors).toHaveLength(1)
    expect((await keep(browser, ids, afterDays(arrived, 91))).errors).toHaveLength(1)
    expect((await keep(browser, ids, afterDays(arrived, 90))).errors).toEqual([])
  })

  it('make the maximum the default where that is longer, or none', async () => {
    const rules = { max_retention_days: 14 }
    const server = await startTestServer({ fixedRules: rules })
    const browser = await server.signIn()
    expect((await browser.createFolder()).retention_days).toBe(14)
    Object.assign(rules, { default_retention_days: 30 })
    expect((await browser.createFolder()).retention_days).toBe(14)
  })

  it('leave folders that exist as they are', async () => {
    const fixedRules = {}
    const server = await startTestServer({ fixedRules })
    const browser = await server.signIn()
    const folder = await browser.createFolder()
    Object.assign(fixedRules, { max_retention_days: 14 })
    const changed = await browser.put(`/api/folders/${folder.id}`, { title: 'Renamed' })
    expect(changed.statusCode).toBe(200)
    expect(changed.json()).not.toHaveProperty('retention_days')
  })
})

describe('owners', () => {
  async function startWithOwner(folderFields: object = {}) {
    const server = await startTestServer({ publicOrigin: 'https://files.example.org' })
    const browser = await server.signIn()
    await confirmAddress(server, browser, ownerAddress)
    const folder = await browser.createFolder({ title: 'Tax', retention_days: 7, ...folderFields })
    const ids = await uploadFiles(server.app, browser, folder, [{ name: 'a.txt' }, { name: 'b.txt' }])
    const mailsAfter = async (days: number) => {
      server.passTime(days * daySeconds)
      await confirmClock({ db: server.services.db, now: server.services.now })
      await server.app.housekeeping.sweep()
      await server.app.notices.run()
      return (await writtenMails(server)).filter(({ subject }) => subject?.includes('deleted'))
    }
    return { server, browser, folder, ids, mailsAfter }
  }

  it('get one mail three days before files go that nobody has downloaded, with mails off, too', async () => {
    const { server, ids, mailsAfter } = await startWithOwner()
    await server.services.db
      .updateTable('file')
      .set({ last_downloaded_admin: '2026' })
      .where('id', '=', ids[0] ?? 0)
      .execute()
    expect(await mailsAfter(3.9)).toEqual([])
    const [mail, ...others] = await mailsAfter(0.2)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Files of "Tax" will be deleted')
    expect(mail?.text).toMatch(
      /^1 file \(.*\) in "Tax" will be deleted from .* on, and none of the folder’s people has downloaded it\./m,
    )
    expect(mail?.text).toContain('You get this mail because you own this folder.')
    expect(mail?.headers.map(({ key }) => key)).not.toContain('list-unsubscribe')
    expect(await mailsAfter(1)).toHaveLength(1)
  })

  it('get another one for files that come later, at most one a day', async () => {
    const { server, folder, mailsAfter } = await startWithOwner()
    server.passTime(0.5 * daySeconds)
    const sameDay = await server.newBrowser().signIn('admin')
    await uploadFiles(server.app, sameDay, folder, [{ name: 'c.txt' }])
    const amounts = async (days: number) =>
      (await mailsAfter(days)).map(({ text }) => /^\d+ files?/.exec(text ?? '')?.[0])
    expect(await amounts(3.6)).toEqual(['3 files'])
    expect(await amounts(0.5)).toEqual(['3 files'])
    const again = await server.newBrowser().signIn('admin')
    await uploadFiles(server.app, again, folder, [{ name: 'd.txt' }])
    // The server keeps written mails for a week.
    expect(await amounts(4.1)).toEqual(['1 file'])
  })

  it('get none of files that were put off, deleted, sent by themselves, or arrived within a day', async () => {
    const { server, browser, folder, ids, mailsAfter } = await startWithOwner()
    const [a = 0, b = 0] = ids
    await keep(browser, [a], null)
    await browser.post('/api/folders/files/delete', { file_ids: [b] })
    const own = { method: 'POST', url: `/api/upload/${ownUploadToken(folder.id)}` } as const
    const { payload, headers } = uploadForm({ files: [{ name: 'own.txt' }] })
    expect((await browser.send(own.method, own.url, { payload, headers })).statusCode).toBe(200)
    expect(await mailsAfter(4.5)).toEqual([])
    const again = await server.newBrowser().signIn('admin')
    await again.put(`/api/folders/${folder.id}`, { title: 'Tax', retention_days: 2 })
    await uploadFiles(server.app, again, folder, [{ name: 'new.txt' }])
    expect(await mailsAfter(0.9)).toEqual([])
    expect(await mailsAfter(0.2)).toHaveLength(1)
  })

  it('are warned in the subject and first, whatever else has happened', async () => {
    const texts = await loadMailTexts('en')
    const notice = { files: 1, bytes: 1, refused: 0, sender_email: null, happened_at: '2026-12-01T00:00:00Z' }
    const news = Array.from({ length: 25 }, () => ({ ...notice, kind: 'complete' as const }))
    const { subject, text } = noticeMail({
      ...{
        title: 'Tax',
        folderId: 1,
        isOwner: true,
        reminderToken: '',
        notices: [...news, { ...notice, kind: 'expiring' }],
      },
      ...{ to: ownerAddress, texts, origin: undefined, look: undefined },
    })
    expect(subject).toBe('Files of "Tax" will be deleted')
    expect(text).toMatch(/^1 file .* will be deleted/)
  })

  it('are warned again where a wrong clock has announced too much', async () => {
    const { server, mailsAfter } = await startWithOwner()
    await server.services.db.updateTable('folder').set({ expiry_mailed_until: '2999' }).execute()
    expect(await mailsAfter(4.5)).toHaveLength(1)
  })
})

describe('a clean-up after more than a day', () => {
  const clockOf = ({ services: { db } }: TestServer) => findSetting(db, sweepClockSetting)

  it('erases nothing by date until the operator confirms the time', async () => {
    const { server, ids, sweep } = await startWithRetention(undefined, { trashDays: 1 })
    await sweep()
    const before = await clockOf(server)
    server.passTime(8 * daySeconds)
    await sweep()
    await sweep()
    expect(await server.storedFiles()).toHaveLength(ids.length)
    expect(await clockOf(server)).toBe(before)
    await confirmClock({ db: server.services.db, now: server.services.now })
    await sweep()
    expect(await server.storedFiles()).toHaveLength(0)
  })

  it('keeps what is out of the trash, too', async () => {
    const { server, browser, ids, sweep } = await startWithRetention(undefined, { trashDays: 1 })
    await keep(browser, ids, null)
    await sweep()
    await browser.post('/api/folders/files/delete', { file_ids: ids })
    server.passTime(2 * daySeconds)
    await sweep()
    expect(await server.storedFiles()).toHaveLength(ids.length)
  })

  /** Sweeps every few hours for a time, as a running server does. */
  async function runFor(server: TestServer, hours: number) {
    for (let passed = 0; passed < hours; passed += 5) {
      server.passTime(5 * 3600)
      await server.app.housekeeping.sweep()
    }
  }

  it('needs no confirmation once it has run for a day in which nothing was to be erased', async () => {
    const { server, sweep } = await startWithRetention()
    await sweep()
    server.passTime(4 * daySeconds)
    await sweep()
    await runFor(server, 30)
    await runFor(server, 60)
    expect(await server.storedFiles()).toHaveLength(0)
  })

  it('begins that day anew where the clock jumps again', async () => {
    const { server, sweep } = await startWithRetention()
    await sweep()
    const before = await clockOf(server)
    for (const days of [1.5, 1.5, 1.5]) {
      server.passTime(days * daySeconds)
      await sweep()
    }
    expect(await clockOf(server)).toBe(before)
  })

  it('waits where the files are past their date soon after a jump', async () => {
    const { server, ids, sweep } = await startWithRetention()
    await sweep()
    server.passTime(6.9 * daySeconds)
    await sweep()
    await runFor(server, 60)
    expect(await server.storedFiles()).toHaveLength(ids.length)
  })

  it('trusts neither a clock that was set back, nor the time to which it is set then', async () => {
    const { server, ids, sweep } = await startWithRetention()
    await sweep()
    const before = await clockOf(server)
    server.passTime(-400 * daySeconds)
    await sweep()
    expect(await clockOf(server)).toBe(before)
    server.passTime(400 * daySeconds)
    await sweep()
    expect((await clockOf(server)) ?? '').toMatch(/^2/)
    expect(await findSetting(server.services.db, sweepDoubtSetting)).toBeUndefined()
    expect(await server.storedFiles()).toHaveLength(ids.length)
  })

  it('holds for a database of before, which has the time of the last sweep alone', async () => {
    const { server, ids, sweep } = await startWithRetention()
    await sweep()
    await deleteSetting(server.services.db, sweepClockSetting)
    server.passTime(8 * daySeconds)
    await sweep()
    await sweep()
    expect(await server.storedFiles()).toHaveLength(ids.length)
  })

  it('warns nobody, and erases neither history nor unfinished uploads', async () => {
    const { server, browser, folder, sweep } = await startWithRetention()
    await confirmAddress(server, browser, ownerAddress)
    await browser.post(`/api/upload/${folder.link_token}/files`, { size: 6_000_000, part_size: 20 * 262_160 })
    await sweep()
    const events = () => server.services.db.selectFrom('audit_event').select('id').execute()
    const uploads = () => server.services.db.selectFrom('upload').select('id').execute()
    const before = { events: await events(), uploads: await uploads() }
    server.passTime(5 * daySeconds)
    await sweep()
    expect(await server.services.db.selectFrom('notice').selectAll().execute()).toEqual([])
    server.passTime(395 * daySeconds)
    await sweep()
    expect({ events: await events(), uploads: await uploads() }).toEqual(before)
  })

  it('is confirmed by a command, which says what it waits for', async () => {
    const { server, sweep } = await startWithRetention()
    const { db } = server.services
    const { context, printed } = commandContext(server)
    await sweepCommand.run(context, [], {}, new Set(['confirm']))
    expect(printed.splice(0)).toEqual(['The clock is plausible: nothing waits for you.'])
    await setSetting(db, sweepClockSetting, '2026-01-01T00:00:00.000Z')
    await db.updateTable('file').set({ expires_at: '2026-02-01T00:00:00.000Z' }).execute()
    await sweepCommand.run(context, [], {}, new Set())
    expect(printed.splice(0).at(-1)).toMatch('sweep --confirm')
    const doubtInMetrics = async () => (await readInstallationState(db, new Date())).clockDoubt
    expect(await doubtInMetrics()).toBe(0)
    await sweep()
    expect(await doubtInMetrics()).toBe(1)
    expect(await server.storedFiles()).toHaveLength(2)
    await sweepCommand.run(context, [], {}, new Set(['confirm']))
    expect(printed.at(-1)).toMatch(/^Confirmed\./)
    expect(await doubtInMetrics()).toBe(0)
    await sweep()
    expect(await server.storedFiles()).toHaveLength(0)
  })
})
