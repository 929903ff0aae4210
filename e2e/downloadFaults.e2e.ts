import { randomBytes } from 'node:crypto'
import type { Download, Page } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import type { LinkStatus } from './downloadProxy.ts'
import { expect, test } from './fixtures.ts'
import { hashesOfArchive } from './hashesOfArchive.ts'
import { sha256OfFile } from './sampleFiles.ts'
import { chunkBytes, sha256 } from './sealing.ts'

const sealedChunkBytes = chunkBytes + 16

test(
  'whatever is spoilt on the way fails by name, and none of it is reported as done',
  { tag: '@thorough' },
  async ({ api, downloadProxy, recipient }) => {
    const plain = randomBytes(3 * chunkBytes + 1000)
    const stored = await api.store([
      { path: 'spoilt.bin', content: plain },
      { path: 'other.bin', content: randomBytes(plain.length) },
      { path: 'whole.txt', content: Buffer.from('whole') },
    ])
    const [{ id: spoilt } = { id: 0 }, { id: other } = { id: 0 }] = stored
    const link = await api.share(stored, { short: true })

    const chunk = (sealed: Buffer, n: number) =>
      sealed.subarray(n * sealedChunkBytes, (n + 1) * sealedChunkBytes)
    const chunks = (order: number[]) => (sealed: Buffer) => Buffer.concat(order.map((n) => chunk(sealed, n)))
    let foreign: Buffer = Buffer.alloc(0)
    downloadProxy.spoilFile = (id, sealed) => (id === other ? (foreign = sealed) : sealed)
    const { page } = recipient
    await recipient.open(downloadProxy.through(link.url))
    await recipient.expectFiles(3)
    await recipient.save('other.bin')
    await expect(recipient.row('other.bin')).toContainText('Verified: content and name')

    const contentFaults: Record<string, (sealed: Buffer) => Buffer> = {
      'two chunks swapped': chunks([0, 2, 1, 3]),
      'a chunk dropped': chunks([0, 1, 3]),
      'a chunk repeated': chunks([0, 1, 1, 3]),
      'a chunk more': chunks([0, 1, 2, 2, 3]),
      'a chunk of another file': (sealed) =>
        Buffer.concat([chunk(sealed, 0), chunk(foreign, 1), sealed.subarray(2 * sealedChunkBytes)]),
      'another file': () => foreign,
      'the first bit flipped': (sealed) => withFlippedBit(sealed, 0),
      'a bit in the middle flipped': (sealed) => withFlippedBit(sealed, sealed.length >> 1),
      'the last bit flipped': (sealed) => withFlippedBit(sealed, sealed.length - 1),
      'cut after the first chunk': (sealed) => sealed.subarray(0, sealedChunkBytes),
      'cut within a chunk': (sealed) => sealed.subarray(0, 2 * sealedChunkBytes + 77),
      'nothing at all': () => Buffer.alloc(0),
    }
    const downloads: Download[] = []
    page.on('download', (download) => downloads.push(download))
    for (const [what, spoil] of Object.entries(contentFaults)) {
      await test.step(what, async () => {
        downloadProxy.spoilFile = (id, sealed) => (id === spoilt ? spoil(sealed) : sealed)
        await expectDownloadFailure(page, 'spoilt.bin')
      })
    }
    for (const download of downloads) expect(await download.failure()).not.toBeNull()

    // In an archive the file is left out, counted and named, and the rest is whole.
    const archive = await recipient.saveAll()
    expect([...(await hashesOfArchive(await archive.path())).keys()]).toEqual(['other.bin', 'whole.txt'])
    const panel = page.getByRole('alert').filter({ hasText: 'Download complete, but 1 files failed.' })
    await expect(panel.filter({ hasText: 'Failed to download spoilt.bin: ' }).first()).toBeVisible()
    await expectAccessible(page)
    downloadProxy.stopSpoiling()

    const file = (status: LinkStatus, id: number) => {
      const found = status.files.find((one) => one.id === id)
      if (!found) throw new Error('The link does not have the file.')
      return found
    }
    const statusFaults: Record<string, (status: LinkStatus) => void> = {
      'a bit of the IV flipped': (status) => {
        const one = file(status, spoilt)
        one.encryption_iv = withFlippedBitInBase64(one.encryption_iv, 3)
      },
      'the IV of another file': (status) => {
        file(status, spoilt).encryption_iv = file(status, other).encryption_iv
      },
      'a bit of the manifest flipped': (status) => {
        const one = file(status, spoilt)
        one.manifest = withFlippedBitInBase64(one.manifest ?? '', 40)
      },
      'the manifest of another file': (status) => {
        file(status, spoilt).manifest = file(status, other).manifest
      },
      'a bit of the key flipped': ({ reencrypted_keys: keys }) => {
        keys[spoilt] = withFlippedBitInBase64(keys[spoilt] ?? '', 20)
      },
      'the key of another file': ({ reencrypted_keys: keys }) => {
        keys[spoilt] = keys[other] ?? ''
      },
      'no key': ({ reencrypted_keys: keys }) => {
        Reflect.deleteProperty(keys, spoilt)
      },
    }
    for (const [what, spoil] of Object.entries(statusFaults)) {
      await test.step(what, async () => {
        downloadProxy.spoilStatus = spoil
        await page.reload()
        await recipient.expectFiles(3)
        await expectDownloadFailure(page, 'spoilt.bin')
      })
    }
    downloadProxy.stopSpoiling()
    await page.reload()
    const saved = await recipient.save('spoilt.bin')
    expect(await sha256OfFile(await saved.path())).toBe(sha256(plain))
  },
)

