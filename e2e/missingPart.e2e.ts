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

test('an upload does not start without what its end needs', async ({ admin, stranger, workDir }) => {
  const { page } = stranger
  const file = join(workDir, 'chosen.bin')
  await writeRandomFile(file, 1000)
  await page.route(/\/assets\/FinishedPanel-[^/]*\.js$/, (route) => route.abort())
  await stranger.open(await admin.createFolder('Missing end'))
  await stranger.chooseFiles([file])
  await stranger.expectQueued(1)
  await stranger.startUpload()
  await expect(page.getByText('A part of the application could not be loaded.').first()).toBeVisible()
  await stranger.expectQueued(1)
})

test('what has arrived is shown with its receipt where the end of an upload cannot be drawn', async ({
  admin,
  stranger,
  workDir,
}) => {
  const { page } = stranger
  const file = join(workDir, 'chosen.bin')
  await writeRandomFile(file, 1000)
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- It is called with the element.
    const { focus } = HTMLElement.prototype
    HTMLElement.prototype.focus = function (options) {
      if (this.textContent === '1 file sent') throw new Error('This cannot be drawn.')
      focus.call(this, options)
    }
  })
  await stranger.open(await admin.createFolder('Broken end'))
  await stranger.chooseFiles([file])
  await stranger.expectQueued(1)
  await stranger.startUpload()
  await expect(page.getByText('This cannot be drawn.').first()).toBeVisible()
  await expect(
    page
      .getByRole('status')
      .getByText(/1 .*(received|sent|stored)/i)
      .first(),
  ).toBeVisible()
  const [receipt] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download receipt' }).click(),
  ])
  expect(receipt.suggestedFilename()).toMatch(/\.txt$/)
})
