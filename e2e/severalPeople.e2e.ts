import { join } from 'node:path'
import type { Browser, Download, Route } from '@playwright/test'
import { UserSession } from './userSession.ts'
import { expect, test } from './fixtures.ts'
import { isFullSize } from './fullSize.ts'
import { FolderFormPage } from './pages/folderFormPage.ts'
import { unlockKey } from './pages/unlockKey.ts'
import type { UploadPage } from './pages/uploadPage.ts'
import { sha256 } from './sealing.ts'
import { sha256OfFile, writeRandomFile } from './sampleFiles.ts'
import { changePeople, codeOfPerson, createSharedFolder, addAdministrator, type Person } from './sharing.ts'
import type { TestServer } from './server.ts'

test.use({ ownServer: true })

const title = 'Board papers'

/** Somebody with two browsers; in a short run they may be one. */
interface PersonWithBrowsers {
  who: Person
  desktop: UserSession
  laptop: UserSession
}

/** Two owners who trust each other's folder, each with a browser in it. */
async function twoOwners(server: TestServer, browser: Browser) {
  const [olga, mira, theo] = await Promise.all(
    ['olga', 'mira', 'theo'].map((name) => addAdministrator(server, name)),
  )
  if (!olga || !mira || !theo) throw new Error('three were made')
  const shared = await changePeople(await createSharedFolder(olga, title), olga, {
    people: [
      [olga, 'owner'],
      [mira, 'owner'],
    ],
  })
  const [ofOlga, ofMira] = await Promise.all([
    UserSession.open(browser, server.origin, olga),
    UserSession.open(browser, server.origin, mira),
  ])
  await Promise.all([ofOlga.openFolder(title), ofMira.openFolder(title)])
  await ofMira.people.compareSigner(codeOfPerson(olga))
  await ofMira.people.acceptInvitation()
  await ofOlga.people.compareMember('mira', codeOfPerson(mira))
  return { olga: ofOlga, mira: ofMira, theo, shared }
}

async function openPerson(
  server: TestServer,
  browser: Browser,
  name: string,
  hasTwo: boolean,
): Promise<PersonWithBrowsers> {
  const who = await addAdministrator(server, name)
  const desktop = await UserSession.open(browser, server.origin, who)
  const laptop = hasTwo ? await UserSession.open(browser, server.origin, who) : desktop
  return { who, desktop, laptop }
}

const sessionsOf = (people: readonly PersonWithBrowsers[]): UserSession[] => [
  ...new Set(people.flatMap(({ desktop, laptop }) => [desktop, laptop])),
]

async function writeFiles(folder: string, names: readonly string[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const [index, name] of names.entries()) {
    const path = join(folder, name)
    await writeRandomFile(path, (index + 1) * 2 ** 20)
    hashes.set(name, await sha256OfFile(path))
  }
  return hashes
}

async function sendFiles(uploader: UploadPage, link: string, paths: string[]): Promise<void> {
  // From elsewhere: a new fragment alone would not load the page anew.
  await uploader.page.goto('about:blank')
  await uploader.open(link)
  await uploader.chooseFiles(paths)
  await uploader.startUpload()
  await uploader.expectAllReceived(paths.length)
}

const hashOfDownload = async (download: Download) => sha256OfFile(await download.path())

/** What is saved is what was sent, byte for byte. */
async function expectFilesOpen({ files }: UserSession, hashes: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, hash] of hashes)
    expect(await hashOfDownload(await files.downloadFile(name)), name).toBe(hash)
}

/** Without a password. @returns its address */
async function makeDownloadLink({ page, files }: UserSession): Promise<string> {
  await page.getByRole('checkbox', { name: 'Select all files' }).click()
  await files.button('Create Download Link...').click()
  const dialog = page.getByRole('dialog', { name: 'Create Download Link' })
  await dialog.getByRole('checkbox', { name: 'Password protection' }).click()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const ready = page.getByRole('dialog', { name: 'Download Link Ready' })
  const address = await ready.getByRole('textbox', { name: 'Link' }).innerText()
  await page.context().grantPermissions(['clipboard-write'])
  await ready.getByRole('button', { name: 'Copy', exact: true }).click()
  await ready.getByRole('button', { name: 'Done' }).click()
  await expect(ready).toBeHidden()
  return address
}

