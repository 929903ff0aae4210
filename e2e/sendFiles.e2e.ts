import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { clipboardText } from './clipboard.ts'
import { expectAccessible } from './expectAccessible.ts'
import { expectFits } from './expectFits.ts'
import { expect, test } from './fixtures.ts'
import { FolderFilesPage } from './pages/folderFilesPage.ts'
import { unlockKey } from './pages/unlockKey.ts'
import { sha256 } from './sealing.ts'
import { adminPassword } from './server.ts'

/** Files below a folder that contain a text. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const contents = await Promise.all(paths.map((path) => readFile(path)))
  return paths.filter((_, index) => contents[index]?.includes(text))
}

test.describe('sending files', () => {
  // Its whole data folder is searched.
  test.use({ ownServer: true })

  test('takes four clicks from the overview to a copied link, and the server learns no name', async ({
    admin,
    server,
    recipient,
    workDir,
  }) => {
    const { page } = admin
    await page.context().grantPermissions(['clipboard-write'])
    const content = randomBytes(300_000)
    const path = join(workDir, 'canary-report.pdf')
    await writeFile(path, content)
    await admin.createFolder('Asked for')
    await admin.goTo()
    await admin.unlock()

    let clicks = 0
    const click = async (target: Locator) => {
      clicks++
      await target.click()
    }
    await click(page.getByRole('link', { name: 'Send files' }))
    await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible()
    await expectAccessible(page)
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      click(page.getByRole('button', { name: 'Choose files' })),
    ])
    await chooser.setFiles(path)
    await expect(page.getByText('canary-report.pdf')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Message').fill('The report of this year.')
    await click(page.getByRole('button', { name: 'Create link' }))
    const ready = page.getByRole('dialog', { name: 'Download Link Ready' })
    await expect(ready.getByRole('button', { name: 'Write e-mail' })).toBeVisible()
    await expectAccessible(page)
    await click(ready.getByRole('button', { name: 'Copy', exact: true }))
    await expect(ready.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(clicks).toBeLessThanOrEqual(4)
    await ready.getByText('Show QR code').click()
    await expect(ready.getByRole('img', { name: 'QR code of the download link' })).toBeVisible()

    await recipient.open(await clipboardText(page))
    await recipient.expectFiles(2)
    await recipient.page.getByRole('button', { name: 'Read Message.txt' }).click()
    const message = recipient.page.getByRole('dialog', { name: 'Message', exact: true })
    await expect(message.getByText('The report of this year.')).toBeVisible()
    await expectAccessible(recipient.page)
    await message.getByRole('button', { name: 'Close' }).click()
    const saved = await recipient.save('canary-report.pdf')
    expect(sha256(await readFile(await saved.path()))).toBe(sha256(content))
    expect(await filesWith(server.dataDir, 'canary-report')).toEqual([])
    expect(await filesWith(server.dataDir, 'The report of this year')).toEqual([])
    expect(server.log).not.toContain('canary-report')

    await ready.getByRole('button', { name: 'Done', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Sent' })).toBeVisible()
    const sent = page.getByRole('list', { name: 'Download links' })
    await expect(sent.getByRole('listitem')).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Without a link' })).toHaveCount(0)

    // Another file, under the same address.
    const added = randomBytes(200_000)
    const addedPath = join(workDir, 'canary-annex.pdf')
    await writeFile(addedPath, added)
    // Titles are the server's word: it is chosen where its names are shown, which this device knows.
    await expect(sent).toContainText('canary-report.pdf')
    await sent.getByRole('button', { name: 'Copy Link' }).click()
    await expect(sent.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await clipboardText(page)).toBe(recipient.page.url())
    await page.getByRole('button', { name: 'Key open' }).click()
    await expect(sent.getByText('Name locked').first()).toBeVisible()
    await expect(sent.getByRole('link', { name: 'Add files' })).toHaveCount(0)
    await expect(sent.getByRole('button', { name: 'Copy Link' })).toHaveCount(0)
    await admin.unlock()
    await sent.getByRole('link', { name: 'Add files' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Add to Download Link' })).toBeVisible()
    await expect(page.getByText('Recipients find the files at the same address')).toBeVisible()
    await expect(page.getByLabel('Message')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Add to link' })).toBeDisabled()
    await page.locator('input[type=file]').first().setInputFiles(addedPath)
    await expectAccessible(page)
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expectFits(page)
    }
    // A server that holds back what this page has sent gets nothing into the link.
    const list = /\/api\/folders\/\d+\/files(\?|$)/
    await page.route(list, async (route) => {
      const response = await route.fetch()
      const records = (await response.json()) as unknown[]
      await route.fulfill({ response, json: records.slice(0, 2) })
    })
    await page.getByRole('button', { name: 'Add to link' }).click()
    await expect(page.getByText('The server shows other files than you have sent.')).toBeVisible()
    await expectAccessible(page)
    await page.unroute(list)
    await page.getByRole('button', { name: 'Add to link' }).click()
    await expect(page.getByRole('heading', { name: 'Sent' })).toBeVisible()
    await expect(page.getByText('The files were added to the link.')).toBeVisible()
    await expect(sent.getByRole('listitem')).toContainText('Files3')
    await recipient.page.reload()
    await recipient.expectFiles(3)
    for (const [name, bytes] of [
      ['canary-report.pdf', content],
      ['canary-annex.pdf', added],
    ] as const)
      expect(sha256(await readFile(await (await recipient.save(name)).path()))).toBe(sha256(bytes))
    expect(await filesWith(server.dataDir, 'canary-annex')).toEqual([])

    await page.getByRole('link', { name: 'Folders', exact: false }).first().click()
    await expect(admin.row('Asked for')).toBeVisible()
    await expect(page.getByRole('link', { name: /^Sent \S/ })).toHaveCount(0)
  })
})

test(
  'an upload that a reload interrupts is finished from the list of what was sent, and can be deleted',
  { tag: '@thorough' },
  async ({ admin, workDir }) => {
    const { page } = admin
    const path = join(workDir, 'film.bin')
    await writeFile(path, randomBytes(2_000_000))
    await page.goto('/send')
    await page.route(/\/api\/upload\/[^/]+$/, () => undefined)
    await page.locator('input[type=file]').first().setInputFiles(path)
    const sending = page.waitForRequest(
      (one) => one.method() === 'POST' && /\/upload\/[^/]+$/.test(one.url()),
    )
    await page.getByRole('button', { name: 'Create link' }).click()
    await unlockKey(page)
    await sending
    await page.getByRole('link', { name: /^Folders/ }).click()
    const question = page.getByRole('dialog', { name: 'Stop the upload?' })
    await expect(question).toContainText('Sent')
    await question.getByRole('button', { name: 'Cancel' }).click()
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.unrouteAll({ behavior: 'ignoreErrors' })

    await page.goto('/sent')
    const unfinished = page.getByRole('region', { name: 'Without a link' })
    await expectAccessible(page)
    await unfinished.getByRole('link', { name: /^Sent / }).click()
    const files = new FolderFilesPage(page)
    await expect(page.getByText('This folder is empty.')).toBeVisible()
    await expect(page.getByRole('button', { name: /Copy Upload Link/i })).toHaveCount(0)
    await expect(page.getByText('Inactive')).toHaveCount(0)
    await page.getByRole('banner').getByRole('button', { name: 'Key locked' }).click()
    await unlockKey(page)
    await expect(page.getByRole('heading', { name: 'Continue your upload?' })).toBeVisible()
    await expectAccessible(page)
    await page.locator('input[data-own-upload="files"]').setInputFiles(path)
    await expect(files.row('film.bin')).toContainText('uploaded by you')

    await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
    await page.getByRole('dialog', { name: 'Delete Folder' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { name: 'Sent', exact: true })).toBeVisible()
    await expect(unfinished).toHaveCount(0)
  },
)

test('no link is made of a file that the server puts in the place of another', async ({
  admin,
  api,
  workDir,
}) => {
  const { page } = admin
  const path = join(workDir, 'mine.txt')
  await writeFile(path, 'mine')
  await api.createFolder({ title: 'Other' })
  await page.goto('/send')
  await page.locator('input[type=file]').first().setInputFiles(path)
  await page.route(/\/api\/folders\/\d+\/files\?/, async (route) => {
    const answer = await route.fetch()
    const rows = (await answer.json()) as { id: number }[]
    await route.fulfill({ response: answer, json: rows.map((row) => ({ ...row, id: row.id + 1000 })) })
  })
  await page.getByRole('button', { name: 'Create link' }).click()
  await unlockKey(page)
  await expect(page.getByText('The server shows other files than you have sent.')).toBeVisible()
  await page.unrouteAll()
  // Nothing is lost by it.
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('dialog', { name: 'Download Link Ready' })).toBeVisible()
})

test.describe('on a phone, in German', () => {
  test.use({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
    locale: 'de-DE',
    colorScheme: 'dark',
  })

  test('all of it fits, and failed files are tried again by the same button', async ({ admin, workDir }) => {
    const { page } = admin
    const path = join(workDir, 'Bericht.pdf')
    await writeFile(path, 'Bericht')
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Dateien senden' }).tap()
    await expect(page.getByRole('heading', { name: 'Dateien senden' })).toBeVisible()
    await expectFits(page)
    await page.locator('input[type=file]').first().setInputFiles(path)
    await page.route('**/api/upload/**', (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 400, json: { detail: 'Not now.' } }),
    )
    await page.getByRole('checkbox', { name: 'Passwortschutz' }).tap()
    await expectFits(page)
    await page.getByRole('button', { name: 'Link erstellen' }).tap()
    await page.getByRole('textbox', { name: /^Login-Passwort|^Anmeldepasswort/ }).fill(adminPassword)
    await page.getByRole('button', { name: 'Entsperren', exact: true }).tap()
    await page.getByRole('button', { name: 'Weiter' }).tap()
    const again = page.getByRole('button', { name: 'Erneut versuchen' })
    await expect(again).toBeVisible({ timeout: 60_000 })
    await expectFits(page)
    await expectAccessible(page)
    await page.unrouteAll()
    await again.tap()
    const ready = page.getByRole('dialog', { name: 'Der Download-Link ist fertig' })
    await expect(ready).toBeVisible({ timeout: 60_000 })
    await expectFits(page)
    await expectAccessible(page)
  })
})
