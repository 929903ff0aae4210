import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { clipboardText } from './clipboard.ts'
import { FaultyProxy } from './faultyProxy.ts'
import { expect, test } from './fixtures.ts'
import { hashesOfArchive } from './hashesOfArchive.ts'
import { DashboardPage } from './pages/dashboardPage.ts'
import { DownloadPage } from './pages/downloadPage.ts'
import { UploadPage } from './pages/uploadPage.ts'
import { makeVideoFolder, sha256OfFile } from './sampleFiles.ts'
import { sha256 } from './sealing.ts'

const MiB = 1024 * 1024

/** Counts what a person presses, by task. */
class Presses {
  readonly counts: Record<string, number> = {}
  #task = ''
  readonly #byTouch: boolean

  constructor(byTouch = false) {
    this.#byTouch = byTouch
  }

  begin(task: string): void {
    this.#task = task
    this.counts[task] = 0
  }

  on = async (target: Locator): Promise<void> => {
    this.counts[this.#task] = (this.counts[this.#task] ?? 0) + 1
    await (this.#byTouch ? target.tap() : target.click())
  }

  async choose(page: Page, button: Locator, paths: string | string[]): Promise<void> {
    const choosing = page.waitForEvent('filechooser')
    await this.on(button)
    await (await choosing).setFiles(paths)
  }
}

/** Each deed takes at most so many presses, with nothing asked in between but what the person wants to say. */
test(
  'a day of four people: a client on a phone, a tax adviser, a recipient and a photographer',
  { tag: '@thorough' },
  async ({ browser, account, server, stranger, workDir, baseURL }) => {
    const paths: Record<string, string> = {}
    for (const name of ['photo 1.jpg', 'photo 2.jpg', 'report.pdf']) {
      const path = join(workDir, name)
      await writeFile(path, randomBytes(200_000))
      paths[name] = path
    }
    const at = { ...(baseURL !== undefined && { baseURL }), acceptDownloads: true }
    const laptop = await browser.newContext({ ...at, permissions: ['clipboard-read', 'clipboard-write'] })
    const page = await laptop.newPage()
    const adviser = new DashboardPage(page)
    const presses = new Presses()
    const button = (name: string | RegExp) => page.getByRole('button', { name })

    await test.step('the adviser signs in, which opens the key, and hands out a link', async () => {
      presses.begin('sign in')
      await page.goto('/login')
      await page.getByRole('textbox', { name: 'Username' }).fill(account.username)
      await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
      await presses.on(button('Sign In'))
      await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
      presses.begin('make a folder and copy its link')
      await presses.on(page.getByRole('link', { name: '+ Create New Folder' }))
      await page.getByLabel('Title').fill('Familie Berger')
      await presses.on(button('Create folder'))
      await presses.on(adviser.row('Familie Berger').getByRole('button', { name: 'Copy Link' }))
      await expect(adviser.row('Familie Berger').getByRole('button', { name: 'Copied' })).toBeVisible()
    })
    const uploadLink = await clipboardText(page)

    await test.step('the client sends two photos and a message, by touch', async () => {
      const phone = await browser.newContext({
        ...at,
        ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      })
      const client = await new UploadPage(await phone.newPage()).open(uploadLink)
      await client.expectReady()
      const taps = new Presses(true)
      const tapOn = (name: string | RegExp) => taps.on(client.page.getByRole('button', { name }))
      taps.begin('send photos and a message')
      const choose = client.page.locator('button').getByText('Choose photos or files', { exact: true })
      await taps.choose(client.page, choose, [paths['photo 1.jpg'] ?? '', paths['photo 2.jpg'] ?? ''])
      await tapOn('Write a message')
      await client.page.getByRole('dialog').getByLabel('Message').fill('Our receipts.')
      await tapOn('Add')
      await tapOn(/^Upload \d/)
      await client.expectAllReceived(3)
      expect(taps.counts).toEqual({ 'send photos and a message': 4 })
      await phone.close()
    })

    await test.step('the adviser has them with one press, and reads the message with two', async () => {
      // Within the page: a lone tab that is reloaded forgets the key.
      await page.getByRole('link', { name: 'Sent', exact: true }).click()
      await page.getByRole('link', { name: 'Sealpost, to the start page' }).click()
      const row = page.getByRole('region', { name: 'New', exact: true }).getByRole('listitem')
      await expect(row).toContainText('3 new files')
      presses.begin('download a delivery')
      const saving = page.waitForEvent('download')
      await presses.on(row.getByRole('button', { name: 'Download all' }))
      const hashes = await hashesOfArchive(await (await saving).path())
      expect(hashes.get('photo 2.jpg')).toBe(await sha256OfFile(paths['photo 2.jpg'] ?? ''))
      expect(hashes.get('Message.txt')).toBe(sha256(Buffer.from('Our receipts.')))
      presses.begin('read a message')
      await presses.on(page.getByRole('table').getByRole('link', { name: 'Familie Berger' }))
      await presses.on(button('Read Message.txt'))
      await expect(page.getByRole('dialog')).toContainText('Our receipts.')
      await page.keyboard.press('Escape')
      presses.begin('delete a file, and take it back')
      await presses.on(adviser.files.checkbox('photo 1.jpg'))
      await presses.on(button('Delete Selected'))
      await presses.on(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
      await presses.on(button('Undo'))
      await expect(adviser.files.row('photo 1.jpg')).toBeVisible()
    })

    await test.step('the adviser sends a report in one step', async () => {
      await page.getByRole('link', { name: 'Sealpost, to the start page' }).click()
      presses.begin('send a file')
      await presses.on(page.getByRole('link', { name: 'Send files' }))
      await presses.choose(page, button('Choose files'), paths['report.pdf'] ?? '')
      await page.getByLabel('Message').fill('The report of this year.')
      await presses.on(button('Create link'))
      const ready = page.getByRole('dialog', { name: 'Download Link Ready' })
      await presses.on(ready.getByRole('button', { name: 'Copy', exact: true }))
      await expect(ready.getByRole('button', { name: 'Copied' })).toBeVisible()
    })
    const downloadLink = await clipboardText(page)

    await test.step('the recipient reads the message and saves both', async () => {
      const context = await browser.newContext(at)
      const recipient = await new DownloadPage(await context.newPage()).open(downloadLink)
      await recipient.expectFiles(2)
      const clicks = new Presses()
      clicks.begin('read the message')
      await clicks.on(recipient.page.getByRole('button', { name: 'Read Message.txt' }))
      await expect(recipient.page.getByRole('dialog')).toContainText('The report of this year.')
      await recipient.page.keyboard.press('Escape')
      clicks.begin('save everything')
      const saving = recipient.page.waitForEvent('download')
      await clicks.on(recipient.page.getByRole('button', { name: 'Download All as ZIP' }))
      const hashes = await hashesOfArchive(await (await saving).path())
      expect(hashes.get('report.pdf')).toBe(await sha256OfFile(paths['report.pdf'] ?? ''))
      expect(clicks.counts).toEqual({ 'read the message': 1, 'save everything': 1 })
      await context.close()
    })

    await test.step('the adviser sees who fetched it, and gives the link another week', async () => {
      await page.getByRole('dialog').getByRole('button', { name: 'Done', exact: true }).click()
      const sent = page.getByRole('list', { name: 'Download links' }).getByRole('listitem')
      presses.begin('extend a link')
      await presses.on(sent.getByRole('button', { name: '+7 days' }))
      await expect(page.getByText('The link is valid until')).toBeVisible()
      presses.begin('who fetched it')
      await presses.on(sent.getByRole('link', { name: /^Sent / }))
      await presses.on(button('Show history'))
      await expect(page.getByRole('list', { name: 'What happened' })).toContainText('report.pdf')
    })

    await test.step('the photographer goes on with one press after the tab was closed', async () => {
      const proxy = await FaultyProxy.start(server.origin)
      const folder = join(workDir, 'shoot')
      await makeVideoFolder(folder, 18 * MiB)
      await stranger.open(proxy.through(uploadLink))
      const clicks = new Presses()
      clicks.begin('send a folder')
      const choose = stranger.page.locator('button').getByText('Choose folder', { exact: true })
      await clicks.choose(stranger.page, choose, folder)
      const held = proxy.holdAt(30 * MiB)
      await clicks.on(stranger.page.getByRole('button', { name: /^Upload \d/ }))
      await held
      await stranger.reload()
      proxy.resume()
      clicks.begin('go on with it')
      await clicks.choose(stranger.page, choose, folder)
      const goOn = stranger.page.getByRole('button', { name: /^Continue with \d+ files?$/ })
      if (await goOn.isVisible()) await clicks.on(goOn)
      await expect(stranger.page.getByText(/Upload successful!/).first()).toBeVisible({ timeout: 60_000 })
      expect(clicks.counts).toEqual({ 'send a folder': 2, 'go on with it': 1 })
      await proxy.stop()
    })

    expect(presses.counts).toEqual({
      'sign in': 1,
      'make a folder and copy its link': 3,
      'download a delivery': 1,
      'read a message': 2,
      'delete a file, and take it back': 4,
      'send a file': 4,
      'extend a link': 1,
      'who fetched it': 2,
    })
    await laptop.close()
  },
)
