import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'
import { readOfflineLists } from './readOfflineLists.ts'
import { expectNoLayoutShift, recordLayoutShifts } from './layoutShift.ts'
import { FolderFormPage } from './pages/folderFormPage.ts'
import { LoginPage } from './pages/loginPage.ts'
import { ProfilePage } from './pages/profilePage.ts'
import { expectPrecached } from './expectPrecached.ts'

test.use({ ownServer: true })

test(
  'without the server every page opens, says so, and goes on by itself',
  { tag: '@thorough' },
  async ({ page, api, server }) => {
    test.slow() // Every page is looked at, with and without the server.
    const [letter] = await api.store([
      { path: 'letters/first.txt', content: Buffer.from('first') },
      { path: 'notes.txt', content: Buffer.from('notes') },
    ])
    if (!letter) throw new Error('nothing stored')
    const link = await api.share([letter])
    const { link_token } = await api.json<{ link_token: string }>('POST', '/folders/', {
      title: 'Open to all',
    })
    const forOne = { title: 'For one', description: 'The audit', allowed_emails: ['anna@example.org'] }
    await api.json('POST', '/folders/', forOne)
    const dashboard = await new LoginPage(page).signIn()
    await expectPrecached(page, 'all')
    const offline = page.getByRole('banner').getByText('Offline')

    await test.step('on request, and only then, lists are kept: no link, no checksum, no description, no address', async () => {
      const files = await dashboard.openFolderFromList('Shared')
      await expect(files.row('notes.txt')).toBeVisible()
      const profile = await new ProfilePage(page).goTo('devices')
      const option = page.getByRole('checkbox', { name: 'Keep lists on this device' })
      await expect(option).not.toBeChecked()
      expect(Object.keys(await readOfflineLists(page))).toEqual([])
      await option.check()
      await expectAccessible(page)
      await dashboard.openFolderFromList('Shared')
      await expect(files.row('notes.txt')).toBeVisible()
      await expect.poll(async () => Object.keys(await readOfflineLists(page)).length).toBe(4)
      const kept = JSON.stringify(await readOfflineLists(page))
      for (const shown of ['notes.txt', forOne.title]) expect(kept).toContain(shown)
      for (const secret of [
        link_token,
        letter.sha256,
        link.token,
        forOne.description,
        ...forOne.allowed_emails,
      ])
        expect(kept).not.toContain(secret)
      expect(profile.page).toBe(page)
    })
    const folderAddress = new URL(page.url()).pathname

    await test.step('with the server, lists appear and nothing moves', async () => {
      await recordLayoutShifts(page)
      await dashboard.goTo()
      await expect(dashboard.row('Shared')).toBeVisible()
      await expectNoLayoutShift(page)
      await page.goto(folderAddress)
      await expect(dashboard.files.row('notes.txt')).toBeVisible()
      await expect(dashboard.files.linksRegion.getByRole('listitem')).toHaveCount(1)
      await expectNoLayoutShift(page)
    })

    await test.step('a form that is being filled in keeps what was typed, and can be sent later', async () => {
      await page.goto('/folders/new')
      const form = new FolderFormPage(page)
      await form.title.fill('Typed before')
      await server.kill()
      await page.getByRole('button', { name: 'Create folder' }).click()
      await expect(page.locator('form').getByRole('alert')).toContainText('Network Error')
      await expect(offline).toBeVisible()
      await server.launch()
      await expect(offline).toHaveCount(0)
      await expect(form.title).toHaveValue('Typed before')
      await page.getByRole('button', { name: 'Create folder' }).click()
      await expect(dashboard.row('Typed before')).toBeVisible()
    })

    await server.kill()
    await test.step('kept lists are marked with their age, and cannot be acted on', async () => {
      await page.goto('/dashboard')
      await expect(page.getByText(/This list is kept on this device, as of \w/)).toBeVisible()
      await expect(page.getByText('Signed in as admin')).toBeVisible()
      const row = dashboard.row('Shared')
      await expect(row.getByRole('button', { name: 'Copy Link' })).toBeDisabled()
      await dashboard.openMenu('Shared')
      await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await row.getByRole('link', { name: 'Shared' }).click()
      await expect(dashboard.files.row('notes.txt')).toBeVisible()
      await expect(page.getByText(/This list is kept on this device, as of \w/)).toBeVisible()
      await expect(dashboard.files.button('Download All (2)')).toBeDisabled()
      await expectAccessible(page)
    })

    for (const [address, text] of [
      [folderAddress, 'as of'],
      ['/folders/new', 'You are not signed out'],
      ['/folders/edit/1', 'You are not signed out'],
      ['/profile', 'You are not signed out'],
      ['/login', 'You can sign in as soon as the server answers.'],
      [`/upload/${link_token}`, 'This page goes on by itself as soon as the server answers.'],
      [link.url, 'This page goes on by itself as soon as the server answers.'],
      ['/no/such/page', 'There is no page at this address.'],
    ] as const) {
      await test.step(`offline: ${address.replace(/#.*/, '')}`, async () => {
        await page.goto('about:blank')
        await page.goto(address)
        await expect(page.getByText(text)).toBeVisible()
        await expect(offline).toBeVisible()
        await expectAccessible(page)
      })
    }

    await test.step('workers start from what is kept, as after an upgrade that has replaced their scripts', async () => {
      await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
      const scripts = readdirSync(join('dist', 'assets')).filter((name) => /\.worker-.*\.js$/.test(name))
      expect(scripts.length).toBeGreaterThan(1)
      const failed = await page.evaluate(
        (names) =>
          Promise.all(
            names.map((name) => {
              const worker = new Worker(`/assets/${name}`, { type: 'module' })
              return new Promise<boolean>((resolve) => {
                worker.onerror = () => resolve(true)
                // One that has started says nothing: it waits for its first message.
                setTimeout(() => resolve(false), 3000)
              })
            }),
          ),
        scripts,
      )
      expect(failed).toEqual(scripts.map(() => false))
    })

    await test.step('the shell worker never answers for the API', async () => {
      const refused = await page.evaluate(() =>
        Promise.all(
          ['/api/auth/users/me', '/api/folders/', '/api/'].map((path) =>
            fetch(path, { headers: { accept: 'text/html' } }).then(
              () => 'answered',
              () => 'refused',
            ),
          ),
        ),
      )
      expect(refused).toEqual(['refused', 'refused', 'refused'])
      const cached = await page.evaluate(async () => {
        const names = await caches.keys()
        const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
        return requests.flat().map(({ url }) => new URL(url).pathname)
      })
      expect(cached).toContain('/index.html')
      expect(cached.filter((path) => path.startsWith('/api'))).toEqual([])
    })

    const context = page.context()
    const [recipient, sender, profile] = [page, await context.newPage(), await context.newPage()]
    await recipient.goto('about:blank')
    await recipient.goto(link.url)
    await sender.goto(`/upload/${link_token}`)
    await profile.goto('/profile')
    await server.launch()
    await test.step('with the server everything comes back by itself', async () => {
      await expect(recipient.getByText('Files ready for download:')).toBeVisible({ timeout: 40_000 })
      await expect(sender.getByTestId('drop-area')).toBeVisible({ timeout: 40_000 })
      await expect(profile.getByRole('heading', { name: 'My Profile & Settings' })).toBeVisible({
        timeout: 40_000,
      })
      await page.goto('/dashboard')
      await expect(dashboard.row('Shared').getByRole('button', { name: 'Copy Link' })).toBeEnabled()
      await expect(page.getByText(/as of/)).toHaveCount(0)
    })

    await test.step('signing out without the server says so, and ends the session when it is back', async () => {
      const asked = async () => (await context.request.get(`${server.origin}/api/auth/users/me`)).status()
      expect(await asked()).toBe(200)
      await server.kill()
      await page.getByRole('button', { name: 'Logout' }).click()
      const note = page.getByText(
        'You are signed out on this device, but the server has not heard of it yet.',
      )
      await expect(note).toBeVisible()
      await expect.poll(async () => Object.keys(await readOfflineLists(page))).toEqual(['"choice"'])
      await expectAccessible(page)
      await profile.goto('about:blank')
      await page.goto('about:blank')
      await page.goto('/dashboard')
      await expect(note).toBeVisible()
      await expect(dashboard.row('Shared')).toHaveCount(0)
      await page.goto('about:blank')
      await server.launch()
      expect(await asked()).toBe(200)
      await page.goto('/dashboard')
      await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
      await expect(note).toHaveCount(0)
      expect(await asked()).toBe(401)
      await new LoginPage(page).signIn()
      await expect(dashboard.row('Shared')).toBeVisible()
    })

    await test.step('what is kept goes at logout, and with the session; what was chosen stays', async () => {
      const kept = async () => Object.keys(await readOfflineLists(page)).sort()
      const all = ['"choice"', '"folders"', '"reader"']
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect.poll(kept).toEqual(['"choice"'])
      await new LoginPage(page).signIn()
      await expect.poll(kept).toEqual(all)
      await context.clearCookies()
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
      await expect.poll(kept).toEqual(['"choice"'])

      await new LoginPage(page).signIn()
      await expect.poll(kept).toEqual(all)
      await new ProfilePage(page).goTo('devices')
      await page.getByRole('checkbox', { name: 'Keep lists on this device' }).uncheck()
      await expect(page.getByText('The lists that were kept here are deleted.')).toBeVisible()
      expect(await kept()).toEqual([])
      await page.getByRole('checkbox', { name: 'Keep lists on this device' }).check()
      await expect.poll(kept).toContain('"choice"')
    })

    await test.step('and all of it when somebody else signs in', async () => {
      const kept = async () => Object.keys(await readOfflineLists(page))
      await dashboard.goTo()
      await expect.poll(async () => (await kept()).length).toBe(3)
      await server.admin('add', 'second', '--password', 'another long password')
      await context.clearCookies()
      await new LoginPage(page).signIn('another long password', 'second')
      await expect.poll(kept).toEqual([])
      await server.kill()
      await page.goto('/dashboard')
      await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    })
  },
)
