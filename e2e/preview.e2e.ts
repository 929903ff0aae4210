import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { Frame, Locator, Page } from '@playwright/test'
import { expectAccessible } from './expectAccessible.ts'
import { expectFitsOnPhones } from './expectFits.ts'
import { expect, test } from './fixtures.ts'
import { FolderFilesPage } from './pages/folderFilesPage.ts'
import { silence } from './silence.ts'
import { headerChunk, pixelChunk, plainPng, pngChunk, pngOf } from './pngs.ts'

const previewOf = (page: Page) => page.getByRole('dialog')
const frameOf = (page: Page) => page.frameLocator('iframe[title^="Preview of"]')

/** Red, green and blue in the middle of a picture. */
const middleOf = (canvas: Locator) =>
  canvas.evaluate((shown: HTMLCanvasElement) => {
    const copy = document.createElement('canvas')
    const context = copy.getContext('2d')
    context?.drawImage(shown, -Math.floor(shown.width / 2), -Math.floor(shown.height / 2))
    return [...(context?.getImageData(0, 0, 1, 1).data.slice(0, 3) ?? [])]
  })

/** Says that it has 60 000 × 60 000 pixels. */
const hugePng = pngOf(
  headerChunk({ width: 60_000, height: 60_000 }),
  pixelChunk([[0, 0, 0, 0]]),
  pngChunk('IEND'),
)

const hostileMarkup = '<svg xmlns="http://www.w3.org/2000/svg"><script>parent.stolen = 1</script></svg>'

const files = {
  'a.png': plainPng(40, 30),
  'b.wav': silence(),
  // What it is decides, not its name.
  'c.png': Buffer.from(hostileMarkup),
  'd.png': hugePng,
  'e.jpg': Buffer.concat([Buffer.from('ffd8ffc0000b080010001001011100', 'hex'), Buffer.alloc(500, 7)]),
  'f.txt': Buffer.from('see https://example.com/ fdp.\u202Eexe'),
  'g.zip': Buffer.from('PK\x03\x04\0\0', 'latin1'),
}
const sources = Object.entries(files).map(([path, content]) => ({ path, content }))

test('an owner looks at files one after another, and none counts as downloaded', async ({
  admin,
  api,
  page,
}) => {
  await api.storeInto('Looked at')
  await api.store(sources)
  await admin.openFolder('Looked at')
  const list = new FolderFilesPage(page)
  await list.unlock()
  const requested: string[] = []
  // Those of blobs are 'null/' and an id: their origin is opaque.
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await list.row('a.png').getByRole('button', { name: 'a.png', exact: true }).click()
  const dialog = previewOf(page)
  const canvas = frameOf(page).locator('canvas')
  await expect(canvas).toBeVisible()
  expect(await middleOf(canvas)).toEqual([200, 30, 30])
  await expect(dialog).toContainText('1 of 7')
  await expectAccessible(page)
  await expectFitsOnPhones(page)

  await test.step('sound is played in the frame', async () => {
    await page.keyboard.press('ArrowRight')
    await expect(frameOf(page).locator('audio')).toBeVisible()
    await expect
      .poll(() =>
        frameOf(page)
          .locator('audio')
          .evaluate((audio: HTMLAudioElement) => audio.duration),
      )
      .toBe(1)
    await frameOf(page).locator('audio').focus()
  })
  await test.step('markup is text, whatever its name', async () => {
    await dialog.getByRole('button', { name: 'Next file' }).click()
    await expect(dialog.getByRole('region')).toHaveText(hostileMarkup)
    await expect(page.locator('iframe')).toHaveCount(0)
  })
  await test.step('pictures that are huge or broken are not decoded', async () => {
    await page.keyboard.press('ArrowRight')
    await expect(dialog).toContainText('too many pixels')
    await page.keyboard.press('ArrowRight')
    await expect(dialog).toContainText('This browser cannot show the file.')
  })
  await test.step('of text every character is visible', async () => {
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('region')).toHaveText('see https://example.com/ fdp.‹U+202E›exe')
    await expect(dialog.getByRole('link')).toHaveCount(0)
  })
  await test.step('others are offered to be saved', async () => {
    await page.keyboard.press('ArrowRight')
    await expect(dialog).toContainText('There is no preview for this kind of file.')
    await page.keyboard.press('ArrowRight')
    await expect(dialog).toContainText('7 of 7')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(list.row('a.png').getByRole('button', { name: 'a.png', exact: true })).toBeFocused()
  })
  const known =
    /^(?:null\/|\/(?:assets|preview)\/|\/api\/(?:contacts$|folders\/(?:download\/\d+|files\/keys)$))/
  expect(requested.filter((path) => !known.test(path))).toEqual([])
  await page.reload()
  await expect(list.row('a.png').getByText('new', { exact: true })).toBeAttached()
})

/** A JPEG of one colour whose Exif says that it is to be turned by a quarter. */
async function turnedJpeg(page: Page, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([w, h]) => {
      const canvas = new OffscreenCanvas(w, h)
      canvas.getContext('2d')?.fillRect(0, 0, w, h)
      const jpeg = await canvas.convertToBlob({ type: 'image/jpeg' })
      return btoa(String.fromCharCode(...new Uint8Array(await jpeg.arrayBuffer())))
    },
    [width, height] as const,
  )
  const orientation = '4d4d002a00000008000101120003000000010006000000000000'
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), Buffer.from(orientation, 'hex')])
  const jpeg = Buffer.from(base64, 'base64')
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 2])
  return Buffer.concat([head, exif, jpeg.subarray(2)])
}

