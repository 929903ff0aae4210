import { randomBytes } from 'node:crypto'
import { get } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { FileKeys, FileRecord } from '../../contract/schemas/folders.ts'
import {
  otherRecipientKey,
  type Browser,
  recipientKey,
  startTestServer,
  type TestServer,
} from './testServer.ts'
import { iv, sealedHash, uploadForm, wrappedKey, type TestFile } from './uploads.ts'
import { fingerprint } from '../../server/security/publicKeys.ts'

const fileBytes = randomBytes(1000)

async function startServerWithFiles(files: TestFile[] = [{ name: 'report.pdf', bytes: fileBytes }]) {
  const server = await startTestServer()
  const browser = await server.signIn()
  const folder = await browser.createFolder()
  const url = `/api/upload/${folder.link_token}`
  await server.app.inject({ method: 'POST', url, ...uploadForm({ files }) })
  const listFiles = async () => (await browser.get(`/api/folders/${folder.id}/files`)).json<FileRecord[]>()
  const ids = (await listFiles()).map((file) => file.id)
  return { server, browser, folder, listFiles, ids, id: ids[0] ?? 0 }
}

describe('GET /api/folders/{id}/files', () => {
  it('lists what was uploaded, without the bulky keys', async () => {
    const { folder, listFiles } = await startServerWithFiles([
      { name: 'a.txt', path: 'docs/2026', bytes: fileBytes, manifest: 'AAAA' },
    ])
    expect(await listFiles()).toEqual([
      {
        id: 1,
        original_filename: 'a.txt',
        stored_filename: `${folder.id}/docs/2026/a.txt`,
        file_size: 1000 - 16,
        file_hash: sealedHash(fileBytes),
        upload_time: expect.stringMatching(/Z$/) as string,
        last_downloaded_admin: null,
        uploader_email: null,
      },
    ])
  })

  it('names the key a file was sealed to when that is no longer the one in force', async () => {
    const { browser, listFiles } = await startServerWithFiles()
    expect((await listFiles())[0]).not.toHaveProperty('sealed_to')
    await browser.put('/api/auth/users/me/encrypted-key', {
      encryptedPrivateKey: Buffer.alloc(64).toString('base64'),
      kdfSalt: Buffer.alloc(16).toString('base64'),
      public_key_spki: otherRecipientKey,
    })
    expect((await listFiles())[0]?.sealed_to).toBe(fingerprint(recipientKey))
  })
})

describe('POST /api/folders/files/keys', () => {
  it('gives keys, IVs and manifests in bulk', async () => {
    const { browser, folder, ids } = await startServerWithFiles([
      { name: 'a', manifest: 'AAAA' },
      { name: 'b' },
    ])
    const reply = await browser.post('/api/folders/files/keys', { file_ids: [...ids, ...ids] })
    expect(reply.statusCode).toBe(200)
    const common = { encrypted_key: wrappedKey, encryption_iv: iv, sealed_to: fingerprint(recipientKey) }
    expect(reply.json<FileKeys[]>().sort((a, b) => a.id - b.id)).toEqual([
      { id: ids[0], manifest: 'AAAA', ...common },
      { id: ids[1], manifest: null, ...common },
    ])
    const hashed = await browser.post('/api/folders/files/keys?hashes=all', { file_ids: ids })
    const listed = (await browser.get(`/api/folders/${folder.id}/files`)).json<FileRecord[]>()
    expect(hashed.json<FileKeys[]>().map(({ id, file_hash }) => ({ id, file_hash }))).toEqual(
      listed.map(({ id, file_hash }) => ({ id, file_hash })),
    )
  })

  it('gives nothing when one of them is unknown, none or too many', async () => {
    const { browser, ids } = await startServerWithFiles()
    const keysStatus = async (file_ids: unknown) =>
      (await browser.post('/api/folders/files/keys', { file_ids })).statusCode
    expect(await keysStatus([...ids, 99])).toBe(404)
    expect(await keysStatus([])).toBe(422)
    expect(await keysStatus(Array.from({ length: 1001 }, (_, i) => i + 1))).toBe(422)
    expect(await keysStatus('x')).toBe(422)
  })
})

