import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createLink, openLink, uploadFiles } from './links.ts'
import { registeredRoutes } from './registeredRoutes.ts'
import { startTestServer, type TestServer } from './testServer.ts'

const acceptAllEncodings = { 'accept-encoding': 'gzip, deflate, br, zstd' }
const decoders = { br: brotliDecompressSync, gzip: gunzipSync, '': (bytes: Buffer) => bytes }

/** Writes what a build leaves beside a file of it. */
async function writeCompressedAsset({ dataDir }: TestServer, name: string, text: string): Promise<void> {
  const file = join(dataDir, '..', 'dist', name)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, text)
  await writeFile(`${file}.br`, brotliCompressSync(text))
  await writeFile(`${file}.gz`, gzipSync(text))
}

describe('files of the build', () => {
  const script = 'assets/index-a1b2.js'
  const text = 'console.log(1)\n'.repeat(500)

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', ''],
    [undefined, ''],
  ] as const)('go out to a client that takes %s as it takes them: %s', async (accepted, encoding) => {
    const server = await startTestServer()
    await writeCompressedAsset(server, script, text)
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
    const reply = await server.app.inject({ url: `/${script}`, headers })
    expect(reply.headers['content-encoding'] ?? '').toBe(encoding)
    expect(decoders[encoding](reply.rawPayload).toString()).toBe(text)
    expect(Number(reply.headers['content-length'])).toBe(reply.rawPayload.length)
    expect(reply.headers.vary).toBe('accept-encoding')
    expect(reply.headers['content-type']).toBe('application/javascript; charset=utf-8')
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const head = await server.app.inject({ method: 'HEAD', url: `/${script}`, headers })
    expect(head.headers).toMatchObject({
      'content-length': reply.headers['content-length'],
      etag: reply.headers.etag,
    })
    const again = { ...headers, 'if-none-match': String(reply.headers.etag) }
    expect((await server.app.inject({ url: `/${script}`, headers: again })).statusCode).toBe(304)
  })

  it('have a mark of their own in each form, and a part of one is a part of that form', async () => {
    const server = await startTestServer()
    await writeCompressedAsset(server, script, text)
    const getScript = (headers: Record<string, string>) => server.app.inject({ url: `/${script}`, headers })
    const [plain, br, gzip] = [
      await getScript({}),
      await getScript(acceptAllEncodings),
      await getScript({ 'accept-encoding': 'gzip' }),
    ]
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3)
    const part = await getScript({ ...acceptAllEncodings, range: 'bytes=5-9' })
    expect([part.statusCode, part.headers['content-encoding']]).toEqual([206, 'br'])
    expect(part.rawPayload).toEqual(br.rawPayload.subarray(5, 10))
  })

  it('keep the headers of their addresses: of workers and of the service worker, which nobody may keep', async () => {
    const server = await startTestServer()
    await writeCompressedAsset(server, 'serviceWorker.js', text)
    await writeCompressedAsset(server, 'assets/upload.worker-a1b2.js', text)
    const worker = await server.app.inject({
      url: '/assets/upload.worker-a1b2.js',
      headers: acceptAllEncodings,
    })
    expect(worker.headers['content-encoding']).toBe('br')
    expect(worker.headers['content-security-policy']).toContain('wasm-unsafe-eval')
    const serviceWorker = await server.app.inject({ url: '/serviceWorker.js', headers: acceptAllEncodings })
    expect(serviceWorker.headers['content-encoding']).toBe('br')
    expect(serviceWorker.headers['cache-control']).toBe('no-store')
  })

  it('have no second address for their compressed forms, also when the server was started on them', async () => {
    const first = await startTestServer()
    await writeCompressedAsset(first, script, text)
    for (const url of [`/${script}.br`, `/${script}.gz`]) {
      expect((await first.app.inject({ url, headers: acceptAllEncodings })).statusCode).toBe(404)
    }
  })
})

/** A folder of many files with names and sizes of all kinds. */
async function createFolderOfManyFiles(server: TestServer, count: number) {
  const admin = await server.signIn()
  const folder = await admin.createFolder()
  const now = new Date().toISOString()
  for (let from = 0; from < count; from += 500) {
    const rows = Array.from({ length: Math.min(500, count - from) }, (_, i) => ({
      folder_id: folder.id,
      original_filename: `photo ${from + i}.jpg`,
      directory: `trip/${from}`,
      listed_name: `photo ${from + i}.jpg`,
      listed_key: `trip/${from}/photo ${from + i}.jpg`,
      size: 1000 * i,
      sha256: randomBytes(32).toString('hex'),
      encrypted_key: 'k',
      encryption_iv: 'i',
      upload_time: now,
      blob_key: `b${from + i}`,
      sealed_size: 1000 * i + 16,
    }))
    await server.services.db.insertInto('file').values(rows).execute()
  }
  return { admin, folder, url: `/api/folders/${folder.id}/files` }
}

