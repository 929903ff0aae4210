import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { maxNoticesPerMail } from '../../../server/notices/sendNoticeMails.ts'
import { createLink, openLink, uploadFiles } from '../links.ts'
import { requestCode } from '../mails.ts'
import { scratchFolder } from '../scratchFolder.ts'
import { scratchBucket } from '../scratchBucket.ts'
import { scratchDatabase } from '../scratchDatabase.ts'
import { startTestServer, verifier } from '../testServer.ts'
import { newBatchId, uploadForm } from '../uploads.ts'
import { confirmAddress, createRefusingMailer, createOwnerWithNotices } from './ownerNotices.ts'

const daySeconds = 24 * 3600
/** Nothing more of a batch that has ended is awaited after so many seconds. */
const batchEndSeconds = 31

/** So many of 1 000 plaintext bytes each. */
const newFiles = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({
    name: `secret name ${from + i}.txt`,
    bytes: randomBytes(1016),
    index: from + i,
  }))

describe('a batch of 5 000 files in 40 requests', () => {
  it('is one mail, with count and size and no name, once nothing more comes', async () => {
    const { send, mailsAfter, server } = await createOwnerWithNotices()
    const batchId = newBatchId()
    for (let request = 0; request < 40; request++) {
      await send({ files: newFiles(125, 125 * request), batchId, isLast: request === 39 })
      if (request % 10 === 0) await server.app.notices.run()
    }
    expect(await mailsAfter()).toEqual([])
    const [mail, ...others] = await mailsAfter(batchEndSeconds)
    expect(others).toEqual([])
    expect(mail?.to?.[0]?.address).toBe('owner@example.org')
    expect(mail?.subject).toBe('Files arrived in "Tax"')
    expect(mail?.text).toContain('5,000 files (4.8 MB) arrived in "Tax"')
    expect(`${mail?.text} ${mail?.html}`).not.toContain('secret name')
    expect(await mailsAfter(2 * daySeconds)).toHaveLength(1)
  })
})

it('more happenings than fit into one statement are told in mails that lie apart, each once', async () => {
  const { server, folder, mailsAfter } = await createOwnerWithNotices()
  const { db } = server.services
  const { user_id } = await db.selectFrom('folder_member').select('user_id').executeTakeFirstOrThrow()
  const now = server.services.now().toISOString()
  const nothing = { batch_id: null, link_id: null, sender_email: null, refused: 0, attempts: 0 }
  const notice = {
    folder_id: folder.id,
    user_id,
    kind: 'complete',
    files: 1,
    bytes: 1000,
    ...nothing,
  } as const
  // What SQLite takes in one statement is 32 766 values.
  const count = 2 * maxNoticesPerMail + 1
  for (let made = 0; made < count; made += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - made) }, () => notice)
    const times = { happened_at: now, made_at: now, due_at: now }
    await db
      .insertInto('notice')
      .values(rows.map((row) => ({ ...row, ...times })))
      .execute()
  }
  const [first, ...others] = await mailsAfter()
  expect(others).toEqual([])
  expect(first?.text).toContain(`${(maxNoticesPerMail - 20).toLocaleString('en')} more notices`)
  expect(await mailsAfter(60)).toHaveLength(1)
  expect(await mailsAfter(300)).toHaveLength(2)
  expect(await mailsAfter(300)).toHaveLength(3)
  expect(await db.selectFrom('notice').select('id').execute()).toEqual([])
  expect(await mailsAfter(daySeconds)).toHaveLength(3)
})

