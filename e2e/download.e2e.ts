import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Link } from './adminApi.ts'
import { expectAccessible } from './expectAccessible.ts'
import { expect, test } from './fixtures.ts'
import { abortRequests } from './interceptedRequests.ts'
import { DownloadPage } from './pages/downloadPage.ts'
import { hashesOfArchive } from './hashesOfArchive.ts'
import { sha256OfFile } from './sampleFiles.ts'
import { sha256 } from './sealing.ts'
import type { TestServer } from './server.ts'

const letterContent = Buffer.from('a letter')
const archiveContent = randomBytes(700_000)
const files = [
  { path: 'letter.txt', content: letterContent },
  { path: 'Bilder/Größe.bin', content: archiveContent },
]

test('a public link gives its files one by one and as an archive, and each is verified', async ({
  api,
  recipient,
  server,
}) => {
  const link = await api.share(await api.store(files))
  const { page } = recipient
  await recipient.open(link)
  await recipient.expectFiles(2)
  await expectAccessible(page)

  const seen = await recipient.recordButtonTexts('letter.txt')
  const letter = await recipient.save('letter.txt')
  expect(letter.suggestedFilename()).toBe('letter.txt')
  expect(await readFile(await letter.path())).toEqual(letterContent)
  await expect(recipient.row('letter.txt')).toContainText('Verified: content and name')
  // 'Done!' clears after 3 s; what was verified stays.
  await expect(recipient.row('letter.txt').getByText('Done!')).toBeHidden()
  expect(await seen()).toEqual([
    'Download',
    'Starting...',
    'Downloading...',
    'Decrypting...',
    'Done!',
    'Download',
  ])
  await expect(recipient.row('letter.txt')).toContainText('Verified')

  const toast = page.locator('.notistack-Snackbar, [class*=notistack]').getByText('Download complete.')
  // It is there for 3 s, from before the archive is read.
  const toastShown = toast.first().waitFor()
  const archive = await recipient.saveAll()
  expect(archive.suggestedFilename()).toBe('download-archive.zip')
  expect(await hashesOfArchive(await archive.path())).toEqual(
    new Map([
      ['letter.txt', sha256(letterContent)],
      ['Bilder/Größe.bin', sha256(archiveContent)],
    ]),
  )
  // It keeps the focus while it runs, and when it has ended.
  await expect(page.getByRole('button', { name: 'Download All as ZIP' })).toBeFocused()
  await toastShown
  await expect(toast).toHaveCount(0)
  await expect(recipient.row('Größe.bin')).toContainText('Verified')
  await expectAccessible(page)
  // It is said once.
  await expect(page.getByText('Download complete.')).toHaveCount(0)

  const folder = await recipient.saveFolder('Bilder')
  expect(folder.suggestedFilename()).toBe('Bilder.zip')
  expect(await hashesOfArchive(await folder.path())).toEqual(
    new Map([['Bilder/Größe.bin', sha256(archiveContent)]]),
  )

  // A single file has no archive.
  await recipient.open(await api.share(await api.store(files.slice(0, 1))))
  await recipient.expectFiles(1)
  await expect(page.getByRole('button', { name: 'Download All as ZIP' })).toHaveCount(0)
  expect(server.log).not.toContain(link.token)
})