/** Change `seq` is shown where it was made; `reloaded` browsers, as after a crash, show what was there before. */
async function expectSameRoster(
  seq: number,
  actor: UserSession,
  others: readonly UserSession[],
  reloaded: readonly UserSession[] = [actor, ...others],
): Promise<void> {
  await expect(actor.people.newestChange).toContainText(`no. ${seq},`)
  const before = await actor.people.shownPeople()
  await Promise.all(
    [...new Set(reloaded)].map(async (session) => {
      await session.reload()
      const after = await session.people.shownPeople()
      expect(after.newestChange).toBe(before.newestChange)
      if (session.person === actor.person) expect(after).toEqual(before)
    }),
  )
}

test('somebody who is added to a folder of several people opens what strangers send there', async ({
  browser,
  server,
  stranger,
  workDir,
}) => {
  const [olga, mira] = await Promise.all(
    ['olga', 'mira'].map((name) => openPerson(server, browser, name, false)),
  )
  if (!olga || !mira) throw new Error('two were made')
  const files = await writeFiles(workDir, ['minutes.pdf'])
  await createSharedFolder(olga.who, title)
  await olga.desktop.dashboard.goTo()
  const link = await olga.desktop.dashboard.copyLinkWithKey(title, olga.who.password)
  await sendFiles(stranger, link, [join(workDir, 'minutes.pdf')])
  await olga.desktop.openFolder(title)
  await olga.desktop.people.addPerson((await mira.desktop.ownCode()).code)
  await mira.desktop.openFolder(title)
  await mira.desktop.people.compareSigner(codeOfPerson(olga.who))
  await mira.desktop.people.acceptInvitation()
  await expectFilesOpen(mira.desktop, files)
  await Promise.all(sessionsOf([olga, mira]).map(({ context }) => context.close()))
})