test('a large picture is scaled down as it is turned', async ({ api, recipient, page }) => {
  await page.goto('/login')
  const content = await turnedJpeg(page, 5000, 50)
  await recipient.open(await api.share(await api.store([{ path: 'a.jpg', content }])))
  await recipient.expectFiles(1)
  await recipient.row('a.jpg').getByRole('button', { name: 'a.jpg', exact: true }).click()
  const canvas = frameOf(recipient.page).locator('canvas')
  const sides = () => canvas.evaluate(({ width, height }: HTMLCanvasElement) => [width, height])
  await expect(canvas).toBeVisible()
  expect(await sides()).toEqual([41, 4096])
})

test('a recipient looks at files, which takes a use once', async ({ api, recipient }) => {
  const stored = await api.store(sources)
  const link = await api.share(stored, { maxDownloads: 1 })
  await recipient.open(link)
  await recipient.expectFiles(stored.length)
  const { page } = recipient
  await recipient.row('a.png').getByRole('button', { name: 'a.png', exact: true }).click()
  expect(await middleOf(frameOf(page).locator('canvas'))).toEqual([200, 30, 30])
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await expect(frameOf(page).locator('audio')).toBeVisible()
  await previewOf(page).getByRole('button', { name: 'Close' }).click()
  await recipient.save('a.png')
})

/** Asks a server of its own for the frame's address, as calls in browsers do. @returns what of it was seen there */
async function askStunServer(frame: Frame): Promise<string[]> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const seen: string[] = []
  socket.on('message', (bytes) => seen.push(bytes.toString('hex')))
  await frame.evaluate(async (port) => {
    try {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] })
      peer.createDataChannel('x')
      const { promise, resolve } = Promise.withResolvers<unknown>()
      peer.addEventListener('icegatheringstatechange', () => {
        if (peer.iceGatheringState === 'complete') resolve(null)
      })
      await peer.setLocalDescription()
      await promise
    } catch {
      // As it should be.
    }
  }, socket.address().port)
  socket.close()
  return seen
}

/** Acts as a decoder that a file has taken over. @returns what succeeded */
async function attack(frame: Frame): Promise<string[]> {
  return frame.evaluate(async () => {
    const got: string[] = []
    const tried = async (what: string, attempt: () => unknown) => {
      try {
        await attempt()
        got.push(what)
      } catch {
        // As it should be.
      }
    }
    await tried('network', () => fetch('/api/look', { mode: 'no-cors' }))
    // Says that it goes, and is seen where requests end.
    navigator.sendBeacon('/api/look', 'x')
    await tried('picture', () => {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const picture = new Image()
      picture.onload = resolve
      picture.onerror = reject
      picture.src = '/icon.svg'
      return promise
    })
    await tried('page', () => parent.document.title)
    await tried('local storage', () => localStorage.length)
    await tried('database', () => indexedDB.open('x'))
    await tried('cookie', () => document.cookie)
    await tried('cache', () => caches.keys())
    await tried('service worker', () => navigator.serviceWorker.register('/serviceWorker.js'))
    await tried('markup', () => (document.body.innerHTML = '<p>x</p>'))
    await tried('code', () => eval('1'))
    await tried('window', () => {
      if (!open('about:blank')) throw new Error()
    })
    await tried('top', () => (top ?? parent).location.assign('about:blank'))
    return got
  })
}

test('what a frame does that a file has taken over reaches nothing', async ({
  api,
  recipient,
  violations,
}) => {
  await recipient.open(await api.share(await api.store(sources.slice(0, 1))))
  await recipient.expectFiles(1)
  const { page } = recipient
  await recipient.row('a.png').getByRole('button', { name: 'a.png', exact: true }).click()
  await expect(frameOf(page).locator('canvas')).toBeVisible()
  const frame = page.frame({ url: /preview/ })
  const answered: string[] = []
  page.on('response', (response) => answered.push(response.url()))
  expect(frame && (await attack(frame))).toEqual([])
  await expect.poll(() => violations.some((violation) => violation.includes('eval'))).toBe(true)
  violations.splice(0)
  expect(answered).toEqual([])
  await expect(frameOf(page).locator('canvas')).toBeVisible()
  expect(frame && (await askStunServer(frame))).toEqual([])
  // What it holds could be in the address.
  await frame?.evaluate(() => location.assign('/preview/media.html?secret'))
  await expect(previewOf(page)).toContainText('This browser cannot show the file.')
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('a frame that lies is not heard, and one that says nothing is given up', async ({ api, recipient }) => {
  await recipient.open(await api.share(await api.store(sources.slice(0, 1))))
  await recipient.expectFiles(1)
  const { page } = recipient
  await page.route('**/preview/media.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<script>onmessage = ({ ports: [port] }) => port.postMessage(['4', '<b>', {}])</script>`,
    }),
  )
  await recipient.row('a.png').getByRole('button', { name: 'a.png', exact: true }).click()
  await expect(page.locator('iframe')).toHaveCount(1)
  await expect(previewOf(page)).toContainText('This browser cannot show the file.')
  await previewOf(page).getByRole('button', { name: 'Download', exact: true }).click()
  await expect(recipient.row('a.png')).toContainText('Done!')
})