test('a link with a password opens with it alone, and sends it to nobody', async ({
  api,
  recipient,
  server,
}) => {
  const password = 'TischSonne26417'
  const link = await api.share(await api.store(files), { password })
  const { page } = recipient
  const sent: string[] = []
  page.context().on('request', (request) => {
    sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`)
  })
  await recipient.open(link)
  await expect(page.getByRole('heading', { name: 'This download is password protected.' })).toBeVisible()
  await expectAccessible(page)

  await recipient.unlock('something else')
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await expect(page.locator('form').getByText('Incorrect password provided.')).toBeVisible()
  await expectAccessible(page)
  await recipient.unlock(password)
  await recipient.expectFiles(2)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const letter = await recipient.save('letter.txt')
  expect(await readFile(await letter.path())).toEqual(letterContent)
  const archive = await recipient.saveAll()
  expect((await hashesOfArchive(await archive.path())).size).toBe(2)

  expect(sent.some((request) => request.includes('verify-password'))).toBe(true)
  expect(sent.filter((request) => request.includes(password))).toEqual([])
  expect(server.log).not.toContain(password)
})

test('the keys of a link open its files in both forms, as %23 and pasted, are missed, and are sent nowhere', async ({
  api,
  recipient,
  server,
  browser,
}) => {
  const stored = await api.store(files)
  const long = await api.share(stored)
  const short = await api.share(stored, { short: true })
  expect(short.fragment).toMatch(/^\*:.{44}$/)
  const { page } = recipient
  const sent: string[] = []
  page.context().on('request', (request) => {
    sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`)
  })
  for (const link of [long, short]) {
    await recipient.open(link)
    await recipient.expectFiles(2)
    const letter = await recipient.save('letter.txt')
    expect(await readFile(await letter.path())).toEqual(letterContent)
    expect(page.url()).toBe(link.url)
    await page.reload()
    await recipient.expectFiles(2)
  }

  const bare = short.url.replace(/#.*/, '')
  const missing =
    'Decryption keys are missing from the link. The link is incomplete or was copied incorrectly.'
  await recipient.open(bare)
  await expect(page.getByRole('alert')).toHaveText(`Error: ${missing}`)
  await expectAccessible(page)
  const box = page.getByRole('textbox', { name: 'Whole link' })
  const open = page.getByRole('button', { name: 'Open files' })
  await box.fill('*:abc')
  await open.click()
  await expect(page.getByRole('alert')).toHaveText('Error: No valid decryption keys found in the link.')
  await expect(box).toHaveValue('*:abc')
  await expect(open).toBeFocused()
  await box.fill(`${server.origin}/download/${long.token}#${long.fragment}`)
  await open.click()
  await expect(page.getByRole('alert')).toHaveText('Error: This is the link of another download.')
  await box.fill(` ${short.url}\n`)
  await open.click()
  await recipient.expectFiles(2)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(page.url()).toBe(short.url)

  // One of two keys: the other file says so.
  const [first = ''] = long.fragment.split(',')
  await recipient.open(`${long.url.replace(/#.*/, '')}#${first}`)
  await recipient
    .row('Größe.bin')
    .getByRole('button', { name: /^Download/ })
    .click()
  await expect(recipient.row('Größe.bin')).toContainText('Decryption key for "Größe.bin" not found.')
  await expect(recipient.row('Größe.bin').getByText('Failed')).toBeVisible()
  await recipient.saveAll()
  await expect(page.getByText('Download complete, but 1 files failed.').first()).toBeVisible()

  // No canary of the keys where it must not be.
  const secrets = [long, short].flatMap(({ fragment }) =>
    fragment.split(',').map((pair) => pair.split(':')[1] ?? ''),
  )
  const kept = await page.evaluate(async () => {
    const caches_ = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    )
    return JSON.stringify([
      Object.entries(sessionStorage),
      Object.entries(localStorage),
      document.cookie,
      caches_.flat().map(({ url }) => url),
      await indexedDB.databases(),
    ])
  })
  const places = [...sent, kept, server.log]
  for (const secret of secrets) {
    const shapes = [secret, encodeURIComponent(secret), secret.replace(/=+$/, '')]
    for (const shape of shapes) expect(places.filter((place) => place.includes(shape))).toEqual([])
  }

  // '#' rewritten to '%23': the keys were in the request; the page opens, says so, and mends the address.
  const context = await browser.newContext({ baseURL: server.origin })
  const other = await context.newPage()
  // Base64 may have two slashes in a row; keys of other files are ignored.
  const url = `${long.url},${Number.MAX_SAFE_INTEGER}:${'/'.repeat(43)}=`
  await other.goto(url.replace('#', '%23'))
  await expect(other.getByText('Files ready for download:')).toBeVisible()
  await expect(other.getByRole('alert')).toContainText('so they were sent to the server')
  expect(other.url()).toBe(url)
  for (const secret of secrets) expect(server.log).not.toContain(secret)
  await context.close()
})