test(
  'what breaks off goes on where it stopped; what is spoilt too late ends its archive; cancelling ends requests',
  { tag: '@thorough' },
  async ({ api, downloadProxy, recipient }) => {
    const large = randomBytes(9_000_000)
    const stored = await api.store([
      { path: 'first.txt', content: Buffer.from('first') },
      { path: 'large.bin', content: large },
    ])
    const [, { id } = { id: 0 }] = stored
    const link = await api.share(stored)
    const { page } = recipient
    await recipient.open(downloadProxy.through(link.url))
    await recipient.expectFiles(2)

    downloadProxy.breakOffAfterBytes = 5_000_000
    const saved = await recipient.save('large.bin')
    expect(await sha256OfFile(await saved.path())).toBe(sha256(large))
    await expect(recipient.row('large.bin')).toContainText('Verified')
    const [begun, goneOn = '', ...others] = downloadProxy.contentRequests
    expect([begun, others]).toEqual([`/file/${id}`, []])
    const from = Number(/ bytes=(\d+)-$/.exec(goneOn)?.[1])
    expect(from).toBeGreaterThan(1_000_000)
    expect(from % sealedChunkBytes).toBe(0)

    // One bit that is wrong once: the chunk is fetched again.
    let times = 0
    downloadProxy.spoilFile = (_, sealed) => (times++ === 0 ? withFlippedBit(sealed, 6_000_000) : sealed)
    const again = await recipient.save('large.bin')
    expect(await sha256OfFile(await again.path())).toBe(sha256(large))

    downloadProxy.spoilFile = (_, sealed) => withFlippedBit(sealed, sealed.length - 1)
    const archive = await recipient.saveAll()
    expect(await archive.failure()).not.toBeNull()
    const panel = page.getByRole('alert').filter({ hasText: 'The archive is not whole' })
    await expect(panel).toContainText('Failed to download large.bin: The stored data is damaged')
    await expect(page.getByText('Download complete')).toHaveCount(0)
    downloadProxy.stopSpoiling()

    downloadProxy.bytesPerSecond = 300_000
    const row = recipient.row('large.bin').locator('button.state')
    const list = page.getByRole('heading', { name: 'Files ready for download:' })
    for (const [button, cancel, focused] of [
      [/^(Download|Failed|Done!) large.bin/, 'Cancel large.bin', row],
      ['Download All as ZIP', 'Cancel', list],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByText(/of 8\.6\sMB.* left/).first()).toBeVisible()
      expect(downloadProxy.openTransfers).toBeGreaterThan(0)
      await page.getByRole('button', { name: cancel, exact: true }).click()
      await expect.poll(() => downloadProxy.openTransfers, { intervals: [50] }).toBe(0)
      await expect(page.getByRole('button', { name: 'Download All as ZIP' })).toBeEnabled()
      await expect(focused).toBeFocused()
    }
    await expect(page.getByText('Download cancelled.').first()).toBeVisible()

    // Ended by the browser, by itself or in its own list of downloads: the page says so, and nothing is done.
    const stopped = 'The browser stopped the download before it was complete.'
    for (const save of [() => recipient.save('large.bin'), () => recipient.saveAll()]) {
      const cut = await save()
      await expect(page.getByText(/[1-9].* of 8\.6\sMB/).first()).toBeVisible()
      await cut.cancel()
      await expect(page.getByRole('alert').filter({ hasText: stopped }).first()).toBeVisible()
      await expect.poll(() => downloadProxy.openTransfers).toBe(0)
    }
    await expect(row).toHaveText('Failed')
    await expect(recipient.row('large.bin')).toContainText(stopped)
    await expect(page.getByText('Download complete')).toHaveCount(0)

    // Its page is left in the middle: the browser does not keep what it has as if that were all.
    for (const save of [() => recipient.save('large.bin'), () => recipient.saveAll()]) {
      const left = await save()
      await expect(page.getByText(/[1-9].* of 8\.6\sMB/).first()).toBeVisible()
      page.once('dialog', (dialog) => void dialog.accept())
      await page.reload()
      expect(await left.failure()).not.toBeNull()
      await expect.poll(() => downloadProxy.openTransfers).toBe(0)
      await recipient.expectFiles(2)
    }
  },
)