describe('a batch', () => {
  it('that was cut off is told a day after its last confirmation, and not before', async () => {
    const { send, mailsAfter } = await createOwnerWithNotices()
    const batchId = newBatchId()
    await send({ files: newFiles(3), batchId })
    expect(await mailsAfter(daySeconds - 60)).toEqual([])
    await send({ files: newFiles(2, 3), batchId })
    expect(await mailsAfter(daySeconds - 60)).toEqual([])
    const [mail, ...others] = await mailsAfter(120)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('An upload to "Tax" was not finished')
    expect(mail?.text).toContain('5 files (4.9 KB)')
  })

  it('whose sender comes back after that is told of once more, with what came since', async () => {
    const { send, mailsAfter } = await createOwnerWithNotices()
    const batchId = newBatchId()
    await send({ files: newFiles(3), batchId })
    await mailsAfter(daySeconds + 1)
    await send({ files: newFiles(2, 3), batchId, isLast: true })
    const mails = await mailsAfter(batchEndSeconds + 300)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'An upload to "Tax" was not finished',
      'Files arrived in "Tax"',
    ])
    expect(mails[1]?.text).toContain('2 files')
  })

  it('of which files were refused says how many, and not those that came later', async () => {
    const { send, mailsAfter } = await createOwnerWithNotices()
    const batchId = newBatchId()
    const wrong = [
      { name: 'a', path: '../b', index: 0 },
      { name: 'c', path: '../d', index: 1 },
    ]
    await send({ files: wrong, batchId })
    await send({ files: [{ name: 'c', index: 1 }], batchId, isLast: true })
    const [mail] = await mailsAfter(batchEndSeconds)
    expect(mail?.subject).toBe('Files arrived in "Tax", but not all')
    expect(mail?.text).toContain('1 file (0 B) arrived')
    expect(mail?.text).toContain('1 file was refused')
  })

  it('of which nothing was stored is told of as well', async () => {
    const { send, mailsAfter } = await createOwnerWithNotices()
    await send({ files: [{ name: 'a', path: '../b' }] })
    expect((await mailsAfter(batchEndSeconds)).map(({ subject }) => subject)).toEqual([
      'An upload to "Tax" failed',
    ])
  })

  it('whose last request is repeated, also after the mail, is told once', async () => {
    const { send, mailsAfter } = await createOwnerWithNotices()
    const last = { files: newFiles(3), batchId: newBatchId(), isLast: true }
    await send(last)
    await send(last)
    expect((await mailsAfter(batchEndSeconds))[0]?.text).toContain('3 files')
    await send(last)
    expect(await mailsAfter(2 * daySeconds)).toHaveLength(1)
  })

  it('that ends by a repeat of a request has ended', async () => {
    const { send, mailsAfter } = await createOwnerWithNotices()
    const batchId = newBatchId()
    const files = newFiles(3)
    await send({ files, batchId })
    await send({ files, batchId, isLast: true })
    expect((await mailsAfter(batchEndSeconds)).map(({ subject }) => subject)).toEqual([
      'Files arrived in "Tax"',
    ])
  })

  it('without an id is a request', async () => {
    const { send, mailsAfter } = await createOwnerWithNotices()
    await send({ files: newFiles(2) })
    expect((await mailsAfter(batchEndSeconds))[0]?.text).toContain('2 files')
  })

  it('is told with the address that its sender has proven', async () => {
    const { server, browser, mailsAfter } = await createOwnerWithNotices()
    const folder = await browser.createFolder({
      title: 'Gated',
      notify_by_email: true,
      require_email_verification: true,
    })
    const url = `/api/upload/${folder.link_token}`
    const code = await requestCode(server, url, 'anna@example.org')
    const gates = { uploader_email: 'anna@example.org', verification_code: code }
    await server.app.inject({ method: 'POST', url, ...uploadForm({ files: newFiles(1), gates }) })
    const mails = (await mailsAfter(batchEndSeconds)).filter(({ subject }) => subject?.includes('arrived'))
    expect(mails.map(({ text }) => /From \S+/.exec(text ?? '')?.[0])).toEqual(['From anna@example.org,'])
  })

  it('is in the next mail where one has just been sent', async () => {
    const { send, mailsAfter } = await createOwnerWithNotices()
    await send({ files: newFiles(1) })
    await mailsAfter(batchEndSeconds)
    await send({ files: newFiles(2) })
    await send({ files: newFiles(3) })
    expect(await mailsAfter(batchEndSeconds)).toHaveLength(1)
    const [, mail, ...others] = await mailsAfter(300)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('News from "Tax"')
    expect(mail?.text).toMatch(/2 files .* arrived[^]*3 files .* arrived/)
  })

  it('is told to nobody who has not asked, or has no confirmed address', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const quiet = await browser.createFolder()
    const wanted = await browser.createFolder({ notify_by_email: true })
    await uploadFiles(server.app, browser, quiet, newFiles(1))
    await uploadFiles(server.app, browser, wanted, newFiles(1))
    server.passTime(batchEndSeconds)
    await server.app.notices.run()
    expect(await server.services.db.selectFrom('notice').selectAll().execute()).toEqual([])
    expect(await server.services.db.selectFrom('arriving_batch').selectAll().execute()).toEqual([])
  })

  it('is not told once the switch is off again', async () => {
    const { browser, folder, send, mailsAfter } = await createOwnerWithNotices()
    await send({ files: newFiles(1) })
    const off = await browser.put(`/api/folders/${folder.id}`, { title: 'Tax', notify_by_email: false })
    expect(off.json<Folder>().notify_by_email).toBe(false)
    expect(await mailsAfter(batchEndSeconds)).toEqual([])
  })
})