/** The link's time is over, whatever the time is here. */
function expireLink(server: TestServer, { token }: Link): void {
  const database = new Database(join(server.dataDir, 'sealpost.db'), { fileMustExist: true, timeout: 5000 })
  const past = new Date(Date.now() - 60_000).toISOString()
  database.prepare('UPDATE download_link SET expiration_date = ? WHERE link_token = ?').run(past, token)
  database.close()
}

test('links that cannot be opened say why', { tag: '@thorough' }, async ({ api, recipient, server }) => {
  const stored = await api.store(files.slice(0, 1))
  const { page } = recipient
  const late = new DownloadPage(await page.context().newPage())
  const short = await api.share(stored, { expiresIn: 3600 })
  await late.open(short)
  await late.expectFiles(1)

  for (const token of ['A'.repeat(22), 'no-token', 'x'.repeat(500)]) {
    await recipient.open(`/download/${token}#*:abc`)
    await expect(page.getByRole('alert')).toContainText('Error: Link invalid/expired.')
  }
  for (const path of ['/download/', '/download/#5:abc']) {
    await recipient.open(path)
    await expect(page.getByRole('alert')).toContainText('Error: Download link token is missing.')
  }

  // Expires between the page and the file.
  expireLink(server, short)
  const letter = late.row('letter.txt')
  await letter.getByRole('button', { name: /^Download/ }).click()
  await expect(
    late.page.getByText('Failed to download letter.txt: This link has expired.').first(),
  ).toBeVisible()
  // Nothing was saved, so the page says it as a whole.
  await expect(
    late.page.getByRole('alert').filter({ hasText: 'Error: This link has expired.' }),
  ).toBeVisible()
  await late.page.reload()
  await expect(late.page.getByRole('alert')).toContainText('Error: This link has expired.')
  await expectAccessible(late.page)

  // Without the server, and with it again.
  const link = await api.share(stored)
  await page.goto(link.url)
  await recipient.expectFiles(1)
  const mend = await abortRequests(page, '**/api/download/*/status')
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('You are offline. This page goes on by itself')
  await mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await recipient.expectFiles(1)
  expect(server.log).toContain('GET')
})

test('what the server alters is seen: the sealed name is used, damaged and missing files are counted', async ({
  api,
  recipient,
}) => {
  const { page } = recipient
  const stored = await api.store([
    { path: 'invoice.exe', content: letterContent, manifest: { name: 'invoice.pdf' } },
    { path: 'plain.txt', content: letterContent, manifest: null },
    { path: 'wrong.txt', content: letterContent, manifest: { sha256: 'a'.repeat(64) } },
  ])
  await recipient.open(await api.share(stored))
  await recipient.expectFiles(3)
  const invoice = recipient.row('invoice.pdf')
  await expect(invoice).toContainText('Name altered by the server: it shows “invoice.exe”')
  const saved = await recipient.save('invoice.pdf')
  expect(saved.suggestedFilename()).toBe('invoice.pdf')
  await expect(invoice).toContainText('Content verified; the name is the sealed one')
  const plain = recipient.row('plain.txt')
  await expect(plain).toContainText('Name and content are the server’s word')
  await recipient.save('plain.txt')
  await expect(plain).toContainText('Saved as the server gives it')
  await expect(plain).not.toContainText(/verified/i)
  await recipient.save('wrong.txt')
  await expect(recipient.row('wrong.txt').getByText('Failed')).toBeVisible()
  await expect(
    page.getByText('Failed to download wrong.txt: The content is not what was sent').first(),
  ).toBeVisible()

  const archive = await recipient.saveAll()
  expect([...(await hashesOfArchive(await archive.path())).keys()].sort()).toEqual([
    'invoice.pdf',
    'plain.txt',
  ])
  await expect(page.getByText('Download complete, but 1 files failed.').first()).toBeVisible()

  await api.deleteFiles(stored.slice(0, 1))
  await recipient.save('plain.txt')
  const rest = await recipient.saveAll()
  expect([...(await hashesOfArchive(await rest.path())).keys()]).toEqual(['plain.txt'])
  await expect(page.getByText('Download complete, but 2 files failed.').first()).toBeVisible()
  await expectAccessible(page)

  await api.deleteFiles(stored.slice(1, 2))
  await page.getByRole('button', { name: 'Download All as ZIP' }).click()
  await expect(page.getByText('All files failed to download.').first()).toBeVisible()
})

