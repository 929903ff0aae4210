import { describe, expect, it } from 'vitest'
import type { AuditEvent } from '../../../contract/schemas/audit.ts'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { type Ending, listEnding } from '../../../server/db/notices/reminders.ts'
import { endingWindow, maxRemindersADay, remindOwners } from '../../../server/notices/remindOwners.ts'
import { confirmClock } from '../../../server/retention/sweepClock.ts'
import { failWrites } from '../failWrites.ts'
import { createLink, openLink, uploadFiles } from '../links.ts'
import { writtenMails } from '../mails.ts'
import { addPeople, createSharedFolder, newPerson } from '../people.ts'
import { type Browser, startTestServer, type TestServer } from '../testServer.ts'
import { startTwoServers } from '../twoServers.ts'
import { confirmAddress, ownerAddress } from './ownerNotices.ts'

const origin = 'https://files.example.org'
const hourSeconds = 3600
const dayMs = 24 * hourSeconds * 1000

const remindersOf = async (server: TestServer) =>
  (await writtenMails(server)).filter(({ subject }) => subject?.endsWith('ends soon'))

async function startWithOwner(options: Parameters<typeof startTestServer>[0] = { publicOrigin: origin }) {
  const server = await startTestServer(options)
  const browser = await server.signIn()
  await confirmAddress(server, browser, ownerAddress)
  const inDays = (days: number) => new Date(server.services.now().getTime() + days * dayMs).toISOString()
  const createEnding = (fields: object = {}) =>
    browser.createFolder({ title: 'Tax', expiration_date: inDays(3), ...fields })
  /** A link of a file in a folder that does not end. */
  async function createEndingLink(fields: object = {}, folderFields: object = {}) {
    const folder = await browser.createFolder({ title: 'Plans', ...folderFields })
    const ids = await uploadFiles(server.app, browser, folder, [{ name: 'a.txt' }])
    const link = await createLink(browser, { ...openLink(ids), expiration_date: inDays(3), ...fields })
    const [row] = (await browser.get(`/api/download/links/folder/${folder.id}`)).json<DownloadLink[]>()
    return { folder, ids, link: { ...link, id: row?.id } }
  }
  /** Moves the clock as if the server had run. */
  async function passHours(hours: number) {
    server.passTime(hours * hourSeconds)
    await confirmClock(server.services)
  }
  async function remindersAfter(hours: number) {
    await passHours(hours)
    await server.app.housekeeping.sweep()
    await server.app.notices.run()
    return remindersOf(server)
  }
  const signInAgain = () => server.newBrowser().signIn('admin')
  return {
    ...{ server, browser, inDays, createEnding, createEndingLink, passHours, remindersAfter, signInAgain },
  }
}

