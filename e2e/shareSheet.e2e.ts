import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'
import { FolderFilesPage } from './pages/folderFilesPage.ts'
import { sha256 } from './sealing.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

interface ShareSheet {
  /** Name of the error with which the sheet ends; null if it takes the file. */
  fails: string | null
  sharedFiles: { name: string; type: string; sha256: string }[]
}
type WindowWithSheet = typeof window & { sheet: ShareSheet }

/** Puts a share sheet in place of the system's, which notes what it gets. */
const stubShareSheet = (page: Page) =>
  page.addInitScript(() => {
    const sheet: ShareSheet = { fails: null, sharedFiles: [] }
    ;(window as WindowWithSheet).sheet = sheet
    navigator.canShare = ({ files = [] } = {}) => files.length > 0
    navigator.share = async ({ files = [] } = {}) => {
      if (sheet.fails !== null) throw new DOMException('', sheet.fails)
      for (const file of files) {
        const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
        const sha256 = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
        sheet.sharedFiles.push({ name: file.name, type: file.type, sha256 })
      }
    }
  })

const failSharingWith = (page: Page, error: string | null) =>
  page.evaluate((name) => void ((window as WindowWithSheet).sheet.fails = name), error)

const sharedFilesOf = (page: Page) => page.evaluate(() => (window as WindowWithSheet).sheet.sharedFiles)

/** Names of temporary files of opened downloads. */
const temporaryFiles = (page: Page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const names: string[] = []
    for await (const name of (await root.getDirectoryHandle('downloads', { create: true })).keys())
      names.push(name)
    return names
  })

test('a recipient shares a file by the sheet of a phone', async ({ api, recipient }) => {
  const { page } = recipient
  const photo = randomBytes(3_000_000)
  const link = await api.share(
    await api.store([
      { path: 'Urlaub/Foto 1.jpg', content: photo },
      { path: 'Urlaub/setup.exe', content: randomBytes(1000) },
    ]),
  )
  await stubShareSheet(page)
  await recipient.open(link)
  await recipient.expectFiles(2)
  await expectAccessible(page)
  const row = recipient.row('Foto 1.jpg')
  const share = row.getByRole('button', { name: /^Share\.\.\. / })
  await expect(recipient.row('setup.exe').getByRole('button', { name: /^Share/ })).toHaveCount(0)

  await test.step('the sheet closed without a choice is no failure', async () => {
    await failSharingWith(page, 'AbortError')
    await share.click()
    await expect(share).toBeVisible()
    await expect(row.getByRole('button', { name: /^Download / })).toBeEnabled()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect.poll(() => temporaryFiles(page)).toEqual([])
  })

  await test.step('a press that is too long ago is asked for again', async () => {
    await failSharingWith(page, 'NotAllowedError')
    await share.click()
    const ready = row.getByRole('button', { name: /^Ready: Share / })
    await expect(ready).toBeEnabled()
    await expect(ready).toBeFocused()
    await expectAccessible(page)
    expect(await temporaryFiles(page)).toHaveLength(1)
    await failSharingWith(page, null)
    await ready.click()
    await expect(row.getByText('Verified ✓')).toBeVisible()
    expect(await sharedFilesOf(page)).toEqual([
      { name: 'Foto 1.jpg', type: 'image/jpeg', sha256: sha256(photo) },
    ])
    await expect.poll(() => temporaryFiles(page)).toEqual([])
  })

  await test.step('a file that the browser does not share is to be downloaded', async () => {
    await failSharingWith(page, 'NotAllowedError')
    await share.click()
    await row.getByRole('button', { name: /^Ready: Share / }).click()
    await expect(row.getByText('This browser does not share the file.')).toBeVisible()
    await expect.poll(() => temporaryFiles(page)).toEqual([])
  })
})

test('a file that was cancelled in the middle leaves nothing behind', async ({
  api,
  recipient,
  downloadProxy,
}) => {
  const { page } = recipient
  const link = await api.share(await api.store([{ path: 'film.mp4', content: randomBytes(9_000_000) }]))
  await stubShareSheet(page)
  // Later pieces never come: the download is in the middle for as long as it takes.
  downloadProxy.stallAfterBytes = 6_000_000
  await recipient.open(downloadProxy.through(link.url))
  await recipient.expectFiles(1)
  const row = recipient.row('film.mp4')
  await row.getByRole('button', { name: /^Share/ }).click()
  await expect.poll(() => temporaryFiles(page)).toHaveLength(1)
  await row.getByRole('button', { name: /^Cancel/ }).click()
  await expect(row.getByRole('button', { name: /^Share/ })).toBeVisible()
  await expect.poll(() => temporaryFiles(page)).toEqual([])
  expect(await sharedFilesOf(page)).toEqual([])
})

test('a file that was damaged is not shared', async ({ api, recipient, downloadProxy }) => {
  const { page } = recipient
  const link = await api.share(await api.store([{ path: 'note.txt', content: randomBytes(200_000) }]))
  await stubShareSheet(page)
  downloadProxy.spoilFile = (_, sealed) =>
    sealed.map((byte, index) => (index === 100_000 ? byte ^ 1 : byte)) as Buffer
  await recipient.open(downloadProxy.through(link.url))
  await recipient.expectFiles(1)
  await recipient
    .row('note.txt')
    .getByRole('button', { name: /^Share/ })
    .click()
  await expect(recipient.row('note.txt').getByRole('button', { name: /^Failed / })).toBeVisible()
  expect(await sharedFilesOf(page)).toEqual([])
  await expect.poll(() => temporaryFiles(page)).toEqual([])
})

test('an owner shares a file of a folder once the key is open', async ({ admin, api }) => {
  const { page } = admin
  const text = Buffer.from('A plan.')
  await api.store([{ path: 'plan.txt', content: text }])
  await stubShareSheet(page)
  await admin.goTo()
  const files: FolderFilesPage = await admin.openFolder('Shared')
  await expect(files.row('plan.txt')).toBeVisible()
  await expect(files.button('Share plan.txt')).toHaveCount(0)
  await files.unlock()
  await files.button('Share plan.txt').click()
  await expect(page.getByText(/7\sB shared, content and name verified/)).toBeVisible()
  expect(await sharedFilesOf(page)).toEqual([{ name: 'plan.txt', type: 'text/plain', sha256: sha256(text) }])
  await expectAccessible(page)

  await failSharingWith(page, 'NotAllowedError')
  await files.button('Share plan.txt').click()
  await expect(files.button('Ready: Share')).toBeVisible()
  await failSharingWith(page, null)
  await files.button('Ready: Share').click()
  await expect.poll(() => sharedFilesOf(page)).toHaveLength(2)
  await expect.poll(() => temporaryFiles(page)).toEqual([])
  await expect(files.row('plan.txt').getByText('never')).toHaveCount(0)
})