test(
  'three people share a folder, from making it to handing it over',
  { tag: ['@full', '@thorough'] },
  async ({ browser, server, stranger, recipient, workDir }) => {
    const [olga, mira, theo] = await Promise.all([
      openPerson(server, browser, 'olga', isFullSize),
      openPerson(server, browser, 'mira', true),
      openPerson(server, browser, 'theo', isFullSize),
    ])
    const pathOf = (name: string) => join(workDir, name)
    const early = await writeFiles(workDir, ['minutes.pdf', 'budget.ods'])
    const late = await writeFiles(workDir, ['secret plan.txt'])
    /** In full size all browsers are reloaded after each step, otherwise `others` alone. */
    const allSee = (
      seq: number,
      actor: UserSession,
      others: readonly UserSession[],
      people = [olga, mira, theo],
    ) =>
      isFullSize
        ? expectSameRoster(seq, actor, sessionsOf(people))
        : expectSameRoster(seq, actor, others, others)

    await test.step('the form makes a folder of several people, with one in it', async () => {
      const { page } = olga.desktop
      const form = await new FolderFormPage(page).goToNew()
      await form.title.fill(title)
      await page.getByRole('radio', { name: 'Several people' }).check()
      await form.openOptions()
      await form.mimeCheck.uncheck()
      await form.create()
      await unlockKey(page, olga.who.password)
      // It opens at once, to let others in.
      await expect(page.getByRole('heading', { name: `Files in Folder: ${title}` })).toBeVisible()
      await olga.laptop.openFolder(title)
      await allSee(1, olga.desktop, [olga.laptop], [olga])
      expect((await olga.laptop.people.shownPeople()).people).toEqual(['olga, Owner'])
    })

    const link = await test.step("senders see the page as ever, with the folder's own words", async () => {
      await olga.laptop.dashboard.goTo()
      const copied = await olga.laptop.dashboard.copyLinkWithKey(title, olga.who.password)
      expect(new URL(copied).hash).toMatch(/^#kp=[\w-]{43}$/)
      expect(new URL(copied).hash).not.toContain(olga.who.fp)
      await stranger.open(copied)
      await stranger.page.getByText('Your files are end-to-end encrypted.').click()
      await expect(stranger.page.getByText('Your link was made for this key.')).toBeVisible()
      await expect(
        stranger.page.getByRole('list', { name: 'Fingerprint words' }).getByRole('listitem'),
      ).toHaveCount(12)
      await sendFiles(stranger, copied, [...early.keys()].map(pathOf))
      return copied
    })

    await test.step('one is added by a pasted code, the other by twelve words', async () => {
      const [ofMira, ofTheo] = await Promise.all([mira.desktop.ownCode(), theo.laptop.ownCode()])
      await olga.desktop.openFolder(title)
      await olga.desktop.people.addPerson(ofMira.code)
      if (isFullSize) await expectSameRoster(2, olga.desktop, [])
      await olga.desktop.people.addPerson({ words: ofTheo.words, username: 'theo' })
      await expectSameRoster(3, olga.desktop, [], isFullSize ? undefined : [])
      expect((await olga.desktop.people.shownPeople()).people).toEqual([
        'olga, Owner',
        'mira, Member, Code compared',
        'theo, Member, Code compared',
      ])
    })

    await test.step('an invitation is compared in one browser, accepted in the other, and trusted in both', async () => {
      const { code, words } = await olga.laptop.ownCode()
      await olga.laptop.openFolder(title)
      await Promise.all(
        [
          { ...mira, given: code },
          { ...theo, given: { words } },
        ].map(async ({ desktop, laptop, given }) => {
          await desktop.openFolder(title)
          await expect(desktop.people.notice(/^olga added you to/)).toContainText(
            'Anybody could have made this',
          )
          await desktop.people.compareSigner(given)
          await laptop.openFolder(title)
          await laptop.people.acceptInvitation()
          await expect(laptop.people.notice(/^olga added you to/)).toHaveCount(0)
          await allSee(3, laptop, [desktop], [{ who: desktop.person, desktop, laptop }])
          await expect(desktop.people.notice(/^olga added you to/)).toHaveCount(0)
        }),
      )
      expect((await theo.desktop.people.shownPeople()).people).toEqual([
        'olga, Owner, Code compared',
        'mira, Member, Code not compared',
        'theo, Member',
      ])
    })

    const linkOfTheo = await test.step('members download, and hand files on by links', async () => {
      await expectFilesOpen(mira.laptop, early)
      await expectFilesOpen(theo.desktop, early)
      await recipient.open(await makeDownloadLink(mira.laptop))
      await recipient.expectFiles(2)
      for (const [name, hash] of early) expect(await hashOfDownload(await recipient.save(name))).toBe(hash)
      const made = await makeDownloadLink(theo.desktop)
      if (isFullSize) await allSee(3, theo.desktop, [])
      return made
    })

    await test.step('whoever is removed gets nothing any more, and the upload link is another', async () => {
      const { people } = olga.laptop
      await people.chooseAction('theo', /^Remove/)
      await expect(people.dialog('Remove theo')).toContainText('This replaces the upload links.')
      await olga.laptop.page.getByRole('button', { name: 'Cancel' }).click()
      const renewed = await people.remove('theo')
      await allSee(4, olga.laptop, [mira.desktop], [olga, mira])
      expect(new URL(renewed).pathname).not.toBe(new URL(link).pathname)

      await stranger.page.goto('about:blank')
      await stranger.page.goto(link)
      await expect(stranger.page.getByText('This link was replaced.')).toBeVisible()
      const key = `${link.replace(/#.*/, '').replace('/upload/', '/api/upload/')}/public-key`
      const answer = await stranger.page.request.get(key)
      expect(answer.status()).toBe(410)
      await sendFiles(stranger, renewed, [...late.keys()].map(pathOf))
    })

    await test.step('new files open for those who are in it, older ones too, and links go on', async () => {
      await Promise.all([olga.desktop.reload(), mira.laptop.reload()])
      for (const session of [olga.desktop, mira.laptop])
        await expectFilesOpen(session, new Map([...early, ...late]))
      await recipient.open(linkOfTheo)
      await recipient.expectFiles(2)
      for (const [name, hash] of early) expect(await hashOfDownload(await recipient.save(name))).toBe(hash)
    })

    await test.step('the list and every address of the removed are empty, and their folder is missed', async () => {
      const { page } = theo.desktop
      await page.reload()
      await expect(page.getByRole('alert')).toContainText('Folder not found or could not be loaded.')
      const [id = ''] = /\d+$/.exec(page.url()) ?? []
      expect(await theo.who.api.json('GET', '/folders/')).toEqual([])
      for (const path of ['', '/roster', '/files', '/download-links'])
        await expect(theo.who.api.json('GET', `/folders/${id}${path}`), path).rejects.toThrow(/: 404 /)
      for (const { dashboard } of sessionsOf([theo])) {
        await dashboard.goTo()
        await expect(dashboard.page.getByText('No folders found')).toBeVisible()
      }
      // With the key unlocked, the page knows what it has seen before.
      await theo.desktop.ownCode()
      await page.getByRole('link', { name: 'Back to Dashboard' }).click()
      const missed = page.getByRole('alert').filter({ hasText: `“${title}”` })
      await expect(missed).toContainText('is not shown any more: you were removed')
      await missed.getByRole('button', { name: 'Forget it' }).click()
      await expect(missed).toHaveCount(0)
    })

    await test.step('whoever hands over makes another owner, tells that they leave, and is removed', async () => {
      await olga.desktop.people.makeOwner('mira')
      await expect(olga.desktop.people.member('mira')).toContainText('Owner')
      await allSee(5, olga.desktop, [mira.laptop], [olga, mira])

      await olga.desktop.people.section.getByRole('button', { name: 'Leave' }).click()
      await olga.desktop.people.dialog(/Leave/).getByRole('button', { name: 'Tell the owners' }).click()
      await expect(olga.desktop.people.member('olga')).toContainText('Asks to leave')
      if (isFullSize) await allSee(5, olga.desktop, [], [olga, mira])
      await mira.laptop.dashboard.goTo()
      await expect(mira.laptop.dashboard.row(title)).toContainText('1 person asks to leave')
      await mira.laptop.openFolder(title)
      await mira.laptop.people.remove('olga')
      await allSee(6, mira.laptop, [mira.desktop], [mira])
      expect((await mira.desktop.people.shownPeople()).people).toEqual(['mira, Owner'])
      await expectFilesOpen(mira.desktop, new Map([...early, ...late]))
      for (const { page, dashboard } of sessionsOf([olga])) {
        await dashboard.goTo()
        await expect(page.getByText('No folders found')).toBeVisible()
      }
    })

    await Promise.all(sessionsOf([olga, mira, theo]).map(({ context }) => context.close()))
  },
)

const rosterAddress = '**/api/folders/*/roster'

/** Lets statements go on together, once each of these browsers has sent one. */
async function releaseTogether(sessions: readonly UserSession[]): Promise<void> {
  let waiting = sessions.length
  let open: () => void
  const gate = new Promise<void>((resolve) => (open = resolve))
  const hold = async (route: Route) => {
    if (route.request().method() === 'POST') {
      if (--waiting === 0) open()
      await gate
    }
    await route.continue()
  }
  await Promise.all(sessions.map(({ page }) => page.route(rosterAddress, hold)))
}

const stopHolding = (sessions: readonly UserSession[]) =>
  Promise.all(sessions.map(({ page }) => page.unroute(rosterAddress)))

test(
  'of two owners who act at once one wins, and the other is told and asked again',
  { tag: '@thorough' },
  async ({ browser, server }) => {
    const { olga, mira, theo } = await twoOwners(server, browser)
    const sessions = [olga, mira]
    const told = ({ page }: UserSession) => page.getByRole('dialog').getByRole('alert')
    const isDone = ({ page }: UserSession) => page.getByRole('dialog').getByRole('button', { name: 'Done' })

    await test.step('one adds a person, while the other makes a new key', async () => {
      const adding = await olga.people.findPerson(codeOfPerson(theo))
      await mira.people.section.getByRole('button', { name: 'New Key' }).click()
      const renewing = mira.people.dialog(/^(New key for the folder|The folder has a new key)$/)
      await releaseTogether(sessions)
      await Promise.all([
        adding.getByRole('button', { name: 'Add to folder' }).click(),
        renewing.getByRole('button', { name: 'Make a new key' }).click(),
      ])
      const hasAdded = adding.waitFor({ state: 'hidden' }).then(() => true)
      const isRefused = told(olga)
        .waitFor()
        .then(() => false)
      const olgaWins = await Promise.race([hasAdded, isRefused])
      const [loser, again] = olgaWins
        ? ([mira, renewing.getByRole('button', { name: 'Make a new key' })] as const)
        : ([olga, adding.getByRole('button', { name: 'Add to folder' })] as const)
      await expect(told(loser)).toContainText('were changed meanwhile')
      await stopHolding(sessions)
      // The list behind the question is the new one by then: what is signed next follows it.
      await expect(loser.people.newestChange).toContainText('no. 3,')
      await again.click()
      await renewing.getByRole('button', { name: 'Done' }).click()
      await expect(adding).toBeHidden()
      await expectSameRoster(4, loser, [olgaWins ? olga : mira])
      const { people } = await mira.people.shownPeople()
      expect(people.map((one) => one.split(',')[0])).toEqual(['mira', 'olga', 'theo'])
    })

    await test.step('both remove the same person', async () => {
      for (const { people } of sessions) await people.chooseAction('theo', /^Remove/)
      await releaseTogether(sessions)
      await Promise.all(
        sessions.map(({ people }) =>
          people.dialog('Remove theo').getByRole('button', { name: 'Remove' }).click(),
        ),
      )
      const first = await Promise.race(
        sessions.map((session) =>
          isDone(session)
            .waitFor()
            .then(() => session),
        ),
      )
      const other = first === olga ? mira : olga
      await expect(told(other)).toContainText('were changed meanwhile')
      await stopHolding(sessions)
      await isDone(first).click()
      await other.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      for (const { people } of sessions) await expect(people.member('theo')).toHaveCount(0)
      await expectSameRoster(5, first, [other])
    })

    await test.step('one person in two windows signs once', async () => {
      const second = await UserSession.open(browser, server.origin, olga.person)
      await second.openFolder(title)
      const windows = [olga, second]
      for (const { people } of windows) await people.section.getByRole('button', { name: 'New Key' }).click()
      await Promise.all(
        windows.map(({ people }) =>
          people.dialog('New key for the folder').getByRole('button', { name: 'Make a new key' }).click(),
        ),
      )
      for (const session of windows) await expect(isDone(session).or(told(session))).toBeVisible()
      const done = await Promise.all(windows.map((session) => isDone(session).count()))
      expect(done.toSorted()).toEqual([0, 1])
      for (const { page } of windows)
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^(Done|Cancel)$/ })
          .click()
      await expectSameRoster(6, olga, [second, mira])
      for (const { people } of windows)
        await expect(people.notice('A change of the people is not confirmed')).toHaveCount(0)
      await second.context.close()
    })

    await Promise.all(sessions.map(({ context }) => context.close()))
  },
)