describe('owners are reminded', () => {
  it('a day before a folder without files ends, once, whatever becomes of it', async () => {
    const { createEnding, remindersAfter, signInAgain, inDays } = await startWithOwner()
    const folder = await createEnding()
    expect(await remindersAfter(47)).toEqual([])
    const [mail, ...others] = await remindersAfter(2)
    expect(others).toEqual([])
    expect(mail?.to?.[0]?.address).toBe(ownerAddress)
    expect(mail?.subject).toBe('"Tax" ends soon')
    expect(mail?.text).toMatch(/^"Tax" contains no files, and its upload link ends on .* 20\d\d at /)
    expect(mail?.text).toContain(`${origin}/folders/edit/${folder.id}\n`)
    expect(mail?.text).not.toContain('Names of files')
    const again = await signInAgain()
    await again.put(`/api/folders/${folder.id}`, { title: 'Tax', expiration_date: inDays(2) })
    expect(await remindersAfter(30)).toHaveLength(1)
  })

  it('a day before a link ends that nobody has used', async () => {
    const { server, createEndingLink, remindersAfter } = await startWithOwner()
    const { folder } = await createEndingLink()
    const downloaded = await createEndingLink()
    const opened = await createEndingLink({ max_downloads: 5 })
    for (const { link, ids } of [downloaded, opened]) {
      const file = `/api/download/${link.link_token}/file/${ids[0]}`
      expect((await server.newBrowser().get(file)).statusCode).toBe(200)
    }
    await server.app.downloadRecorder.flush()
    const [mail, ...others] = await remindersAfter(49)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('A link of "Plans" ends soon')
    expect(mail?.text).toMatch(
      /^A download link of "Plans" with 1 file \(.*\) ends on .*, and nobody has used/,
    )
    expect(mail?.text).toContain(`${origin}/folders/view/${folder.id}#download-links\n`)
    expect(await remindersAfter(1)).toHaveLength(1)
  })

  it('of links for people who have not entered a code', async () => {
    const { server, createEndingLink, remindersAfter } = await startWithOwner()
    const opened_at = server.services.now().toISOString()
    for (const [title, date] of [
      ['Opened', opened_at],
      ['Waiting', null],
    ] as const) {
      const link_id = Number((await createEndingLink({}, { title })).link.id)
      const mailbox = 'bob@example.org'
      const person = { link_id, email: mailbox, mailbox, opened_at: date }
      await server.services.db.insertInto('link_person').values(person).execute()
    }
    const mails = await remindersAfter(49)
    expect(mails.map(({ subject }) => subject)).toEqual(['A link of "Waiting" ends soon'])
  })

  it('in one mail of several links of a folder', async () => {
    const { browser, createEndingLink, remindersAfter, inDays } = await startWithOwner()
    const { ids } = await createEndingLink()
    await createLink(browser, { ...openLink(ids), expiration_date: inDays(3) })
    const [mail, ...others] = await remindersAfter(49)
    expect(others).toEqual([])
    expect(mail?.text?.match(/^A download link/gm)).toHaveLength(2)
  })

  it('in their language', async () => {
    const { server, browser, createEnding, createEndingLink, remindersAfter } = await startWithOwner()
    await browser.put('/api/auth/users/me/language', { language: 'de' })
    await createEnding()
    await createEndingLink()
    await remindersAfter(49)
    const subjects = (await writtenMails(server)).map(({ subject }) => subject)
    expect(subjects).toContain('„Tax“ läuft bald ab')
    expect(subjects).toContain('Ein Link von „Plans“ läuft bald ab')
  })

  it('of a folder whose files are in the trash, and of a link of a folder of what was sent', async () => {
    const { server, browser, createEnding, createEndingLink, remindersAfter } = await startWithOwner({
      ...{ publicOrigin: origin, trashDays: 30 },
    })
    const folder = await createEnding()
    const file_ids = await uploadFiles(server.app, browser, folder, [{ name: 'a.txt' }])
    await browser.post('/api/folders/files/delete', { file_ids })
    const { folder: sent } = await createEndingLink({}, { title: 'Sent' })
    await server.services.db
      .updateTable('folder')
      .set({ kind: 'sent', is_active: 0 })
      .where('id', '=', sent.id)
      .execute()
    const subjects = (await remindersAfter(49)).map(({ subject }) => subject)
    expect(subjects.sort()).toEqual(['"Tax" ends soon', 'A link of "Sent" ends soon'])
  })

  it('by mails that lead to where they use the server, where it is not told its address', async () => {
    const { browser, createEnding, remindersAfter } = await startWithOwner({})
    const headers = { host: 'files.example.org', origin: 'http://files.example.org' }
    await browser.put('/api/auth/users/me/language', { language: 'en' }, { headers })
    const folder = await createEnding()
    const [mail] = await remindersAfter(49)
    expect(mail?.text).toContain(`http://files.example.org/folders/edit/${folder.id}\n`)
  })

  it('at most ten times a day', async () => {
    const { createEnding, createEndingLink, remindersAfter, server } = await startWithOwner()
    const ofLinks = 2
    for (let i = 0; i < ofLinks; i++) await createEndingLink()
    for (let i = 0; i < maxRemindersADay - 1; i++) await createEnding({ title: `Tax ${i}` })
    expect(await remindersAfter(49)).toHaveLength(maxRemindersADay)
    expect(await remindersAfter(1)).toHaveLength(maxRemindersADay)
    const waiting = await server.services.db.selectFrom('notice').select('id').execute()
    expect(waiting).toEqual([])
  })

  it('of links where folders fail, and none that failed count', async () => {
    const { server, createEnding, createEndingLink, passHours, remindersAfter } = await startWithOwner()
    await createEnding()
    await createEndingLink()
    await passHours(49)
    const mend = await failWrites(server.services.db, 'insert', 'notice', `new.kind = 'folder-ends'`)
    const remind = () => remindOwners({ ...server.services, publicOrigin: origin })
    for (let i = 0; i < maxRemindersADay; i++) await expect(remind()).rejects.toThrow('disk gone')
    const notices = () => server.services.db.selectFrom('notice').select('kind').execute()
    expect(await notices()).toEqual([{ kind: 'link-ends' }])
    await mend()
    const subjects = (await remindersAfter(0)).map(({ subject }) => subject)
    expect(subjects.sort()).toEqual(['"Tax" ends soon', 'A link of "Plans" ends soon'])
  })

  it.each(['folders', 'links'] as const)(
    'of %s that end at the same time, each listed once',
    async (what) => {
      const { server, createEnding, createEndingLink, passHours, inDays } = await startWithOwner()
      const expiration_date = inDays(3)
      for (let i = 0; i < 3; i++)
        await (what === 'folders' ? createEnding({ expiration_date }) : createEndingLink({ expiration_date }))
      await passHours(49)
      const window = endingWindow({ ...server.services, publicOrigin: origin })
      const listed: Ending[] = []
      for (let step = 0; step < 3; step++)
        listed.push(
          ...(await listEnding(server.services.db, what, window, { after: listed.at(-1), limit: 2 })),
        )
      expect(listed).toHaveLength(3)
      expect(new Set(listed.map(({ folder_id }) => folder_id)).size).toBe(3)
    },
  )

  it('once by two servers', async () => {
    const [one, other] = await startTwoServers()
    const browser = await one.signIn()
    await confirmAddress(one, browser, ownerAddress)
    const expiration_date = new Date(Date.now() + 3 * dayMs).toISOString()
    const folder = await browser.createFolder({ expiration_date })
    const ids = await uploadFiles(one.app, browser, await browser.createFolder(), [{ name: 'a.txt' }])
    await createLink(browser, { ...openLink(ids), expiration_date })
    for (const server of new Set([one, other])) server.passTime(49 * hourSeconds)
    const remind = ({ services }: TestServer) => remindOwners({ ...services, publicOrigin: origin })
    await Promise.all([one, other, one, other].map(remind))
    const notices = await one.services.db.selectFrom('notice').select(['kind', 'folder_id']).execute()
    expect(notices.map(({ kind }) => kind).sort()).toEqual(['folder-ends', 'link-ends'])
    expect(notices.find(({ kind }) => kind === 'folder-ends')?.folder_id).toBe(folder.id)
  })
})