describe('the list of a folder', () => {
  it.each([0, 1, 500, 1201])('of %i files is the same in every form', async (count) => {
    const server = await startTestServer()
    const { admin, url } = await createFolderOfManyFiles(server, count)
    const plain = await admin.get(url)
    expect(plain.json<unknown[]>()).toHaveLength(count)
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['zstd', ''],
      ['br; q=0', ''],
    ] as const) {
      const reply = await admin.get(url, { headers: { 'accept-encoding': accepted } })
      expect(reply.headers['content-encoding'] ?? '', accepted).toBe(encoding)
      expect(reply.headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'no-store' })
      expect(decoders[encoding](reply.rawPayload).toString()).toBe(plain.body)
    }
  })

  it('costs little more on the wire than the hashes in it', async () => {
    const server = await startTestServer()
    const { admin, url } = await createFolderOfManyFiles(server, 5000)
    const reply = await admin.get(url, { headers: acceptAllEncodings })
    expect(reply.rawPayload.length).toBeLessThan(5000 * (32 + 26))
  })

  it('that nobody waits for any more is left, and the next one is whole', async () => {
    const server = await startTestServer()
    const { admin, url } = await createFolderOfManyFiles(server, 20_000)
    const origin = await server.listen()
    const cookie = [...admin.cookies].map((pair) => pair.join('=')).join('; ')
    for (let round = 0; round < 5; round++) {
      await new Promise<void>((resolve, reject) => {
        const request = get(`${origin}${url}`, { headers: { ...acceptAllEncodings, cookie } }, (response) => {
          response.once('data', () => {
            response.destroy()
            resolve()
          })
        })
        request.once('error', reject)
      })
    }
    const reply = await fetch(`${origin}${url}`, { headers: { ...acceptAllEncodings, cookie } })
    expect(await reply.json()).toHaveLength(20_000)
    expect(server.logged()).not.toMatch(/"level":[56]0/)
  })
})

it('goes out as a page in the form that a browser takes, and is the same in each', async () => {
  const { app } = await startTestServer()
  const bodies = new Set<string>()
  for (const [accepted, encoding] of [
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', ''],
  ] as const) {
    const headers = { accept: 'text/html', 'accept-encoding': accepted }
    const reply = await app.inject({ url: '/upload/abc', headers })
    expect(reply.headers['content-encoding'] ?? '').toBe(encoding)
    expect(reply.headers.vary).toBe('accept-language, accept-encoding')
    const body = decoders[encoding](reply.rawPayload).toString()
    expect(body).toContain('the shell')
    bodies.add(body)
  }
  expect(bodies.size).toBe(1)
})

it('compresses nothing else: what has tokens, keys, links, sessions or sealed bytes in it goes out as it is', async () => {
  const server = await startTestServer()
  const { app } = server
  const admin = await server.signIn()
  const folder = await admin.createFolder()
  const [id] = await uploadFiles(app, admin, folder, [{ name: 'a.txt', bytes: randomBytes(50_000) }])
  const link = await createLink(admin, openLink([id ?? 0]))
  const compressed: string[] = []
  const answered: string[] = []
  for (const route of registeredRoutes(app)) {
    const [method = '', pattern = ''] = route.split(' ')
    // They take away what the others ask for.
    if (method === 'DELETE' || /logout|files\/delete$/.test(pattern)) continue
    const ofDownload = pattern.includes('/download/')
    const ofFile = /\/folders\/download\/:id|\/file\/:id/.test(pattern)
    const path = pattern
      .replace(':link_token', ofDownload ? link.link_token : folder.link_token)
      .replace(':id', String(ofFile ? id : folder.id))
      .replace(/:\w+/g, '1')
    const reply = await admin.send(method as 'GET', `${path}?ids=${id}`, {
      headers: acceptAllEncodings,
      ...(['POST', 'PUT'].includes(method) && { payload: { file_ids: [id] } }),
    })
    if (reply.statusCode === 200) answered.push(route)
    if (reply.headers['content-encoding'] !== undefined) compressed.push(route)
  }
  const pages = ['GET /', 'HEAD /', 'GET /index.html', 'HEAD /index.html']
  const lists = ['GET /api/folders/:id/files', 'GET /api/folders/:id/trash']
  expect(compressed).toEqual([...pages, ...lists])
  // The search itself works: these have been answered with what they are for.
  expect(answered).toEqual(
    expect.arrayContaining([
      'GET /',
      'GET /api/auth/users/me',
      'GET /api/folders',
      'POST /api/folders/files/keys',
      'GET /api/folders/download/:id',
      'GET /api/folders/files/content',
      'GET /api/download/links/folder/:id',
      'GET /api/download/:link_token/status',
      'GET /api/download/:link_token/file/:id',
      'GET /api/upload/:link_token/status',
      'GET /api/upload/:link_token/public-key',
    ]),
  )
})
