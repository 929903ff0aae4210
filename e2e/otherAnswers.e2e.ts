import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** What a proxy or a network that wants a sign-in does to every call of a page. */
const answers = {
  'a page with 200': (route: Route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><p>Sign in</p>' }),
  'a way elsewhere': (route: Route) =>
    route.fulfill({ status: 302, headers: { location: 'https://sign-in.example.org/' } }),
  'a page with 403': (route: Route) =>
    route.fulfill({ status: 403, contentType: 'text/html', body: '<!doctype html><p>No</p>' }),
}
const calls = /\/(api\/(?!look)|healthz)/

const note = (page: Page) => page.locator('#main').getByText('Something else answered').first()

for (const [name, answer] of Object.entries(answers)) {
  test(`an upload page says that something else answers, and goes on when the server does: ${name}`, async ({
    admin,
    stranger,
    workDir,
  }) => {
    const { page } = stranger
    const file = join(workDir, 'a.txt')
    await writeFile(file, 'content')
    const link = await admin.createFolder('Intercepted')
    await stranger.open(link)
    // Key and state of the link are requested for the queue.
    await page.route(calls, answer)
    await stranger.chooseFiles([file])
    await stranger.expectQueued(1)
    await stranger.startUpload()
    await expect(note(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open the page anew' })).toBeVisible()
    await expect(page.getByText('cannot be reached')).toBeHidden()
    await page.unroute(calls)
    await expect(page.getByRole('heading', { name: '1 file sent' })).toBeVisible()
    await expect(note(page)).toBeHidden()
  })
}

for (const [name, answer] of Object.entries(answers)) {
  test(`an upload under way says so, too: ${name}`, async ({ admin, stranger, workDir }) => {
    const { page } = stranger
    const file = join(workDir, 'a.txt')
    await writeFile(file, 'content')
    await stranger.open(await admin.createFolder('Intercepted'))
    const isPrepared = page.waitForResponse(/public-key/)
    await stranger.chooseFiles([file])
    await isPrepared
    await page.route(calls, answer)
    await stranger.startUpload()
    await expect(note(page)).toBeVisible()
    await page.unroute(calls)
    await expect(page.getByRole('heading', { name: '1 file sent' })).toBeVisible()
  })
}

for (const [name, answer] of Object.entries({
  'a page with 403': answers['a page with 403'],
  'a page with 403 and headers of the server': async (route: Route) => {
    const { headers } = await fetch(new URL('/', route.request().url()))
    const response = { ...Object.fromEntries(headers), 'content-type': 'text/html' }
    await route.fulfill({ status: 403, headers: response, body: '<!doctype html><p>No</p>' })
  },
  'a text with 401': (route: Route) => route.fulfill({ status: 401, body: 'Unauthorized' }),
}))
  test(`an upload loses no file where something else answers to its bodies alone: ${name}`, async ({
    admin,
    stranger,
    workDir,
  }) => {
    const { page } = stranger
    const files = ['a.txt', 'b.bin'].map((file) => join(workDir, file))
    await writeFile(join(workDir, 'a.txt'), 'content')
    await writeFile(join(workDir, 'b.bin'), Buffer.alloc(20 * 1024 ** 2))
    await stranger.open(await admin.createFolder('Filtered'))
    const bodies = /\/api\/upload\/[^/]+(\/files\/.+\/parts\/\d+)?$/
    await page.route(bodies, (route) =>
      route.request().method() === 'GET' ? route.fallback() : answer(route),
    )
    await stranger.chooseFiles(files)
    await stranger.expectQueued(2)
    await stranger.startUpload()
    await expect(note(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open the page anew' })).toBeVisible()
    await expect(page.getByText('cannot be reached')).toBeHidden()
    // One of them may still be answered.
    await page.unrouteAll({ behavior: 'wait' })
    await expect(page.getByRole('heading', { name: '2 files sent' })).toBeVisible()
    await expect(note(page)).toBeHidden()
  })

test('a download waits where something else answers to it alone', async ({ api, recipient }) => {
  const { page } = recipient
  const stored = await api.store([{ path: 'a.txt', content: Buffer.from('a') }])
  await recipient.open((await api.share(stored)).url)
  await recipient.expectFiles(1)
  const bytes = /\/api\/download\/[^/]+\/file\/\d+$/
  await page.route(bytes, answers['a page with 403'])
  const saved = page.waitForEvent('download')
  await recipient.row('a.txt').getByRole('button', { name: 'Download a.txt' }).click()
  await expect(note(page)).toBeVisible()
  await expect(recipient.row('a.txt').getByText('Waiting for the server')).toBeVisible()
  await page.unroute(bytes)
  expect(await (await saved).failure()).toBeNull()
  await expect(note(page)).toBeHidden()
})

test('no page takes what answers in the place of the server for a lost network', async ({
  api,
  admin,
  recipient,
  stranger,
}) => {
  const shared = await api.share(await api.store([{ path: 'a.txt', content: Buffer.from('a') }]))
  const link = await admin.createFolder('Intercepted')
  for (const [page, address, answer] of [
    [stranger.page, link, answers['a page with 200']],
    [recipient.page, shared.url, answers['a way elsewhere']],
    [admin.page, '/dashboard', answers['a page with 403']],
  ] as const) {
    await page.route(calls, answer)
    await page.goto('about:blank')
    await page.goto(address)
    await expect(note(page)).toBeVisible()
    await expect(page.getByText(/offline/i)).toHaveCount(0)
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'Open the page anew' }).click(),
    ])
    await expect(note(page)).toBeVisible()
    await page.unroute(calls)
    await expect(note(page)).toBeHidden()
  }
})