describe('GET /api/folders/download/{id}', () => {
  it('sends the sealed bytes with key, IV, length and a strong ETag', async () => {
    const { browser, id } = await startServerWithFiles()
    const reply = await browser.get(`/api/folders/download/${id}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.equals(fileBytes)).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'x-encrypted-key': wrappedKey,
      'x-encryption-iv': iv,
      'content-disposition': `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`,
      'cache-control': 'no-store',
    })
    expect(reply.headers.etag).toMatch(/^"[^"]+"$/)
  })

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=990-', 990, 999],
    ['bytes=-1', 999, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=0-99999', 0, 999],
    ['bytes=999-999', 999, 999],
  ])('answers %s with 206', async (range, start, end) => {
    const { browser, id } = await startServerWithFiles()
    const reply = await browser.get(`/api/folders/download/${id}`, { headers: { range } })
    expect(reply.statusCode).toBe(206)
    expect(reply.headers['content-range']).toBe(`bytes ${start}-${end}/1000`)
    expect(reply.headers['content-length']).toBe(String(end - start + 1))
    expect(reply.rawPayload.equals(fileBytes.subarray(start, end + 1))).toBe(true)
  })

  it.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])('answers %s with 416', async (range) => {
    const { browser, id } = await startServerWithFiles()
    const reply = await browser.get(`/api/folders/download/${id}`, { headers: { range } })
    expect(reply.statusCode).toBe(416)
    expect(reply.headers['content-range']).toBe('bytes */1000')
  })

  it.each(['bytes=5-2', 'bytes=-', 'bytes=a-b', 'chunks=0-1', 'bytes=0-1,5-6'])(
    'sends the whole for %s',
    async (range) => {
      const { browser, id } = await startServerWithFiles()
      const reply = await browser.get(`/api/folders/download/${id}`, { headers: { range } })
      expect(reply.statusCode).toBe(200)
      expect(reply.rawPayload).toHaveLength(1000)
    },
  )

  it('continues only the version that the client has begun with', async () => {
    const { browser, id } = await startServerWithFiles()
    const url = `/api/folders/download/${id}`
    const etag = String((await browser.get(url)).headers.etag)
    const rangeStatus = async (condition: string) =>
      (await browser.get(url, { headers: { range: 'bytes=5-', 'if-range': condition } })).statusCode
    expect(await rangeStatus(etag)).toBe(206)
    expect(await rangeStatus('"another"')).toBe(200)
    expect(await rangeStatus(`W/${etag}`)).toBe(200)
    expect(await rangeStatus(new Date().toUTCString())).toBe(200)
  })

  it('answers HEAD without a byte and does not count it as a download', async () => {
    const { browser, id, listFiles } = await startServerWithFiles()
    const reply = await browser.send('HEAD', `/api/folders/download/${id}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-length']).toBe('1000')
    expect(reply.headers['x-encrypted-key']).toBe(wrappedKey)
    expect(reply.rawPayload).toHaveLength(0)
    expect((await listFiles())[0]?.last_downloaded_admin).toBeNull()
  })

  it('is noted when a response that ends with the last byte has been written', async () => {
    const { browser, id, folder, listFiles } = await startServerWithFiles()
    const undownloaded = async () =>
      (await browser.get(`/api/folders/${folder.id}`)).json<{ has_undownloaded_files: boolean }>()
        .has_undownloaded_files
    await browser.get(`/api/folders/download/${id}`, { headers: { range: 'bytes=0-998' } })
    expect((await listFiles())[0]?.last_downloaded_admin).toBeNull()
    expect(await undownloaded()).toBe(true)
    await browser.get(`/api/folders/download/${id}`, { headers: { range: 'bytes=999-' } })
    await expect.poll(async () => (await listFiles())[0]?.last_downloaded_admin).toMatch(/Z$/)
    expect(await undownloaded()).toBe(false)
  })

  it('is not noted when the file was only looked at, which the history says', async () => {
    const { browser, id, folder, listFiles } = await startServerWithFiles()
    expect((await browser.get(`/api/folders/download/${id}?preview=1`)).statusCode).toBe(200)
    await expect
      .poll(
        async () =>
          (await browser.get(`/api/audit?folder_id=${folder.id}`)).json<{ events: object[] }>().events,
      )
      .toContainEqual(
        expect.objectContaining({
          kind: 'download',
          details: expect.objectContaining({ preview: true, completed: 1, file_ids: [id] }) as object,
        }),
      )
    expect((await listFiles())[0]?.last_downloaded_admin).toBeNull()
    expect((await browser.get(`/api/folders/download/${id}?preview=2`)).statusCode).toBe(422)
  })

  it('is not noted when the client goes away before the end', async () => {
    const large = randomBytes(16 * 1024 * 1024)
    const { server, browser, id, listFiles } = await startServerWithFiles([{ name: 'large', bytes: large }])
    await abortDownload(server, browser, id)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect((await listFiles())[0]?.last_downloaded_admin).toBeNull()
  })

  it.each([
    ['quotes "and" \\', `attachment; filename="quotes _and_ _"; filename*=UTF-8''quotes%20%22and%22%20%5C`],
    ['Füße 🦶.txt', `attachment; filename="F__e __.txt"; filename*=UTF-8''F%C3%BC%C3%9Fe%20%F0%9F%A6%B6.txt`],
    ["it's (1).txt", `attachment; filename="it's (1).txt"; filename*=UTF-8''it%27s%20%281%29.txt`],
    ['100%.txt', `attachment; filename="100_.txt"; filename*=UTF-8''100%25.txt`],
    ['line%0Dbreak', `attachment; filename="line_break"; filename*=UTF-8''line_break`],
  ])('names %j in both forms of RFC 6266', async (name, header) => {
    const { browser, id } = await startServerWithFiles([
      { name: name.replaceAll('"', '%22'), bytes: fileBytes },
    ])
    const reply = await browser.get(`/api/folders/download/${id}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-disposition']).toBe(header)
  })

  it('knows no other files', async () => {
    const { browser } = await startServerWithFiles()
    expect((await browser.get('/api/folders/download/99')).json()).toEqual({
      detail: 'File not found.',
      code: 'fileNotFound',
    })
    expect((await browser.get('/api/folders/download/0')).statusCode).toBe(422)
    expect((await browser.get('/api/folders/download/x')).statusCode).toBe(422)
  })
})

/** Reads the beginning of a download and closes the connection. */
async function abortDownload(server: TestServer, browser: Browser, id: number): Promise<void> {
  const origin = await server.listen()
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  await new Promise<void>((resolve, reject) => {
    get(`${origin}/api/folders/download/${id}`, { headers: { cookie } }, (response) => {
      response.once('data', () => {
        response.destroy()
        resolve()
      })
    }).on('error', reject)
  })
}

describe('ids', () => {
  it.each([true, '0x10', '1e1', '1', [7], 1.5, 0, null])('are numbers in a body: %j is none', async (one) => {
    const { browser, listFiles } = await startServerWithFiles()
    for (const call of ['delete', 'keys']) {
      const reply = await browser.post(`/api/folders/files/${call}`, { file_ids: [one] })
      expect(reply.statusCode).toBe(422)
    }
    expect(await listFiles()).not.toEqual([])
  })

  it.each(['0x1', '1e0', '01', '%201', '1.0', '-1', '0'])('are digits in a path: %s is none', async (one) => {
    const { browser } = await startServerWithFiles()
    for (const path of [`/api/folders/${one}`, `/api/folders/download/${one}`, `/api/folders/${one}/files`]) {
      expect((await browser.get(path)).statusCode).toBe(422)
    }
  })
})

describe('a file whose bytes are gone when they are to be sent', () => {
  it('is unknown when it has been deleted since it was looked up', async () => {
    const { server, browser, id } = await startServerWithFiles()
    const { blobs } = server.services
    const read = blobs.read.bind(blobs)
    blobs.read = async (...args) => {
      await browser.post('/api/folders/files/delete', { file_ids: [id] })
      await server.app.housekeeping.whenIdle()
      return read(...args)
    }
    const reply = await browser.get(`/api/folders/download/${id}`)
    expect([reply.statusCode, reply.json()]).toEqual([
      404,
      { detail: 'File not found.', code: 'fileNotFound' },
    ])
    for (const name of ['content-disposition', 'etag']) expect(reply.headers).not.toHaveProperty(name)
  })

  it('is said to be lost, and in the log, when it should be there: by itself, in parts, among others', async () => {
    const { server, browser, ids, id } = await startServerWithFiles([
      { name: 'a', bytes: fileBytes },
      { name: 'b' },
    ])
    const { db, blobs } = server.services
    const file = await db.selectFrom('file').select('blob_key').where('id', '=', id).executeTakeFirstOrThrow()
    await blobs.delete([file.blob_key])
    const urls = [
      [`/api/folders/download/${id}`, {}],
      [`/api/folders/download/${id}`, { range: 'bytes=10-' }],
      [`/api/folders/files/content?ids=${ids.join(',')}`, {}],
    ] as const
    for (const [url, headers] of urls) {
      const reply = await browser.get(url, { headers })
      expect([reply.statusCode, reply.json()], url).toEqual([
        404,
        { detail: 'The content of this file is lost on the server.', code: 'fileLost' },
      ])
      for (const name of ['content-disposition', 'content-range', 'etag'])
        expect(reply.headers).not.toHaveProperty(name)
    }
    expect(server.logged().match(/the content of a stored file is lost/g)).toHaveLength(3)
    expect(server.logged()).toContain('blob missing')
  })

  it('is said to be lost where a disk that gives other files cannot read it, and not where it gives none', async () => {
    const { server, browser, id } = await startServerWithFiles()
    const { blobs } = server.services
    blobs.read = () => Promise.reject(Object.assign(new Error('i/o error'), { code: 'EIO' }))
    const statusAndCode = async () => {
      const reply = await browser.get(`/api/folders/download/${id}`)
      return [reply.statusCode, reply.json<{ code: string }>().code]
    }
    expect(await statusAndCode()).toEqual([404, 'fileLost'])
    blobs.checkReads = () => Promise.reject(new Error('i/o error'))
    expect(await statusAndCode()).toEqual([503, 'storageUnavailable'])
  })

  it('is said to be lost where the store has less of it than it had, before anything is answered', async () => {
    const { server, browser, id } = await startServerWithFiles()
    // As if the object had been longer.
    await server.services.db
      .updateTable('file')
      .set({ sealed_size: fileBytes.length + 1 })
      .execute()
    for (const range of ['bytes=0-', 'bytes=0-9', `bytes=${fileBytes.length}-`]) {
      const reply = await browser.get(`/api/folders/download/${id}`, { headers: { range } })
      expect([reply.statusCode, reply.json<{ code: string }>().code], range).toEqual([404, 'fileLost'])
    }
  })
})

describe('POST /api/folders/files/delete', () => {
  it('deletes files with their bytes, and says which ids are not the caller’s', async () => {
    const { server, browser, listFiles, ids } = await startServerWithFiles([
      { name: 'a.txt', bytes: fileBytes },
      { name: 'b.txt', bytes: fileBytes },
    ])
    const [first = 0] = ids
    const answer = await browser.post('/api/folders/files/delete', { file_ids: [first, 9999] })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ errors: [{ file_id: 9999, error: 'File not found.' }] })
    expect((await listFiles()).map((file) => file.original_filename)).toEqual(['b.txt'])
    expect((await browser.get(`/api/folders/download/${first}`)).statusCode).toBe(404)
    await server.app.housekeeping.whenIdle()
    expect(await server.storedFiles()).toHaveLength(1)
  })

  it('leaves the files of other administrators alone', async () => {
    const { server, listFiles, ids } = await startServerWithFiles()
    const other = await server.signIn('other')
    const answer = await other.post('/api/folders/files/delete', { file_ids: ids })
    expect(answer.json()).toEqual({ errors: [{ file_id: ids[0], error: 'File not found.' }] })
    expect(await listFiles()).toHaveLength(1)
  })
})