describe('nobody is reminded', () => {
  type Owner = Awaited<ReturnType<typeof startWithOwner>>
  const setUser = ({ server }: Owner, values: object) =>
    server.services.db.updateTable('user').set(values).execute()

  it.each<[string, (owner: Owner) => Promise<unknown>]>([
    [
      'of a folder with a file',
      async ({ server, browser, createEnding }) =>
        uploadFiles(server.app, browser, await createEnding(), [{ name: 'a.txt' }]),
    ],
    [
      'of an inactive folder',
      async ({ browser, createEnding }) =>
        browser.put(`/api/folders/${(await createEnding()).id}`, { title: 'Tax', is_active: false }),
    ],
    [
      'of a folder of what was sent',
      async ({ server, createEnding }) => {
        const { id } = await createEnding()
        await server.services.db.updateTable('folder').set({ kind: 'sent' }).where('id', '=', id).execute()
      },
    ],
    [
      'of what is in the trash',
      async ({ browser, createEnding, createEndingLink }) => {
        await browser.delete(`/api/folders/${(await createEnding()).id}`)
        await browser.delete(`/api/folders/${(await createEndingLink()).folder.id}`)
      },
    ],
    [
      'of a link whose files are in the trash',
      async ({ browser, createEndingLink }) => {
        const { folder } = await createEndingLink()
        const files = (await browser.get(`/api/folders/${folder.id}/files`)).json<{ id: number }[]>()
        await browser.post('/api/folders/files/delete', { file_ids: files.map(({ id }) => id) })
      },
    ],
    [
      'of what was deleted',
      async ({ browser, createEnding, createEndingLink }) => {
        await browser.delete(`/api/folders/${(await createEnding()).id}?now=1`)
        await browser.delete(`/api/folders/${(await createEndingLink()).folder.id}?now=1`)
        await browser.delete(`/api/download/links/${(await createEndingLink()).link.id}`)
      },
    ],
    [
      'of what was extended before',
      async ({ browser, createEnding, createEndingLink, inDays }) => {
        const expiration_date = inDays(9)
        const { id } = await createEnding()
        await browser.put(`/api/folders/${id}`, { title: 'Tax', expiration_date })
        const { link } = await createEndingLink()
        await browser.put(`/api/download/links/${link.id}`, { expiration_date })
      },
    ],
    [
      'who is disabled',
      async (owner) => {
        await owner.createEnding()
        await setUser(owner, { is_active: 0 })
      },
    ],
    [
      'at an address that is not confirmed',
      async (owner) => {
        await owner.createEnding()
        await setUser(owner, { email_confirmed_at: null })
      },
    ],
    [
      'who has switched it off',
      async ({ browser, createEnding, createEndingLink }) => {
        await createEnding()
        await createEndingLink()
        const reply = await browser.put('/api/auth/users/me/reminders', { wants_reminders: false })
        expect(reply.json()).toMatchObject({ user: { wants_reminders: false } })
      },
    ],
  ])('%s', async (_, prepare) => {
    const owner = await startWithOwner({ publicOrigin: origin, trashDays: 30 })
    await prepare(owner)
    expect(await owner.remindersAfter(49)).toEqual([])
    const reminders = owner.server.services.db.selectFrom('notice').select('id')
    expect(await reminders.execute()).toEqual([])
  })

  it('of what has ended, and of what was made within a day to end soon', async () => {
    const { createEnding, createEndingLink, remindersAfter, inDays, signInAgain } = await startWithOwner()
    await createEnding()
    await createEndingLink()
    expect(await remindersAfter(73)).toEqual([])
    const again = await signInAgain()
    await again.createFolder({ title: 'Soon', expiration_date: inDays(0.9) })
    expect(await remindersAfter(1)).toEqual([])
  })

  it('where a mail could have no links', async () => {
    const { createEnding, createEndingLink, remindersAfter } = await startWithOwner({})
    await createEnding()
    await createEndingLink()
    expect(await remindersAfter(49)).toEqual([])
  })

  it('while the clock may be wrong', async () => {
    const { server, createEnding, remindersAfter } = await startWithOwner()
    await createEnding()
    await createEnding()
    await remindersAfter(0)
    server.passTime(49 * hourSeconds)
    await server.app.housekeeping.sweep()
    await server.app.notices.run()
    expect(await remindersOf(server)).toEqual([])
    expect(await remindersAfter(0)).toHaveLength(2)
  })

  it('who is no owner', async () => {
    const server = await startTestServer({ publicOrigin: origin })
    const anna = await newPerson(server, 'anna')
    const bert = await newPerson(server, 'bert')
    await confirmAddress(server, bert.browser, 'bert@example.org')
    const { folder } = await addPeople(await createSharedFolder(anna), anna, [bert])
    const expiration_date = new Date(Date.now() + 3 * dayMs).toISOString()
    await server.services.db
      .updateTable('folder')
      .set({ expiration_date })
      .where('id', '=', folder.id)
      .execute()
    server.passTime(49 * hourSeconds)
    await remindOwners(server.services)
    expect(await server.services.db.selectFrom('notice').select('id').execute()).toEqual([])
  })

  it('where it does not apply any more when the mail is to be sent', async () => {
    const { server, createEnding, createEndingLink, passHours, signInAgain, inDays } = await startWithOwner()
    const kept = await createEnding({ title: 'Kept' })
    const extended = await createEnding()
    const filled = await createEnding()
    const { link } = await createEndingLink()
    await passHours(49)
    await server.app.housekeeping.sweep()
    const again: Browser = await signInAgain()
    const expiration_date = inDays(9)
    await again.put(`/api/folders/${extended.id}`, { title: 'Tax', expiration_date })
    await again.put(`/api/download/links/${link.id}`, { expiration_date })
    await uploadFiles(server.app, again, filled, [{ name: 'a.txt' }])
    await server.app.notices.run()
    const mails = await remindersOf(server)
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(`/folders/edit/${kept.id}\n`)])
  })
})

it('a choice of reminders is in the history once it changes', async () => {
  const { browser } = await startWithOwner()
  for (const wants_reminders of [true, false, false])
    await browser.put('/api/auth/users/me/reminders', { wants_reminders })
  const { events } = (await browser.get('/api/audit')).json<{ events: AuditEvent[] }>()
  const changes = events.filter(({ details }) => details.changed?.includes('wants_reminders'))
  expect(changes).toMatchObject([{ kind: 'profile-changed', by: 'account' }])
})