test('a folder gets every file under its path, goes on where it stopped, and loses nothing that was there', async ({
  api,
  downloadProxy,
  recipient,
}) => {
  const files = [
    { path: 'letter.txt', content: Buffer.from('a letter') },
    { path: 'Bilder/Größe.bin', content: randomBytes(700_000) },
    { path: 'Bilder/2024/CON.txt', content: Buffer.from('no console') },
  ]
  const damaged = { path: 'damaged.txt', content: Buffer.from('x'), manifest: { sha256: 'a'.repeat(64) } }
  const stored = await api.store([...files, damaged])
  const link = await api.share(stored)
  const { page } = recipient
  await stubDirectoryPicker(page)
  await recipient.open(downloadProxy.through(link.url))
  await recipient.expectFiles(4)
  const save = async () => {
    await page.getByRole('button', { name: 'Save to folder…' }).click()
    await expect(page.getByText('Download complete, but 1 files failed.').first()).toBeVisible()
    await expect(page.getByText(/Failed to download damaged.txt: /).first()).toBeVisible()
    await page.getByRole('button', { name: 'Close', exact: true }).first().click()
  }
  const [letter, picture, console_] = files.map(({ content }) => sha256(content))
  await save()
  const whole = {
    'letter.txt': letter,
    'Bilder/Größe.bin': picture,
    'Bilder/2024/_CON.txt': console_,
  }
  expect(await hashesOfPickedFolder(page)).toEqual(whole)

  // One file is gone and one was written by somebody else meanwhile; the large one is not fetched again.
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('picked')
    const writable = await (await folder.getFileHandle('letter.txt')).createWritable()
    await writable.write('another letter')
    await writable.close()
    const pictures = await folder.getDirectoryHandle('Bilder')
    await pictures.removeEntry('2024', { recursive: true })
  })
  downloadProxy.contentRequests.length = 0
  await save()
  expect(await hashesOfPickedFolder(page)).toEqual({
    ...whole,
    'letter.txt': sha256(Buffer.from('another letter')),
    'letter (2).txt': letter,
  })
  expect(downloadProxy.contentRequests).not.toEqual([])
  const pictureId = stored[1]?.id ?? 0
  expect(downloadProxy.contentRequests.filter((one) => RegExp(`\\b${pictureId}\\b`).test(one))).toEqual([])
})

