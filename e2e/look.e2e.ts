import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { plainPng } from './pngs.ts'
import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'
import { LoginPage } from './pages/loginPage.ts'
import { ProfilePage } from './pages/profilePage.ts'
import { expectPrecached } from './expectPrecached.ts'
import { adminPassword } from './server.ts'

test.use({ ownServer: true })

const logo = { name: 'logo.png', mimeType: 'image/png', buffer: plainPng(192, 192, [0, 110, 90, 255]) }
const forgery = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') }

/** What the page's policy has refused since then. */
const recordPolicyViolation = (page: Page) =>
  page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      document.documentElement.dataset.refused = `${violatedDirective} ${blockedURI}`
    })
  })
const policyViolation = (page: Page) => page.evaluate(() => document.documentElement.dataset.refused)

test(
  'the operator changes how the server looks, and whoever uploads sees it',
  { tag: '@thorough' },
  async ({ page, stranger, api, server }) => {
    await recordPolicyViolation(page)
    await recordPolicyViolation(stranger.page)
    const { link_token } = await api.createFolder({ title: 'Tax', description: 'Your receipts, please.' })
    const link = `${server.origin}/upload/${link_token}`
    const sender = stranger.page
    await stranger.open(link)
    await expect(sender).toHaveTitle('Upload Files for "Tax" · Sealpost')
    await expect(sender.getByRole('navigation', { name: 'Who runs this server' })).toHaveCount(0)

    await new LoginPage(page).signIn()
    await new ProfilePage(page).goTo('server')
    const section = page.getByRole('region', { name: 'Appearance' })
    const field = (name: string) => section.getByRole('textbox', { name })
    const light = section.getByRole('group', { name: 'On light pages' })
    const dark = section.getByRole('group', { name: 'On dark pages' })
    const save = section.getByRole('button', { name: 'Save appearance' })

    await test.step('what is typed is previewed, with what can be read of the colour', async () => {
      await field('Name').fill('Acme Files')
      await field('Greeting').fill('Welcome to Acme.\nSend us your papers.')
      await field('Accent colour').fill('#ffcc00')
      for (const sample of [light, dark]) {
        await expect(sample).toContainText('Acme Files')
        await expect(sample).toContainText('Welcome to Acme.')
      }
      await expect(light).toContainText(/contrast 4\.\d\sto\s1: darker than yours/)
      await expect(dark).toContainText(/#ffcc00, contrast \d\.\d\sto\s1$/)
      await expectAccessible(page)
    })

    await test.step('what is wrong is said at its field, and nothing is stored', async () => {
      await field('Imprint').fill('javascript:alert(1)')
      await save.click()
      await expect(field('Imprint')).toBeFocused()
      await expect(section.getByText('Enter an address that begins with https:// or http://.')).toBeVisible()
      await field('Imprint').fill('https://acme.example/imprint')
      await field('Privacy').fill('https://acme.example/privacy')
      await field('Support').fill('help@acme.example')
      await section.getByLabel('Logo').setInputFiles(forgery)
      await save.click()
      await expect(section.getByRole('alert')).toContainText('The logo has to be a PNG.')
      await sender.reload()
      await expect(sender).toHaveTitle('Upload Files for "Tax" · Sealpost')
    })

    await test.step('stored, it is how this window looks', async () => {
      await section.getByLabel('Logo').setInputFiles(logo)
      await expect(light.locator('img')).toBeVisible()
      await save.click()
      await expect(section.getByText('Saved. Everybody sees it from now on.')).toBeVisible()
      await expect(page).toHaveTitle('Server · My Profile & Settings · Acme Files')
      await expect(page.getByRole('banner').getByText('Acme Files')).toBeVisible()
      // What stands on a page follows its language.
      const choose = async (language: string) => {
        await page.getByRole('button', { name: /^(Account of|Konto von) / }).click()
        await page.getByRole('menuitemradio', { name: language }).click()
      }
      await choose('Deutsch')
      await expect(page.getByText('Gespeichert. Ab jetzt sehen es alle.')).toBeVisible()
      await choose('English')
      await expectAccessible(page)
    })

    await test.step('it is what the form shows again, and not what was loaded first', async () => {
      await page.locator('a[href="/profile/account"]').click()
      await expect(section).toBeHidden()
      await page.locator('a[href="/profile/server"]').click()
      await expect(field('Name')).toHaveValue('Acme Files')
    })

    await test.step('the sender sees it, links and all', async () => {
      await sender.reload()
      await stranger.expectLoaded()
      await expect(sender).toHaveTitle('Upload Files for "Tax" · Acme Files')
      await expect(sender.getByText('Welcome to Acme.')).toBeVisible()
      const mark = sender.getByRole('banner').locator('img')
      await expect(mark).toHaveJSProperty('naturalWidth', 192)
      const foot = sender.getByRole('navigation', { name: 'Who runs this server' })
      for (const [name, href] of [
        ['Imprint', 'https://acme.example/imprint'],
        ['Privacy', 'https://acme.example/privacy'],
      ] as const) {
        const to = foot.getByRole('link', { name })
        await expect(to).toHaveAttribute('href', href)
        await expect(to).toHaveAttribute('rel', 'noopener noreferrer')
      }
      await expect(foot.getByRole('link', { name: 'Support' })).toHaveAttribute(
        'href',
        'mailto:help@acme.example',
      )
      const accent = () =>
        sender.evaluate(() =>
          getComputedStyle(document.documentElement).getPropertyValue('--sp-palette-primary-main'),
        )
      await sender.emulateMedia({ colorScheme: 'dark' })
      expect(await accent()).toBe('#ffcc00')
      await expectAccessible(sender)
      await sender.emulateMedia({ colorScheme: 'light' })
      expect(await accent()).not.toBe('#ffcc00')
      await expectAccessible(sender)
    })

    await test.step('so does a recovery sheet, which has the logo in itself', async () => {
      await page.getByRole('link', { name: 'Security', exact: true }).click()
      await page.getByRole('button', { name: 'Make a recovery code' }).click()
      const making = page.getByRole('dialog', { name: 'Make a recovery code' })
      await making.getByRole('textbox', { name: 'Current login password' }).fill(adminPassword)
      await making.getByRole('button', { name: 'Make the code' }).click()
      const ready = page.getByRole('dialog', { name: 'Your recovery code is ready' })
      await expect(ready.locator('img')).toHaveJSProperty('naturalWidth', 192)
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        ready.getByRole('button', { name: 'Save as HTML file' }).click(),
      ])
      const sheet = await page.context().newPage()
      await sheet.setContent(await readFile(await saved.path(), 'utf8'))
      await expect(sheet.locator('header img')).toHaveJSProperty('naturalWidth', 192)
      await expect(sheet.locator('header')).toContainText('Acme Files')
      await sheet.close()
      await ready.getByRole('button', { name: 'Done' }).click()
    })

    await test.step('a page that was kept looks as was last seen, though it is older', async () => {
      // One that was installed while the server looked like this.
      await sender.evaluate(async () => {
        for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
        for (const name of await caches.keys()) await caches.delete(name)
      })
      await sender.reload()
      await expectPrecached(sender, 'visitor')
      await api.json('PUT', '/look', { ...(await api.json<object>('GET', '/look')), name: 'Acme Post' })
      await sender.reload()
      await expect(sender).toHaveTitle(/ · Acme Post$/)
      await sender.context().setOffline(true)
      await sender.reload()
      await expect(sender).toHaveTitle(/ · Acme Post$/)
      await sender.context().setOffline(false)
    })

    await test.step('reset, after a question, it is as it comes', async () => {
      await page.getByRole('link', { name: 'Server', exact: true }).click()
      await section.getByRole('button', { name: 'Reset to default' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
      await expect(section.getByText('The appearance is as it comes.')).toBeVisible()
      await expect(field('Name')).toHaveValue('')
      await expect(page).toHaveTitle('Server · My Profile & Settings · Sealpost')
      await sender.reload()
      await expect(sender).toHaveTitle('Upload Files for "Tax" · Sealpost')
      await sender.context().setOffline(true)
      await sender.reload()
      await expect(sender).toHaveTitle(/ · Sealpost$/)
    })

    for (const one of [page, sender]) expect(await policyViolation(one)).toBe(undefined)
  },
)
