import type { Locator, Page } from '@playwright/test'
import { colourRules, expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'
import { adminPassword } from './server.ts'

/** Moves the focus as a keyboard does. @throws when it is never reached */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${String(target)}.`)
}

test('every screen is accessible in the dark, with more contrast, on a small screen and enlarged', async ({
  api,
  browser,
  baseURL,
  admin: { page },
}) => {
  const { link_token } = await api.json<{ link_token: string }>('POST', '/folders/', {
    title: 'Gated',
    link_password: 'a password',
  })
  const stored = await api.store([
    { path: 'plans/ground floor, as it was before the fire of 1911.pdf', content: Buffer.from('a') },
  ])
  const shared = await api.share(stored)
  const folder = await api.json<{ id: number; title: string; link_token: string }[]>('GET', '/folders/')
  const open = folder.find(({ title }) => title === 'Shared')
  const stranger = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()

  const screens: [Page, string, (page: Page) => Locator][] = [
    [page, '/dashboard', (at) => at.getByRole('link', { name: 'Shared' }).first()],
    [page, '/folders/new', (at) => at.getByRole('button', { name: 'Create folder' })],
    [page, `/folders/view/${open?.id}`, (at) => at.getByText('plans').first()],
    [page, '/send', (at) => at.getByRole('button', { name: 'Create link' })],
    [page, '/sent', (at) => at.getByRole('list', { name: 'Download links' })],
    [page, '/profile/account', (at) => at.getByRole('button', { name: 'Save profile' })],
    [page, '/profile/security', (at) => at.getByRole('button', { name: 'Show fingerprint' })],
    [stranger, '/login', (at) => at.getByLabel('Username')],
    [stranger, `/upload/${open?.link_token}`, (at) => at.getByTestId('drop-area')],
    [stranger, `/upload/${link_token}`, (at) => at.getByRole('textbox', { name: 'Link password' })],
    [stranger, shared.url, (at) => at.getByRole('button', { name: /^Download/ }).first()],
  ]
  for (const [at, address, sign] of screens) {
    await at.goto('about:blank') // an address that differs behind its '#' alone would not be loaded
    await at.goto(address)
    await expect(sign(at)).toBeVisible()
    // With all that is folded.
    await at.locator('main details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
    await test.step(`${new URL(address, baseURL).pathname}: dark, then with more contrast`, async () => {
      await at.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(at)
      await at.emulateMedia({ colorScheme: 'light', contrast: 'more' })
      await expectAccessible(at, colourRules)
      await at.emulateMedia({ colorScheme: null, contrast: null })
    })
    // 320 px is 400 % of a screen of 1280 (WCAG 1.4.10), 640 px is 200 %.
    for (const width of [320, 640]) {
      await at.setViewportSize({ width, height: 512 })
      await expect(sign(at)).toBeVisible()
      const beyond = await at.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(beyond, `${address} at ${width} px`).toBeLessThanOrEqual(0)
    }
    await at.setViewportSize({ width: 1280, height: 720 })
  }
})

test('the main job can be done with the keyboard alone', async ({ account, api, browser, baseURL, page }) => {
  await page.goto('/login')
  await tabTo(page, page.getByLabel('Username'))
  await page.keyboard.type(account.username)
  await tabTo(page, page.getByRole('textbox', { name: 'Password' }))
  await page.keyboard.type(adminPassword)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: '+ Create New Folder' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Title'))
  await page.keyboard.type('By keyboard')
  await tabTo(page, page.getByRole('button', { name: 'Create folder' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'By keyboard' })).toBeVisible()

  const folders = await api.json<{ title: string; link_token: string }[]>('GET', '/folders/')
  const made = folders.find(({ title }) => title === 'By keyboard')
  const sender = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  // Listened for from the start: a key is pressed sooner than a browser that nothing listens to has been told.
  const choosing = sender.waitForEvent('filechooser', { timeout: 0 })
  await sender.goto(`/upload/${made?.link_token}`)
  await tabTo(
    sender,
    sender.getByTestId('drop-area').getByRole('button', { name: 'Choose files', exact: true }),
  )
  await sender.keyboard.press('Enter')
  await (await choosing).setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('content') })
  await tabTo(sender, sender.getByRole('button', { name: 'Upload 1 file' }))
  await sender.keyboard.press('Enter')
  await expect(sender.getByRole('heading', { name: '1 file sent' })).toBeVisible()

  await tabTo(page, page.getByRole('link', { name: 'By keyboard' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: /^Download All/ }))
  // The password that signed in has opened the key.
  const saving = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect(await (await saving).failure()).toBeNull()
})