test(
  'a change that timed out is unconfirmed until the very same was sent again',
  { tag: '@thorough' },
  async ({ browser, server }) => {
    const { olga, mira, theo } = await twoOwners(server, browser)
    const unconfirmed = olga.people.notice('A change of the people is not confirmed')
    const { page } = olga
    const sent: string[] = []

    await test.step('stored, and every answer is lost: the page finds out by itself', async () => {
      await page.route(rosterAddress, async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        sent.push(route.request().postData() ?? '')
        await route.fetch()
        await route.abort('timedout')
      })
      const adding = await olga.people.findPerson(codeOfPerson(theo))
      await adding.getByRole('button', { name: 'Add to folder' }).click()
      await expect(adding.getByRole('alert')).toHaveText(/^Network Error/)
      expect(sent.length).toBeGreaterThan(1)
      expect(new Set(sent).size).toBe(1)
      await page.unroute(rosterAddress)
      await adding.getByRole('button', { name: 'Cancel' }).click()
      await expect(olga.people.member('theo')).toBeVisible()
      await expect(unconfirmed).toHaveCount(0)
      await expectSameRoster(3, olga, [mira])
    })

    await test.step('not stored so far: nothing else is signed, also after a reload', async () => {
      sent.length = 0
      await page.route(rosterAddress, async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        sent.push(route.request().postData() ?? '')
        await route.abort('timedout')
      })
      await olga.people.chooseAction('theo', /^Remove/)
      const removing = olga.people.dialog(/^(Remove theo|theo was removed)$/)
      await removing.getByRole('button', { name: 'Remove' }).click()
      await expect(removing.getByRole('alert')).toHaveText(/^Network Error/)
      await removing.getByRole('button', { name: 'Cancel' }).click()
      await page.unroute(rosterAddress)
      await expect(unconfirmed).toContainText('olga removed theo.')
      await olga.reload()
      await expect(unconfirmed).toContainText('olga removed theo.')
      await expect(olga.people.addButton).toBeDisabled()
      await expect(olga.people.member('theo')).toBeVisible()
    })

    await test.step('on another device it can be given up, and not sent', async () => {
      const laptop = await UserSession.open(browser, server.origin, olga.person)
      await laptop.openFolder(title)
      const note = laptop.people.notice('A change of the people is not confirmed')
      await expect(note).toContainText('on another device')
      await expect(note.getByRole('button')).toHaveText(['Give up...'])
      await laptop.context.close()
    })

    await test.step('it comes late, and is sent again all the same: it counts once', async () => {
      const late = sent[0] ?? ''
      const [id = ''] = /\d+$/.exec(page.url()) ?? []
      await olga.person.api.json('POST', `/folders/${id}/roster`, JSON.parse(late) as object)
      const again = page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('/roster'),
      )
      await unconfirmed.getByRole('button', { name: 'Send again' }).click()
      await olga.people.dialog('Send the change again').getByRole('button', { name: 'Send again' }).click()
      expect((await again).postData()).toBe(late)
      await expect(unconfirmed).toHaveCount(0)
      await expect(olga.people.member('theo')).toHaveCount(0)
      await expectSameRoster(4, olga, [mira])
      await olga.people.addPerson(codeOfPerson(theo))
      await expectSameRoster(5, olga, [mira])
    })

    await Promise.all([olga, mira].map(({ context }) => context.close()))
  },
)