test(
  'a folder keeps nothing of a file that was cancelled in the middle',
  { tag: '@thorough' },
  async ({ api, downloadProxy, recipient }) => {
    const large = randomBytes(9_000_000)
    const letter = Buffer.from('a letter')
    const stored = await api.store([
      { path: 'large.bin', content: large },
      { path: 'letter.txt', content: letter },
    ])
    const link = await api.share(stored)
    const { page } = recipient
    await stubDirectoryPicker(page)
    await recipient.open(downloadProxy.through(link.url))
    await recipient.expectFiles(2)

    const save = page.getByRole('button', { name: 'Save to folder…' })
    downloadProxy.bytesPerSecond = 1_000_000
    await save.click()
    // A file that is begun is empty until it is whole; the browser writes beside it.
    await expect
      .poll(() => hashesOfPickedFolder(page))
      .toMatchObject({ 'large.bin': sha256(Buffer.alloc(0)) })
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(page.getByText('Download cancelled.').first()).toBeVisible()
    await expect.poll(() => hashesOfPickedFolder(page)).toEqual({})

    downloadProxy.stopSpoiling()
    await save.click()
    const whole = { 'large.bin': sha256(large), 'letter.txt': sha256(letter) }
    await expect.poll(() => hashesOfPickedFolder(page)).toEqual(whole)
  },
)

/** The picker belongs to the operating system; what it gives here is a folder like any other. */
const stubDirectoryPicker = (page: Page) =>
  page.addInitScript(() => {
    const picker = async () => {
      const root = await navigator.storage.getDirectory()
      return root.getDirectoryHandle('picked', { create: true })
    }
    Object.assign(window, { showDirectoryPicker: picker })
  })

/** Saves a file and sees that it failed, in its row and with a reason, and that nothing says otherwise. */
async function expectDownloadFailure(page: Page, name: string) {
  const row = page.getByRole('listitem').filter({ hasText: name })
  await row.getByRole('button', { name: /^(Download|Failed) / }).click()
  await expect(row.locator('button.state')).toHaveText('Failed')
  await expect(row).not.toContainText('erified')
  await expect(row).toContainText(/damaged|not what was sent|Incomplete|key|decrypt/i)
}

/** SHA-256 by path of everything in the folder that was picked. */
const hashesOfPickedFolder = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const found: Record<string, string> = {}
    const look = async (folder: FileSystemDirectoryHandle, path: string) => {
      for await (const [name, handle] of folder.entries()) {
        if (handle.kind === 'directory') {
          await look(handle, `${path}${name}/`)
          continue
        }
        const file = await handle.getFile()
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
        found[path + name] = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
      }
    }
    const root = await navigator.storage.getDirectory()
    await look(await root.getDirectoryHandle('picked', { create: true }), '')
    return found
  })

function withFlippedBit(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
  return copy
}

const withFlippedBitInBase64 = (text: string, at: number) =>
  withFlippedBit(Buffer.from(text, 'base64'), at).toString('base64')

test('what a slow line has brought is shown, before it brings more', async ({
  api,
  downloadProxy,
  recipient,
}) => {
  const stored = await api.store([{ path: 'slow.bin', content: randomBytes(5_000_000) }])
  const { url } = await api.share(stored)
  await recipient.open(downloadProxy.through(url))
  downloadProxy.stallAfterBytes = 3 * sealedChunkBytes + 1000
  await recipient.save('slow.bin')
  const row = recipient.row('slow.bin')
  await expect(row).toContainText('768.0 KB of 4.8 MB')
  await expect(row).not.toContainText('left')
  await row.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).not.toContainText('768.0 KB of 4.8 MB')
})
