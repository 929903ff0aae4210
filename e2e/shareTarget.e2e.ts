import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { clipboardText } from './clipboard.ts'
import { expectPrecached } from './expectPrecached.ts'
import { expect, test } from './fixtures.ts'
import { LoginPage } from './pages/loginPage.ts'
import { sha256 } from './sealing.ts'

/** As the system does when files are shared to the installed application. */
async function share(page: Page, paths: readonly string[]): Promise<void> {
  await page.evaluate(() => {
    const form = document.createElement('form')
    Object.assign(form, {
      method: 'post',
      action: '/share-target',
      enctype: 'multipart/form-data',
      id: 'share',
    })
    form.append(
      Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true }),
    )
    document.body.append(form)
  })
  await page.locator('#share input').setInputFiles([...paths])
  await page.evaluate(() => (document.getElementById('share') as HTMLFormElement).submit())
}

test.describe('files that are shared to the installed application', () => {
  test.use({ ownServer: true })

  test('wait in Send files, after a sign-in, too, and reach the server encrypted alone', async ({
    admin,
    account,
    server,
    recipient,
    workDir,
  }) => {
    const { page } = admin
    await page.context().grantPermissions(['clipboard-write'])
    const path = join(workDir, 'photo.jpg')
    await writeFile(path, 'canary of a photo')
    await admin.goTo()
    await expectPrecached(page, 'all')
    await page.context().clearCookies()
    await share(page, [path])
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    await new LoginPage(page).enterPassword(account.password, account.username)
    await expect(page.getByRole('heading', { name: 'Send files' })).toBeVisible()
    await expect(page).toHaveURL(/\/send\b/)
    await expect(page.getByText('photo.jpg')).toBeVisible()
    await page.getByRole('button', { name: 'Create link' }).click()
    const ready = page.getByRole('dialog', { name: 'Download Link Ready' })
    await ready.getByRole('button', { name: 'Copy', exact: true }).click()
    await recipient.open(await clipboardText(page))
    const saved = await recipient.save('photo.jpg')
    expect(sha256(await readFile(await saved.path()))).toBe(sha256(Buffer.from('canary of a photo')))
    expect(server.log).not.toContain('share-target')
  })
})

test('files that a server gets because there is no service worker are not read, and the page says so', async ({
  browser,
  admin,
  baseURL,
  workDir,
}) => {
  const path = join(workDir, 'photo.jpg')
  await writeFile(path, 'a photo')
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    serviceWorkers: 'block',
    storageState: await admin.page.context().storageState(),
  })
  const page = await context.newPage()
  await page.goto('/dashboard')
  await share(page, [path])
  await expect(page.getByText('The files were not handed over.')).toBeVisible()
  await expect(page.getByText('photo.jpg')).toHaveCount(0)
  await context.close()
})