test(
  'files of one person are copied to several by the names that were sealed',
  { tag: '@thorough' },
  async ({ browser, server }) => {
    const { olga, mira, shared } = await twoOwners(server, browser)
    const { api } = olga.person
    const letter = Buffer.from('the letter')
    const own = await api.createFolder({ title: 'Mine', perform_mime_check: false })
    const stored = await api.store(
      [
        { path: 'letters/letter.txt', content: letter },
        { path: 'bare.txt', content: Buffer.from('bare'), manifest: null },
      ],
      own,
    )
    // What the list says of names is the server's; the question has those that the senders sealed.
    await olga.page.route('**/api/folders/*/files?*', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replaceAll('letter.txt', 'holiday.txt')
      await route.fulfill({ response, body })
    })
    await olga.dashboard.openFolder('Mine')
    await olga.page.getByRole('checkbox', { name: 'Select all files' }).click()
    await olga.files.button('Copy to folder...').click()
    await unlockKey(olga.page, olga.person.password)
    const dialog = olga.page.getByRole('dialog', { name: 'Copy to folder' })
    await expect(dialog).toContainText('letter.txt')
    await expect(dialog).not.toContainText('holiday.txt')
    await expect(dialog).toContainText(/1 file cannot be copied.*bare\.txt/)
    await dialog.getByRole('radio', { name: title }).check()
    await dialog.getByRole('button', { name: 'Copy 1 file' }).click()
    const done = olga.page.getByRole('dialog', { name: 'Files copied' })
    await done.getByRole('button', { name: 'Done' }).click()
    await olga.page.unroute('**/api/folders/*/files?*')
    await api.deleteFiles(stored)

    await mira.reload()
    await mira.files.button('Expand letters').click()
    await expect(mira.files.row('letter.txt')).toContainText('copied, says the server')
    const saved = await mira.files.downloadFile('letters', 'letter.txt')
    expect(await hashOfDownload(saved)).toBe(sha256(letter))
    expect(await mira.files.rowNames()).toEqual(['letters', 'letter.txt'])
    expect(shared.id).not.toBe(own.id)
    await Promise.all([olga, mira].map(({ context }) => context.close()))
  },
)
