import { randomBytes } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'
import { FolderFilesPage } from './pages/folderFilesPage.ts'
import { LoginPage } from './pages/loginPage.ts'
import { sha256OfFile } from './sampleFiles.ts'
import { sha256 } from './sealing.ts'
import { adminPassword } from './server.ts'

/** As if they had run out. */
async function deleteCookies(context: BrowserContext, which: (name: string) => boolean): Promise<void> {
  const names = (await context.cookies()).map(({ name }) => name).filter(which)
  expect(names).not.toEqual([])
  for (const name of names) await context.clearCookies({ name })
}

test(
  'a download whose password has lapsed asks for it over the list, and goes on',
  { tag: '@thorough' },
  async ({ api, downloadProxy, recipient }) => {
    const password = 'TischSonne26417'
    const large = randomBytes(9_000_000)
    const stored = await api.store([
      { path: 'large.bin', content: large },
      { path: 'letter.txt', content: Buffer.from('letter') },
    ])
    const link = await api.share(stored, { password })
    const { page } = recipient
    await recipient.open(downloadProxy.through(link.url))
    await recipient.unlock(password)
    await recipient.expectFiles(2)

    downloadProxy.bytesPerSecond = 250_000
    downloadProxy.breakOffAfterBytes = 4_000_000
    const saved = await recipient.save('large.bin')
    await expect.poll(() => downloadProxy.openTransfers).toBe(1)
    await deleteCookies(page.context(), (name) => name.includes('download_'))
    await expect(recipient.row('large.bin')).toContainText('Waiting for the password')
    await expect(page.getByRole('heading', { name: 'This download is password protected.' })).toBeVisible()
    await expect(page.getByText('The server asks for the password of this link once more.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused()
    await expectAccessible(page)
    downloadProxy.stopSpoiling()

    const again = async (text: string) => {
      await page.getByRole('textbox', { name: 'Password' }).fill(text)
      await page.getByRole('button', { name: 'Continue download' }).click()
    }
    await again('something else')
    await expect(page.locator('form').getByText('Incorrect password provided.')).toBeVisible()
    await recipient.expectFiles(2)
    await again(password)
    await expect(recipient.row('large.bin')).toContainText('Verified: content and name')
    await expect(page.getByRole('button', { name: 'Continue download' })).toHaveCount(0)
    expect(await sha256OfFile(await saved.path())).toBe(sha256(large))
  },
)

test(
  'a download whose session has ended waits on the login page, and goes on for the same person',
  { tag: '@thorough' },
  async ({ account, api, page, downloadProxy }) => {
    const large = randomBytes(9_000_000)
    await api.store([{ path: 'large.bin', content: large }])
    await page.goto(`${downloadProxy.origin}/login`)
    await new LoginPage(page).enterPassword(adminPassword, account.username)
    await page.getByRole('link', { name: 'Shared' }).first().click()
    const files = new FolderFilesPage(page)

    downloadProxy.bytesPerSecond = 250_000
    downloadProxy.breakOffAfterBytes = 4_000_000
    const saved = await files.downloadFile('large.bin')
    await expect.poll(() => downloadProxy.openTransfers).toBe(1)
    await deleteCookies(page.context(), (name) => !name.includes('csrf'))
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    await expect(page.getByText('Session expired. Please login again.')).toBeVisible()
    await expect(page.getByText(/^A download waits/)).toBeVisible()
    await expectAccessible(page)
    downloadProxy.stopSpoiling()

    await new LoginPage(page).enterPassword(adminPassword, account.username)
    await expect(page.getByRole('heading', { name: 'Files in Folder: Shared' })).toBeVisible()
    // On the page, and as it is announced.
    await expect(page.getByText('saved, content and name verified').first()).toBeVisible()
    expect(await sha256OfFile(await saved.path())).toBe(sha256(large))
  },
)

test(
  'a download locks the toolbar of its own folder alone',
  { tag: '@thorough' },
  async ({ account, api, page, downloadProxy }) => {
    await api.store([{ path: 'large.bin', content: randomBytes(9_000_000) }])
    const other = await api.createFolder({ title: 'Other', perform_mime_check: false })
    await api.store([{ path: 'letter.txt', content: Buffer.from('letter') }], other)
    await page.goto(`${downloadProxy.origin}/login`)
    await new LoginPage(page).enterPassword(adminPassword, account.username)
    await page.getByRole('link', { name: 'Shared' }).first().click()
    const files = new FolderFilesPage(page)

    downloadProxy.bytesPerSecond = 300_000
    await files.downloadFile('large.bin')
    const going = page.getByRole('group', { name: 'Download in progress' }).filter({ hasText: 'large.bin' })
    await expect(going).toBeVisible()
    await expect(files.button(/^Download All/)).toBeDisabled()

    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.getByRole('link', { name: 'Other' }).first().click()
    await expect(page.getByRole('heading', { name: 'Files in Folder: Other' })).toBeVisible()
    await expect(going).toBeVisible()
    await expect(files.button(/^Download All/)).toBeEnabled()
    await files.downloadFile('letter.txt')
    await expect(page.getByText('saved, content and name verified')).toBeVisible()
    await going.getByRole('button', { name: 'Cancel' }).click()
    await expect(going).toHaveCount(0)
    await expect(page.getByText('large.bin: Download cancelled.')).toBeVisible()
  },
)
