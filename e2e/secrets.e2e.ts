import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { adminPassword } from './server.ts'

/** A secret in every shape in which it might leak unnoticed. */
function shapesOf(secret: string): Buffer[] {
  const bytes = Buffer.from(secret)
  const base64 = [0, 1, 2].map((shift) => {
    // Inside a longer text base64 depends on the position; the middle of each alignment is stable.
    const text = Buffer.concat([Buffer.alloc(shift, 0x20), bytes]).toString('base64')
    return text.slice(shift === 0 ? 0 : 4, -4)
  })
  return [
    bytes,
    Buffer.from(encodeURIComponent(secret)),
    Buffer.from(bytes.toString('hex')),
    Buffer.from(secret, 'utf16le'),
    Buffer.from(secret).reverse(),
    Buffer.from(createHash('sha256').update(bytes).digest('hex')),
    ...base64.map((text) => Buffer.from(text)),
  ]
}

async function filesContaining(root: string, needles: Buffer[]): Promise<string[]> {
  const hits: string[] = []
  const longest = Math.max(...needles.map((needle) => needle.length))
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const path = join(root, name)
    if (!statSync(path).isFile()) continue
    let tail = Buffer.alloc(0)
    for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      const text = Buffer.concat([tail, piece as Buffer])
      if (needles.some((needle) => text.includes(needle))) hits.push(path)
      tail = text.subarray(-longest)
    }
  }
  return hits
}

/** Everything a browser sends: address, headers, body. */
function recordRequests(context: BrowserContext): Buffer[] {
  const sent: Buffer[] = []
  context.on('request', (request) => {
    sent.push(Buffer.from(`${request.method()} ${request.url()}\n${JSON.stringify(request.headers())}\n`))
    const body = request.postDataBuffer()
    if (body) sent.push(body)
  })
  return sent
}

test('the login password and the content of files are found nowhere on the server', async ({
  browser,
  server,
  context,
  admin,
  stranger,
  workDir,
}) => {
  const adminRequests = recordRequests(context)
  const strangerRequests = recordRequests(stranger.page.context())
  const marker = 'PLAINTEXT-MARKER-0f1e2d3c4b5a'
  const small = join(workDir, 'small.txt')
  const large = join(workDir, 'large.txt')
  // Not the marker alone: the SHA-256 of the content is a field that the server keeps.
  await writeFile(small, `${marker} and more`)
  await writeFile(large, `${marker}\n`.repeat(300_000))

  await admin.createFolder('Secret')
  await stranger.open(await admin.copyUploadLink('Secret'))
  await stranger.chooseFiles([small, large])
  await stranger.start()
  await stranger.expectAllReceived(2)
  const files = await admin.openFolder('Secret')
  const saved = await files.downloadFile('small.txt')
  expect(await saved.failure()).toBeNull()

  // A second sign-in, so that the recorded requests hold a whole one.
  const again = await browser.newContext({ baseURL: server.origin })
  const loginRequests = recordRequests(again)
  const page = await again.newPage()
  await page.goto('/login')
  await page.getByLabel('Username').fill('admin')
  await page.getByRole('textbox', { name: 'Password' }).fill(adminPassword)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await again.close()

  const needles = [...shapesOf(adminPassword), ...shapesOf(marker)]
  expect(await filesContaining(server.dataDir, needles)).toEqual([])
  expect(needles.filter((needle) => Buffer.from(server.log).includes(needle)).map(String)).toEqual([])
  const sent = Buffer.concat([...adminRequests, ...strangerRequests, ...loginRequests])
  expect(sent.includes('/api/auth/token')).toBe(true)
  expect(needles.filter((needle) => sent.includes(needle)).map(String)).toEqual([])
  // The search itself works: what must be there is found.
  expect(await filesContaining(server.dataDir, [Buffer.from('small.txt')])).not.toEqual([])
})
