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

for (const name of ['a page with 200', 'a way elsewhere'] as const) {
  test(`an upload under way says so, too: ${name}`, async ({ admin, stranger, workDir }) => {
    const { page } = stranger
    const file = join(workDir, 'a.txt')
    await writeFile(file, 'content')
    await stranger.open(await admin.createFolder('Intercepted'))
    const isPrepared = page.waitForResponse(/public-key/)
    await stranger.chooseFiles([file])
    await isPrepared
    await page.route(calls, answers[name])
    await stranger.startUpload()
    await expect(note(page)).toBeVisible()
    await page.unroute(calls)
    await expect(page.getByRole('heading', { name: '1 file sent' })).toBeVisible()
  })
}

test('no page takes what answers in the place of the server for a lost network', async ({
  api,
  admin,
  recipient,
  stranger,
}) => {
  const shared = await api.share(await api.store([{ path: 'a.txt', content: Buffer.from('a') }]))
  const link = await admin.createFolder('Intercepted')
  for (const [page, address] of [
    [stranger.page, link],
    [recipient.page, shared.url],
    [admin.page, '/dashboard'],
  ] as const) {
    for (const answer of Object.values(answers)) {
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
  }
})
