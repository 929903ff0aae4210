import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { writeRandomFile } from './sampleFiles.ts'

const unloadable = /^A part of the application could not be loaded\./

test(
  'an upload page keeps chosen files if a part on request cannot be loaded',
  { tag: '@thorough' },
  async ({ admin, stranger, workDir }) => {
    const { page } = stranger
    const link = await admin.createFolder('Missing parts')
    const file = join(workDir, 'chosen.bin')
    await writeRandomFile(file, 1000)
    await stranger.open(link)
    await stranger.drop([file])
    await stranger.expectQueued(1)
    // What a drop loads ahead is there.
    await page.waitForLoadState('networkidle')
    const scripts = /\/assets\/[^/]+\.js$/
    await page.route(scripts, (route) => route.abort())

    await page.getByText('Your files are end-to-end encrypted').click()
    await expect(page.getByText(unloadable)).toHaveCount(1)
    const help = page.getByText('Help', { exact: true })
    await expect(help).toBeVisible()
    await help.click()
    await expect(page.getByText(unloadable)).toHaveCount(2)

    await page.unroute(scripts)
    await stranger.startUpload()
    await stranger.expectAllReceived(1)
  },
)

test(
  'a part that could not be loaded is loaded when it is next needed',
  { tag: '@thorough' },
  async ({ admin: { page } }) => {
    const part = /\/assets\/PasskeyUnlock-[^/]*\.js$/
    await page.route(part, (route) => route.abort())
    await page.goto('/profile/security')
    const show = page.getByRole('button', { name: 'Show fingerprint' })
    await show.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(unloadable)).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()

    await page.unroute(part)
    await show.click()
    await expect(dialog.getByRole('textbox', { name: 'Login password' })).toBeVisible()
    await expect(dialog.getByText(unloadable)).toBeHidden()
  },
)
