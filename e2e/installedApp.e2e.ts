import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { AdminApi } from './adminApi.ts'
import { launchOptions } from './launchOptions.ts'
import { expect, test } from './fixtures.ts'
import { FaultyProxy } from './faultyProxy.ts'
import { LoginPage } from './pages/loginPage.ts'
import { UploadPage } from './pages/uploadPage.ts'
import { makeNextVersion } from './makeNextVersion.ts'
import { expectPrecached } from './expectPrecached.ts'
import { writeRandomFile } from './sampleFiles.ts'

test.use({ ownServer: true })

const MiB = 1024 * 1024

test(
  'Chromium finds nothing that keeps it from installing the application',
  { tag: '@thorough' },
  async ({ server, workDir }) => {
    // Other contexts of a test count as private windows, from which nothing is installed.
    const profile = join(workDir, 'profile')
    const context = await chromium.launchPersistentContext(profile, {
      ...launchOptions,
      baseURL: server.origin,
    })
    const [page = await context.newPage()] = context.pages()
    await new LoginPage(page).signIn()
    await expectPrecached(page, 'all')
    const { headers } = await fetch(`${server.origin}/manifest.webmanifest`)
    expect(headers.get('content-type')).toMatch('application/manifest+json')
    expect(headers.get('cache-control')).toBe('no-cache')
    const devtools = await page.context().newCDPSession(page)

    const { errors, url, data } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect(new URL(url).pathname).toBe('/manifest.webmanifest')
    expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Sealpost', start_url: '/dashboard' })
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])

    await test.step('the icon counts folders with files that were never downloaded, until logout', async () => {
      await page.evaluate(() => {
        const shown: number[] = []
        Object.assign(window, { shown })
        navigator.setAppBadge = (n = 0) => Promise.resolve(void shown.push(n))
        navigator.clearAppBadge = () => Promise.resolve(void shown.push(-1))
      })
      const api = await AdminApi.start(server.origin)
      await api.store([{ path: 'new.txt', content: Buffer.from('never downloaded') }])
      await api.createFolder({ title: 'Empty' })
      await page.getByRole('link', { name: 'My Profile' }).click()
      await page.getByRole('link', { name: 'Back to Dashboard' }).click()
      await expect(page.getByRole('link', { name: 'Empty' })).toBeVisible()
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
      // Profile and dashboard both read the list.
      const shown = await page.evaluate(() => (window as unknown as { shown: number[] }).shown)
      expect(shown.filter((number, i) => number !== shown[i - 1])).toEqual([1, -1])
    })
    await context.close()
  },
)

test('a new version waits for every transfer of every tab, and for a click @thorough', async ({
  api,
  server,
  stranger,
  workDir,
}) => {
  const { link_token } = await api.json<{ link_token: string }>('POST', '/folders/', { title: 'Updated' })
  const file = join(workDir, 'large.bin')
  await writeRandomFile(file, 40 * MiB)
  const proxy = await FaultyProxy.start(server.origin)
  const link = `${proxy.origin}/upload/${link_token}`
  const { page } = stranger
  await stranger.open(link)
  await expectPrecached(page, 'visitor')
  const other = await page.context().newPage()
  await new UploadPage(other).open(link)
  await expectPrecached(other, 'visitor')

  await stranger.chooseFiles([file])
  const half = proxy.holdAt(20 * MiB)
  await stranger.startUpload()
  await half

  server.distDir = await makeNextVersion(workDir)
  await server.kill()
  await server.launch()
  const isInstalling = () =>
    other.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      registration?.update().catch(() => undefined)
      return registration?.installing != null
    })
  await expect.poll(isInstalling).toBe(true)
  const ready = 'A new version of Sealpost is ready.'

  await test.step('an old tab has its parts, though the server has them no more', async () => {
    await other.evaluate(() => {
      history.pushState({}, '', '/download/none')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await expect(other.getByRole('heading', { name: 'Secure File Download' })).toBeVisible()
  })
  await expect(page.getByText(ready)).toHaveCount(0)
  await expect(other.getByText(ready)).toHaveCount(0)

  proxy.resume()
  await stranger.expectAllReceived(1)
  await expect(page.getByText(ready)).toBeVisible()
  await expect(other.getByText(ready)).toBeVisible()

  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.locator('meta[name="version"]')).toHaveCount(1)
  await stranger.expectLoaded()
  const kept = await page.evaluate(async () =>
    (await caches.match('/index.html', { ignoreSearch: true }))?.text(),
  )
  expect(kept).toContain('name="version"')
  await expect(other.getByText('A new version of Sealpost was installed.')).toBeVisible()
  await proxy.stop()
})