describe('a mail', () => {
  it('leads to its folder, and to where its mails are switched off', async () => {
    const { server, folder, send, mailsAfter } = await createOwnerWithNotices({
      publicOrigin: 'https://files.example.org',
    })
    const pages = ['view', 'edit'].map((page) => `https://files.example.org/folders/${page}/${folder.id}`)
    await send({ files: [{ name: 'a.txt' }] })
    const [mail] = await mailsAfter(3600)
    const header = (one: typeof mail) => one?.headers.find(({ key }) => key === 'list-unsubscribe')?.value
    expect(mail?.text).toContain(`Open the folder:\n${pages[0]}\n`)
    expect(mail?.text).toContain(`Switch off e-mails for this folder:\n${pages[1]}\n`)
    for (const page of pages) expect(mail?.html).toContain(`<a href="${page}"`)
    expect(header(mail)).toBe(`<${pages[1]}>`)
    // A member has the switch on the page of the folder.
    await server.services.db.updateTable('folder_member').set({ role: 'member' }).execute()
    await send({ files: [{ name: 'b.txt' }] })
    expect(header((await mailsAfter(3600))[1])).toBe(`<${pages[0]}#people>`)
  })

  it('has no link where the server does not know its address', async () => {
    const { send, mailsAfter } = await createOwnerWithNotices()
    await send({ files: [{ name: 'a.txt' }] })
    const [mail] = await mailsAfter(3600)
    expect(mail?.text).not.toMatch(/https?:|Open the folder/)
    expect(mail?.headers.map(({ key }) => key)).not.toContain('list-unsubscribe')
  })

  it('that is refused is tried again, and nothing is lost by a restart', async () => {
    const [dataDir, databaseUrl, s3] = [await scratchFolder(), await scratchDatabase(), await scratchBucket()]
    const place = { dataDir, ...(databaseUrl !== undefined && { databaseUrl }), ...(s3 && { s3 }) }
    const first = await createOwnerWithNotices(place)
    const { mailer, received } = await createRefusingMailer({ dataDir }, 2)
    await first.send({ files: newFiles(2), isLast: true })
    await first.server.stop()
    const server = await startTestServer({ ...place, mailer })
    for (const seconds of [batchEndSeconds, 30, 31, 240, 61]) {
      server.passTime(seconds)
      await server.app.notices.run()
    }
    expect(received.map(({ email }) => email.subject)).toEqual(['Files arrived in "Tax"'])
    expect(server.logged()).toContain('"msg":"a notice could not be mailed"')
    expect(server.logged()).not.toContain('owner@')
    expect(await server.services.db.selectFrom('notice').selectAll().execute()).toEqual([])
  })
})

describe('the first download of a link', () => {
  it('is one mail, without names', async () => {
    const { server, browser, folder, mailsAfter } = await createOwnerWithNotices()
    const ids = await uploadFiles(server.app, browser, folder, newFiles(3))
    await mailsAfter(batchEndSeconds)
    const { link_token } = await createLink(browser, openLink(ids))
    for (const id of [...ids, ...ids]) {
      await server.app.inject(`/api/download/${link_token}/file/${id}`)
      await server.app.downloadRecorder.flush()
    }
    const [, mail, ...others] = await mailsAfter(300)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('A link of "Tax" was used')
    expect(mail?.text).toContain('with 3 files (2.9 KB) was used for the first time')
    expect(mail?.text).not.toContain('secret name')
  })
})

describe('the address of a profile', () => {
  it('is confirmed by its code, and another one is not', async () => {
    const server = await startTestServer()
    const browser = await server.signIn()
    const none = await browser.post('/api/auth/users/me/email/request-code')
    expect([none.statusCode, none.json<{ code: string }>().code]).toEqual([409, 'noOwnEmail'])
    await confirmAddress(server, browser, 'owner@example.org')
    const isAddressConfirmed = async () =>
      (await browser.get('/api/auth/users/me')).json<{ user: { email_confirmed: boolean } }>().user
        .email_confirmed
    expect(await isAddressConfirmed()).toBe(true)
    await browser.put('/api/auth/users/me', { current_password: verifier, username: 'zoe' })
    expect(await isAddressConfirmed()).toBe(true)
    await browser.put('/api/auth/users/me', { current_password: verifier, email: 'other@example.org' })
    expect(await isAddressConfirmed()).toBe(false)
  })
})
