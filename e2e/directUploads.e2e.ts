import { UploadPartCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { startCountingProxy, type CountingProxy } from './countingProxy.ts'
import { expect, testOnOwnServer as base } from './fixtures.ts'
import { sha256OfFile, writeRandomFile } from './sampleFiles.ts'
import { newStoreClient } from './services.ts'

const MiB = 1024 ** 2
/** What pages, calls and confirmations may take of the way to the server. */
const maxOtherBytes = 2 * MiB

interface Fixtures {
  /** Settings besides. */
  extraSettings: Record<string, string>
  /** The way to a server that lets parts go straight to the store. */
  countingProxy: CountingProxy
}

const test = base.extend<Fixtures>({
  extraSettings: [{}, { option: true }],
  countingProxy: async ({ server, extraSettings }, use) => {
    const counted = await startCountingProxy(server.origin)
    await server.kill('SIGTERM')
    server.settings = {
      ...server.settings,
      S3_DIRECT_UPLOADS: '1',
      PUBLIC_URL: counted.origin,
      ...extraSettings,
    }
    await server.launch()
    await use(counted)
    await counted.stop()
  },
  baseURL: ({ countingProxy }, use) => use(countingProxy.origin),
})

test('a large file goes straight to the store, past the server, and opens byte for byte', async ({
  admin,
  stranger,
  countingProxy,
  server,
  workDir,
}) => {
  const large = join(workDir, 'large.bin')
  await writeRandomFile(large, 200 * MiB)
  const link = await admin.createFolder('Straight')
  const said: string[] = []
  stranger.page.on('console', (message) => said.push(message.text()))
  await stranger.open(link)
  const before = countingProxy.sentBytes()
  await stranger.chooseFiles([large])
  await stranger.startUpload()
  await stranger.expectAllReceived(1)
  const sent = countingProxy.sentBytes() - before
  expect(sent).toBeGreaterThan(1000)
  expect(sent).toBeLessThan(maxOtherBytes)
  expect(said).toEqual([])
  test.info().annotations.push({ type: 'bytes to the server', description: String(sent) })

  const files = await admin.openFolder('Straight')
  const download = await files.downloadFile('large.bin')
  expect(await sha256OfFile(await download.path())).toBe(await sha256OfFile(large))
  expect(server.log).not.toContain('X-Amz-')
})

test('an address that has run out is replaced by another', async ({
  admin,
  stranger,
  countingProxy,
  server,
  workDir,
}) => {
  const large = join(workDir, 'large.bin')
  await writeRandomFile(large, 60 * MiB)
  await stranger.open(await admin.createFolder('Late'))
  const addresses = await expireAddresses(stranger.page.context(), server.settings.S3_BUCKET ?? '', 2)
  const before = countingProxy.sentBytes()
  await stranger.chooseFiles([large])
  await stranger.startUpload()
  await stranger.expectAllReceived(1)
  expect(addresses.refusals).toEqual([403, 403])
  // One for each of four parts, and one more for each that had run out.
  expect(addresses.asked).toBe(6)
  expect(countingProxy.sentBytes() - before).toBeLessThan(maxOtherBytes)
})

/** The first addresses of a page are real ones of an hour ago. @returns what the store says to them, and how many were asked for */
async function expireAddresses(context: BrowserContext, Bucket: string, count: number) {
  const client = newStoreClient()
  const seen = { refusals: [] as number[], asked: 0 }
  await context.route('**/address', async (route) => {
    const response = await route.fetch()
    if (++seen.asked > count) return route.fulfill({ response })
    const given = (await response.json()) as { url: string; expires_at: string }
    const { pathname, searchParams } = new URL(given.url)
    const part = new UploadPartCommand({
      Bucket,
      Key: pathname.slice(Bucket.length + 2),
      UploadId: searchParams.get('uploadId') ?? '',
      PartNumber: Number(searchParams.get('partNumber')),
    })
    const url = await getSignedUrl(client, part, { signingDate: new Date(Date.now() - 3_600_000) })
    seen.refusals.push((await fetch(url, { method: 'PUT', body: 'a' })).status)
    return route.fulfill({ response, json: { ...given, url } })
  })
  return seen
}

test('what is no ciphertext, or of another length, finds no place in the store', async ({
  admin,
  stranger,
}) => {
  const link = await admin.createFolder('Plain')
  await stranger.open(link)
  const path = `/api/upload/${/upload\/([^#?]+)/.exec(link)?.[1]}`
  const outcome = await stranger.page.evaluate(async (path) => {
    const token = /csrftoken=([^;.]+)/.exec(document.cookie)?.[1] ?? ''
    const post = async (url: string, body?: BodyInit, headers = {}) => {
      const init = { method: 'POST', headers: { 'x-csrftoken': token, ...headers } }
      return (await (await fetch(url, body === undefined ? init : { ...init, body })).json()) as Record<
        string,
        unknown
      >
    }
    const text = 'Plain text, which nobody has encrypted. '.repeat(100)
    const json = { 'content-type': 'application/json' }
    const sizes = JSON.stringify({ size: text.length, part_size: 20 * (256 * 1024 + 16) })
    const { upload_id: id } = (await post(`${path}/files`, sizes, json)) as { upload_id: string }
    const { url } = (await post(`${path}/files/${id}/parts/1/address`)) as { url: string }
    // A refusal of the store is none that the browser shows.
    const put = (body: string) =>
      fetch(url, { method: 'PUT', body }).then(
        ({ status }) => status,
        () => 'refused',
      )
    const statuses = [await put(text.slice(1)), await put(`${text}!`), await put(text)]
    const form = new FormData()
    const type = 'application/vnd.sealpost.upload-reference'
    form.append('files', new File([id], 'plain.txt', { type }))
    form.append('encrypted_keys', btoa('\x07'.repeat(512)))
    form.append('encryption_ivs', btoa('\x07'.repeat(12)))
    form.append('relative_paths', '.')
    form.append('file_hashes', '0'.repeat(64))
    return { statuses, confirmed: await post(path, form) }
  }, path)
  expect(outcome.statuses).toEqual(['refused', 'refused', 200])
  expect(outcome.confirmed).toMatchObject({ successful_files: [], failed_files: [{ code: 'notEncrypted' }] })
})

test('pages may talk to the store where parts go there, and nowhere else', async ({
  server,
  countingProxy,
}) => {
  const policyOf = async () => (await fetch(countingProxy.origin)).headers.get('content-security-policy')
  expect(await policyOf()).toContain(`connect-src 'self' ${server.settings.S3_ENDPOINT};`)
  await server.kill('SIGTERM')
  server.settings = { ...server.settings, S3_DIRECT_UPLOADS: '0' }
  await server.launch()
  expect(await policyOf()).toContain("connect-src 'self';")
})

test.describe('a store that browsers do not reach', () => {
  test.use({ extraSettings: { S3_PUBLIC_ENDPOINT: 'http://127.0.0.1:1' } })

  test('is done without, and parts come through the server', async ({
    admin,
    stranger,
    countingProxy,
    workDir,
  }) => {
    const large = join(workDir, 'large.bin')
    await writeRandomFile(large, 100 * MiB)
    await stranger.open(await admin.createFolder('Unreachable'))
    const before = countingProxy.sentBytes()
    await stranger.chooseFiles([large])
    await stranger.startUpload()
    await stranger.expectAllReceived(1)
    expect(countingProxy.sentBytes() - before).toBeGreaterThan(100 * MiB)
    const files = await admin.openFolder('Unreachable')
    const download = await files.downloadFile('large.bin')
    expect(await sha256OfFile(await download.path())).toBe(await sha256OfFile(large))
  })
})