test(
  'an update stores the pages of administrators for those who had them',
  { tag: '@thorough' },
  async ({ admin, server, workDir }) => {
    const { page } = admin
    await admin.goTo()
    await expectPrecached(page, 'all')
    server.distDir = await makeNextVersion(workDir)
    const list = join(server.distDir, 'serviceWorker.js')
    const text = await readFile(list, 'utf8')
    const [entry = '', login = ''] = /"revision":null,"url":"(assets\/LoginRoute-[^"]+)"/.exec(text) ?? []
    const revision = createHash('md5')
      .update(await readFile(join(server.distDir, login)))
      .digest('hex')
    await writeFile(list, text.replace(entry, entry.replace('null', `"${revision}"`)))
    await server.kill()
    await server.launch()
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    const storedAnew = () =>
      page.evaluate(
        async (part) => (await caches.match(part)) !== undefined,
        `/${login}?__WB_REVISION__=${revision}`,
      )
    await expect.poll(storedAnew).toBe(true)
  },
)

test(
  'where it cannot work, a page says what is missing and what to do, before anybody waits',
  { tag: '@thorough' },
  async ({ browser, server }) => {
    const visit = async (prepare: (page: Page) => Promise<unknown>, address = `${server.origin}/login`) => {
      const context = await browser.newContext({ serviceWorkers: 'block' })
      const page = await context.newPage()
      await prepare(page)
      await page.goto(address)
      const end = async () => {
        // What the page still asks for may be on its way through the test.
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await context.close()
      }
      return { page, heading: page.getByRole('heading', { level: 1 }), end }
    }

    await test.step('plain http from another machine', async () => {
      const lan = 'http://files.lan'
      const { page, heading, end } = await visit(
        (page) =>
          page.route(`${lan}/**`, async (route) => {
            const response = await route.fetch({ url: route.request().url().replace(lan, server.origin) })
            await route.fulfill({ response })
          }),
        `${lan}/download/abc%23k=secret`,
      )
      await expect(heading).toHaveText('This page needs https')
      await expect(page.getByText('https://files.lan/download/abc', { exact: true })).toBeVisible()
      await expectAccessible(page)
      await end()
    })

    await test.step('a browser that lacks something', async () => {
      const { page, heading, end } = await visit((page) =>
        page.addInitScript(() => {
          delete (Crypto.prototype as { subtle?: unknown }).subtle
          delete (Array.prototype as { toSorted?: unknown }).toSorted
        }),
      )
      await expect(heading).toHaveText('This browser cannot run Sealpost')
      await expect(page.getByText('Missing here: Web Crypto, Array.prototype.toSorted.')).toBeVisible()
      await expectAccessible(page)
      await end()
    })

    for (const [what, answer] of [
      ['a browser that cannot read the application', { contentType: 'text/javascript', body: 'class A { €' }],
      ['an application that does not arrive', { status: 502, body: '' }],
    ] as const) {
      await test.step(what, async () => {
        const { heading, end } = await visit((page) =>
          page.route('**/assets/index-*.js', (route) => route.fulfill(answer)),
        )
        await expect(heading).toHaveText('Sealpost did not start')
        await end()
      })
    }

    await test.step('but not where another way is left: no service worker, no storage, no streams between threads', async () => {
      const { heading, end } = await visit((page) =>
        page.addInitScript(() => {
          delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker
          delete (StorageManager.prototype as { getDirectory?: unknown }).getDirectory
          Object.defineProperty(window, 'indexedDB', { value: undefined })
          const clone = window.structuredClone.bind(window)
          window.structuredClone = (value, options) => {
            if (options?.transfer?.some((one) => one instanceof ReadableStream)) throw new DOMException('no')
            return clone(value, options)
          }
        }),
      )
      await expect(heading).toHaveText('Admin Login')
      await end()
    })
  },
)