test(
  'every sink saves files and archives, and nothing that is damaged',
  { tag: '@thorough' },
  async ({ api, recipient }) => {
    const large = randomBytes(9_000_000)
    const stored = await api.store([
      ...files,
      { path: 'large.bin', content: large },
      { path: 'wrong.txt', content: letterContent, manifest: { sha256: 'a'.repeat(64) } },
    ])
    const link = await api.share(stored)
    const { page } = recipient
    const foreign: string[] = []
    page.context().on('request', (request) => {
      const { hostname, protocol } = new URL(request.url())
      if (hostname !== 'localhost' && protocol.startsWith('http')) foreign.push(request.url())
    })
    for (const sink of ['stream', 'private-file', 'streamsaver', 'memory']) {
      await test.step(sink, async () => {
        await recipient.open(link)
        await page.evaluate((name) => sessionStorage.setItem('sealpost-save-by', name), sink)
        await recipient.expectFiles(4)
        const one = await recipient.save('large.bin')
        expect(one.suggestedFilename()).toBe('large.bin')
        expect(await sha256OfFile(await one.path())).toBe(sha256(large))
        await expect(recipient.row('large.bin')).toContainText('Verified')
        const archive = await recipient.saveAll()
        expect((await hashesOfArchive(await archive.path())).size).toBe(3)
        const ending = page.getByRole('alert').filter({ hasText: 'Download complete, but 1 files failed.' })
        await expect(ending.filter({ hasText: 'Failed to download wrong.txt: ' }).first()).toBeVisible()

        await recipient.row('wrong.txt').getByRole('button', { name: 'Failed wrong.txt' }).click()
        await expect(recipient.row('wrong.txt').getByText('Failed')).toBeVisible()
        await expect(recipient.row('wrong.txt')).not.toContainText('Verified')
      })
    }
    expect(foreign).toEqual([])
  },
)

test(
  'a window that offers nothing saves what fits into memory, and says what is missing for the rest',
  { tag: '@thorough' },
  async ({ api, browser, server }) => {
    const stored = await api.store(files)
    const link = await api.share(stored)
    const context = await browser.newContext({ baseURL: server.origin, acceptDownloads: true })
    const page = await context.newPage()
    await page.addInitScript(() => {
      delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker
      delete (StorageManager.prototype as { getDirectory?: unknown }).getDirectory
    })
    // The status says how large a file is, where no manifest does.
    await page.goto(link.url)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download letter.txt' }).click()
    expect(await readFile(await (await saving).path())).toEqual(letterContent)

    const huge = await api.store([
      { path: 'huge.bin', content: letterContent, manifest: { size: 6_000_000_000 } },
    ])
    await page.goto('about:blank')
    await page.goto((await api.share(huge)).url)
    // Said before anybody tries.
    const note = page.getByRole('alert').getByText(/this file has 5,723 MB/)
    await expect(note).toContainText('This window can save at most 256 MB at a time')
    await page.getByRole('button', { name: 'Download huge.bin' }).click()
    const why = page.getByRole('listitem').getByText(/can save at most 256 MB at a time/)
    await expect(why).toContainText('it offers neither a service worker nor a private file system')
    await context.close()
  },
)
