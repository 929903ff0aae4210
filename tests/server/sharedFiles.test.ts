import { randomBytes } from 'node:crypto'
import { get } from 'node:http'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FileRecord } from '../../contract/schemas/folders.ts'
import { contentDisposition } from '../../server/http/contentDisposition.ts'
import { newToken } from '../../server/util/tokens.ts'
import { forSuite } from '../forSuite.ts'
import {
  createLink,
  linkKdf,
  linkVerifier,
  listedLinks,
  openKeys,
  openLink,
  protectedKeys,
  protectedLink,
  uploadFiles,
  startServerWithFiles,
  wrongVerifier,
} from './links.ts'
import { Browser, cheapHash } from './testServer.ts'
import { iv, sealedHash, type TestFile } from './uploads.ts'

const fileBytes = randomBytes(1000)
const files: TestFile[] = [
  { name: 'report.pdf', bytes: fileBytes, manifest: 'AAAA' },
  { name: 'photo.jpg', bytes: fileBytes },
]
const daySeconds = 24 * 3600

/** A link to all files, and a recipient's browser. */
async function startServerWithLink({ isProtected = false, expiresIn = 3 * daySeconds, shared = files } = {}) {
  const all = await startServerWithFiles(shared)
  const expiration_date = new Date(Date.now() + expiresIn * 1000).toISOString()
  const keys = isProtected ? protectedKeys(all.ids) : openKeys(all.ids)
  const { link_token } = await createLink(all.browser, {
    ...(isProtected ? protectedLink : openLink)(all.ids),
    reencrypted_keys_json: JSON.stringify(keys),
    expiration_date,
  })
  const url = `/api/download/${link_token}`
  const recipient = all.server.newBrowser()
  const verifyPassword = (password: string, by = recipient) => by.post(`${url}/verify-password`, { password })
  return { ...all, link_token, keys, url, recipient, verifyPassword, id: all.ids[0] ?? 0 }
}

const expectedFiles = ([first, second]: number[]) => [
  {
    id: first,
    original_filename: 'report.pdf',
    file_size: 984,
    file_hash: sealedHash(fileBytes),
    encryption_iv: iv,
    manifest: 'AAAA',
  },
  {
    id: second,
    original_filename: 'photo.jpg',
    file_size: 984,
    file_hash: sealedHash(fileBytes),
    encryption_iv: iv,
    manifest: null,
  },
]

describe('GET /api/download/{link_token}/status', () => {
  it('shows a public link with its keys', async () => {
    const { recipient, url, keys, ids } = await startServerWithLink()
    const reply = await recipient.get(`${url}/status`)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({
      requires_password: false,
      requires_email: false,
      password_kdf: null,
      uses: null,
      expiration_date: expect.stringMatching(/Z$/) as string,
      files: expectedFiles(ids),
      reencrypted_keys: keys,
    })
  })

  it('shows of a protected link the names alone, until the password was given', async () => {
    const { recipient, url, ids, verifyPassword } = await startServerWithLink({ isProtected: true })
    const asked = {
      requires_password: true,
      requires_email: false,
      password_kdf: linkKdf,
      reencrypted_keys: null,
    }
    const locked = { ...asked, uses: null, expiration_date: expect.stringMatching(/Z$/) as string }
    const names = [
      { id: ids[0], original_filename: 'report.pdf' },
      { id: ids[1], original_filename: 'photo.jpg' },
    ]
    expect((await recipient.get(`${url}/status`)).json()).toEqual({ ...locked, files: names })
    await verifyPassword(wrongVerifier)
    expect((await recipient.get(`${url}/status`)).json()).toEqual({ ...locked, files: names })
    await verifyPassword(linkVerifier)
    expect((await recipient.get(`${url}/status`)).json()).toEqual({ ...locked, files: expectedFiles(ids) })
  })

  it('answers links that do not exist with the same bytes, whatever they look like', async () => {
    const { server, url } = await startServerWithLink()
    const bodies = new Set<string>()
    const tokens = Array.from({ length: 50 }, newToken)
    for (const token of [...tokens, 'x', '..', 'links', 'A'.repeat(65), url.slice(-22).toLowerCase()]) {
      const reply = await server.app.inject(`/api/download/${token}/status`)
      expect(reply.statusCode).toBe(404)
      if (token !== '..') bodies.add(reply.body)
    }
    expect([...bodies]).toEqual(['{"detail":"Link invalid/expired.","code":"linkInvalid"}'])
    for (const call of ['file/1', 'file/99']) {
      const reply = await server.app.inject(`/api/download/${newToken()}/${call}`)
      expect([reply.statusCode, reply.body]).toEqual([404, [...bodies][0]])
    }
    const payload = { password: linkVerifier }
    const reply = await server.app.inject({
      method: 'POST',
      url: `/api/download/${newToken()}/verify-password`,
      payload,
    })
    expect([reply.statusCode, reply.body]).toEqual([404, [...bodies][0]])
  })
})

describe('an expired link', () => {
  it('is gone for every call, between status and file too', async () => {
    const { server, recipient, url, id, verifyPassword } = await startServerWithLink({
      isProtected: true,
      expiresIn: 3600,
    })
    await verifyPassword(linkVerifier)
    server.passTime(3540)
    expect((await recipient.get(`${url}/status`)).statusCode).toBe(200)
    expect((await recipient.get(`${url}/file/${id}`)).statusCode).toBe(200)
    server.passTime(60)
    const replies = [
      await recipient.get(`${url}/file/${id}`),
      await recipient.get(`${url}/file/${id}`, { headers: { range: 'bytes=0-9' } }),
      await recipient.get(`${url}/status`),
      await verifyPassword(linkVerifier),
      await verifyPassword(wrongVerifier),
    ]
    expect((await recipient.send('HEAD', `${url}/file/${id}`)).statusCode).toBe(410)
    for (const reply of replies) {
      expect(reply.statusCode).toBe(410)
      expect(reply.body).toBe('{"detail":"This link has expired.","code":"downloadLinkExpired"}')
      expect(reply.headers).not.toHaveProperty('x-encryption-iv')
    }
  })

  it('is told from an unknown one for 30 days, then swept', async () => {
    const { server, browser, folder, recipient, url, ids } = await startServerWithLink({ expiresIn: 3600 })
    const kept = await createLink(browser, openLink(ids))
    server.passTime(3600 + 30 * daySeconds - 60)
    await server.app.housekeeping.sweep()
    expect((await recipient.get(`${url}/status`)).statusCode).toBe(410)
    server.passTime(120)
    await server.app.housekeeping.sweep()
    expect((await recipient.get(`${url}/status`)).statusCode).toBe(404)
    expect(server.logged()).toMatch(/"downloadLinks":1.*"msg":"swept"/)
    const again = await server.newBrowser().signIn('admin')
    expect((await listedLinks(again, folder)).map((link) => link.link_token)).toEqual([kept.link_token])
    expect((await again.get(`/api/folders/download/${ids[0]}`)).statusCode).toBe(200)
  })
})

describe('POST /api/download/{link_token}/verify-password', () => {
  const guarded = forSuite(() => startServerWithLink({ isProtected: true }))

  it('gives keys and files for the right password', async () => {
    const { verifyPassword, keys, ids } = await startServerWithLink({ isProtected: true })
    const reply = await verifyPassword(linkVerifier)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ requires_email: false, reencrypted_keys: keys, files: expectedFiles(ids) })
  })

  it.each([
    ['JSON', 'application/json', JSON.stringify({ password: linkVerifier })],
    ['a form', 'application/x-www-form-urlencoded', `password=${linkVerifier}`],
  ])('takes %s', async (_name, type, payload) => {
    const { server, url } = guarded()
    const headers = { 'content-type': type }
    const post = { method: 'POST', url: `${url}/verify-password`, headers, payload } as const
    expect((await server.app.inject(post)).statusCode).toBe(200)
  })

  it('refuses all others', async () => {
    const { verifyPassword, recipient } = await startServerWithLink({ isProtected: true })
    for (const wrong of [
      wrongVerifier,
      linkVerifier.slice(0, -1),
      `${linkVerifier} `,
      'the password itself',
    ]) {
      const reply = await verifyPassword(wrong)
      expect(reply.statusCode, wrong).toBe(401)
      expect(reply.json()).toEqual({ detail: 'Incorrect password', code: 'badPassword' })
      expect([...recipient.cookies.keys()].filter((name) => name.includes('download'))).toEqual([])
    }
  })

  it.each([{}, { password: '' }, { password: 'x'.repeat(1025) }, { password: [linkVerifier] }])(
    'refuses the body %#',
    async (body) => {
      const { server, url } = guarded()
      expect((await server.newBrowser().post(`${url}/verify-password`, body)).statusCode).toBe(422)
    },
  )

  it('has nothing to refuse without a password', async () => {
    const { verifyPassword, keys, recipient } = await startServerWithLink()
    expect((await verifyPassword(wrongVerifier)).json()).toMatchObject({ reencrypted_keys: keys })
    expect([...recipient.cookies.keys()].filter((name) => name.includes('download'))).toEqual([])
  })

  it('needs the CSRF token of a browser that has cookies', async () => {
    const { recipient, url, browser } = await startServerWithLink({ isProtected: true })
    await recipient.get(`${url}/status`)
    const old = new Browser(recipient.app)
    await old.get(`${url}/status`)
    for (const by of [browser, old]) {
      const token = by.cookies.get('csrftoken') ?? ''
      for (const headers of [{ 'x-csrftoken': '' }, { 'x-csrftoken': token }]) {
        const reply = await recipient.post(`${url}/verify-password`, { password: linkVerifier }, { headers })
        expect(reply.statusCode).toBe(403)
        expect(reply.json()).toEqual({ detail: 'CSRF validation failed', code: 'csrf' })
      }
    }
  })
})

describe('guesses at the password of a link', () => {
  /** The clock of the counters is the system's. */
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())
  const passTime = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

  async function guarded() {
    const { server, browser, ids, url } = await startServerWithLink({ isProtected: true })
    const password_hash = await cheapHash(linkVerifier)
    await server.services.db.updateTable('download_link').set({ password_hash }).execute()
    const tryFrom = async (remoteAddress: string, password: string, at = url) =>
      (
        await server.app.inject({
          method: 'POST',
          url: `${at}/verify-password`,
          remoteAddress,
          payload: { password },
        })
      ).statusCode
    return { server, browser, ids, tryFrom }
  }

  it('make the one wait who guesses, however many come at once, and keep no recipient out', async () => {
    const { tryFrom } = await guarded()
    const guesses = await Promise.all(Array.from({ length: 50 }, () => tryFrom('203.0.113.7', wrongVerifier)))
    expect(guesses.filter((status) => status === 401).length).toBeLessThan(20)
    // The right one has to wait too: otherwise 429 would tell that it is wrong.
    expect(await tryFrom('203.0.113.7', linkVerifier)).toBe(429)
    expect(await tryFrom('203.0.113.8', linkVerifier)).toBe(200)
    passTime(900)
    expect(await tryFrom('203.0.113.7', linkVerifier)).toBe(200)
  })

  it('of very many visitors are bounded together; then each has a try a minute, and the right one gets in', async () => {
    const { server, browser, ids, tryFrom } = await guarded()
    for (let i = 0; i < 100; i++) expect(await tryFrom(`198.51.100.${i % 25}`, wrongVerifier)).toBe(401)
    expect(await tryFrom('203.0.113.7', wrongVerifier)).toBe(401)
    expect(await tryFrom('203.0.113.7', linkVerifier)).toBe(429)
    expect(await tryFrom('203.0.113.8', linkVerifier)).toBe(200)
    expect(await tryFrom('203.0.113.8', linkVerifier)).toBe(200)
    passTime(60)
    expect(await tryFrom('203.0.113.7', linkVerifier)).toBe(200)
    const { link_token } = await createLink(browser, protectedLink(ids))
    expect(await tryFrom('203.0.113.7', wrongVerifier, `/api/download/${link_token}`)).toBe(401)
    expect(await server.services.counters.get('downloadPassword 203.0.113.8')).toMatchObject({ points: 0 })
  })

  it('are forgotten after the right password', async () => {
    const { tryFrom } = await guarded()
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 4; i++) expect(await tryFrom('203.0.113.7', wrongVerifier)).toBe(401)
      expect(await tryFrom('203.0.113.7', linkVerifier)).toBe(200)
    }
  })
})

describe('the cookie of a link', () => {
  const cookieOf = (browser: Browser) =>
    [...browser.cookies].find(([name]) => name.includes('sealpost_download')) ?? ['', '']

  it('lasts on while files are fetched, and ends a day after the last', async () => {
    const { server, url, id, recipient, verifyPassword } = await startServerWithLink({
      isProtected: true,
      expiresIn: 10 * daySeconds,
    })
    await verifyPassword(linkVerifier)
    const fetchFile = async () => (await recipient.get(`${url}/file/${id}`)).statusCode
    for (let i = 0; i < 3; i++) {
      server.passTime(20 * 3600)
      expect(await fetchFile()).toBe(200)
    }
    server.passTime(daySeconds)
    expect(await fetchFile()).toBe(401)
  })

  it('is http-only, for 24 hours, and Secure with the __Host- prefix where the origin is https', async () => {
    for (const publicOrigin of [undefined, 'https://files.example.org']) {
      const { server, browser, ids } = await startServerWithFiles(files, { publicOrigin })
      const { link_token } = await createLink(browser, protectedLink(ids))
      const url = `/api/download/${link_token}/verify-password`
      const { cookies } = await server.app.inject({
        method: 'POST',
        url,
        payload: { password: linkVerifier },
      })
      const [cookie] = cookies.filter(({ name }) => name.includes('sealpost_download'))
      expect(cookie).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Strict', maxAge: daySeconds })
      expect(cookie?.name.startsWith('__Host-')).toBe(publicOrigin !== undefined)
      expect(cookie?.secure ?? false).toBe(publicOrigin !== undefined)
      expect(JSON.stringify(cookie)).not.toContain(link_token)
    }
  })

  it('opens its link for 24 hours, whatever the browser says', async () => {
    const { server, recipient, url, id, verifyPassword } = await startServerWithLink({ isProtected: true })
    await verifyPassword(linkVerifier)
    const [name, value] = cookieOf(recipient)
    server.passTime(daySeconds - 60)
    expect((await recipient.get(`${url}/file/${id}`)).statusCode).toBe(200)
    recipient.cookies.set(name, value)
    server.passTime(60)
    expect((await recipient.get(`${url}/file/${id}`)).statusCode).toBe(401)
  })

  it('opens no other link, and neither does one that was changed', async () => {
    const { browser, recipient, url, ids, id, verifyPassword } = await startServerWithLink({
      isProtected: true,
    })
    const { link_token } = await createLink(browser, protectedLink(ids))
    await verifyPassword(linkVerifier)
    const [name, value] = cookieOf(recipient)
    const other = `/api/download/${link_token}`
    expect((await recipient.get(`${other}/file/${id}`)).statusCode).toBe(401)
    const second = new Browser(recipient.app)
    await second.post(`${other}/verify-password`, { password: linkVerifier })
    second.cookies.set(cookieOf(second)[0], value)
    expect((await second.get(`${other}/file/${id}`)).statusCode).toBe(401)
    const [until = '', sealed = ''] = value.split('.')
    for (const forged of ['', '.', until, `${until}.`, `${Number(until) + 1}.${sealed}`, `.${sealed}`, 'x']) {
      recipient.cookies.set(name, forged)
      expect((await recipient.get(`${url}/file/${id}`)).statusCode, forged).toBe(401)
    }
    recipient.cookies.set(name, value)
    expect((await recipient.get(`${url}/file/${id}`)).statusCode).toBe(200)
  })

  it('is worthless once the link is deleted', async () => {
    const { browser, recipient, link_token, url, id, verifyPassword } = await startServerWithLink({
      isProtected: true,
    })
    await verifyPassword(linkVerifier)
    await browser.delete(`/api/download/links/${link_token}`)
    const reply = await recipient.get(`${url}/file/${id}`)
    expect([reply.statusCode, reply.body]).toEqual([
      404,
      '{"detail":"Link invalid/expired.","code":"linkInvalid"}',
    ])
  })
})

describe('GET /api/download/{link_token}/file/{id}', () => {
  it('sends the sealed bytes with IV, length and a strong ETag, but no wrapped key', async () => {
    const { recipient, url, id } = await startServerWithLink()
    const reply = await recipient.get(`${url}/file/${id}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.equals(fileBytes)).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'x-encryption-iv': iv,
      'content-disposition': `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`,
      'cache-control': 'no-store',
      etag: expect.stringMatching(/^"[^"]+"$/) as string,
    })
    expect(reply.headers).not.toHaveProperty('x-encrypted-key')
  })

  it('answers ranges, and goes on only with the version that was begun with', async () => {
    const { recipient, url, id } = await startServerWithLink()
    const fetchFile = (headers: Record<string, string>) => recipient.get(`${url}/file/${id}`, { headers })
    const part = await fetchFile({ range: 'bytes=900-' })
    expect(part.statusCode).toBe(206)
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 900-999/1000', 'content-length': '100' })
    expect(part.rawPayload.equals(fileBytes.subarray(900))).toBe(true)
    const etag = String(part.headers.etag)
    expect((await fetchFile({ range: 'bytes=5-', 'if-range': etag })).statusCode).toBe(206)
    expect((await fetchFile({ range: 'bytes=5-', 'if-range': '"other"' })).statusCode).toBe(200)
    expect((await fetchFile({ range: 'bytes=1000-' })).statusCode).toBe(416)
  })

  it('needs the password of a protected link, for every file and verb', async () => {
    const { recipient, url, id, verifyPassword } = await startServerWithLink({ isProtected: true })
    for (const file of [id, 99]) {
      const reply = await recipient.get(`${url}/file/${file}`)
      expect(reply.statusCode).toBe(401)
      expect(reply.json()).toEqual({
        detail: 'This download is password protected.',
        code: 'downloadLinkLocked',
      })
      expect(reply.headers).not.toHaveProperty('x-encryption-iv')
    }
    expect((await recipient.send('HEAD', `${url}/file/${id}`)).statusCode).toBe(401)
    await verifyPassword(linkVerifier)
    expect((await recipient.get(`${url}/file/${id}`)).rawPayload.equals(fileBytes)).toBe(true)
  })

  it('is not open for the administrator without it either', async () => {
    const { browser, url, id } = await startServerWithLink({ isProtected: true })
    expect((await browser.get(`${url}/file/${id}`)).statusCode).toBe(401)
  })

  it('knows no file that is not in the link', async () => {
    const { server, browser, folder, recipient, url, ids } = await startServerWithLink()
    const all = await uploadFiles(server.app, browser, folder, [{ name: 'later.txt' }])
    const [later = 0] = all.filter((id) => !ids.includes(id))
    // Nor one that is in another link.
    await createLink(browser, openLink([later]))
    for (const id of [later, 999]) {
      const reply = await recipient.get(`${url}/file/${id}`)
      expect([reply.statusCode, reply.json()]).toEqual([
        404,
        { detail: 'File not found.', code: 'fileNotFound' },
      ])
    }
    for (const id of ['0', 'x']) {
      expect((await recipient.get(`${url}/file/${id}`)).statusCode).toBe(422)
    }
  })

  it.each([
    ['an emoji', 'Füße 🦶.txt', 'Füße 🦶.txt'],
    ['CR and LF', 'a%0D%0Aset-cookie: b.txt', 'a__set-cookie: b.txt'],
    ['quotes', 'the %22best%22 \\ one.txt', 'the "best" \\ one.txt'],
    ['what looks encoded', '100%25 it%27s (1)*.txt', '100%25 it%27s (1)*.txt'],
  ])('sends a name with %s whole', async (_kind, sent, name) => {
    const { recipient, url, id } = await startServerWithLink({ shared: [{ name: sent, bytes: fileBytes }] })
    const reply = await recipient.get(`${url}/file/${id}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).not.toHaveProperty('set-cookie', expect.stringContaining('b.txt'))
    expect(await fileNameInHeader(reply.headers['content-disposition'])).toBe(name)
  })

  it.each(['x', '"', '\r\n', '😀'])('sends 5 000 times %j as a name', async (text) => {
    const { server, recipient, url, id } = await startServerWithLink()
    const original_filename = text.repeat(5000)
    await server.services.db.updateTable('file').set({ original_filename }).where('id', '=', id).execute()
    const reply = await recipient.get(`${url}/file/${id}`)
    expect(reply.statusCode).toBe(200)
    expect(await fileNameInHeader(reply.headers['content-disposition'])).toBe(original_filename)
  })

  it('sends half a character as a replacement', async () => {
    expect(await fileNameInHeader(contentDisposition('a\ud800b'))).toBe('a\ufffdb')
  })
})

/** As a parser that is not ours reads it: that of a mail program, where the header comes from. */
async function fileNameInHeader(header: unknown): Promise<string | null | undefined> {
  const mail = `Content-Type: application/octet-stream\r\nContent-Disposition: ${String(header)}\r\n\r\nx`
  return (await PostalMime.parse(mail)).attachments[0]?.filename
}

describe('download_count', () => {
  it('counts responses that end with the last byte', async () => {
    const { browser, folder, recipient, url, ids, id } = await startServerWithLink()
    const downloadCount = async () => (await listedLinks(browser, folder))[0]?.download_count
    const fetchRange = (range: string) => recipient.get(`${url}/file/${id}`, { headers: { range } })
    await fetchRange('bytes=0-998')
    await fetchRange('bytes=500-600')
    await fetchRange('bytes=1000-')
    await recipient.send('HEAD', `${url}/file/${id}`)
    await recipient.get(`${url}/status`)
    expect(await downloadCount()).toBe(0)
    // A download that was cut and went on is one.
    await fetchRange('bytes=999-')
    await expect.poll(downloadCount).toBe(1)
    for (const file of ids) await recipient.get(`${url}/file/${file}`)
    await expect.poll(downloadCount).toBe(3)
  })

  it('does not count who goes away before the end, and logs no token', async () => {
    const { server, browser, folder, link_token, url, id } = await startServerWithLink({
      shared: [{ name: 'large', bytes: randomBytes(16 * 1024 * 1024) }],
    })
    const origin = await server.listen()
    const cut = new Promise((resolve) => {
      server.app.server.once('request', (_request, response) => response.once('close', resolve))
    })
    get(`${origin}${url}/file/${id}`, (response) => response.once('data', () => response.destroy()))
    await cut
    expect((await listedLinks(browser, folder))[0]?.download_count).toBe(0)
    expect(server.logged()).not.toContain(link_token)
    expect(server.logged()).not.toContain('request failed')
  })

  it("leaves the administrator's own downloads alone", async () => {
    const { browser, folder, recipient, url, id } = await startServerWithLink()
    const record = async () =>
      (await browser.get(`/api/folders/${folder.id}/files`))
        .json<FileRecord[]>()
        .find((file) => file.id === id)
    await recipient.get(`${url}/file/${id}`)
    // Even when it is the administrator who follows the link.
    await browser.get(`${url}/file/${id}`)
    await expect.poll(async () => (await listedLinks(browser, folder))[0]?.download_count).toBe(2)
    expect((await record())?.last_downloaded_admin).toBeNull()
    await browser.get(`/api/folders/download/${id}`)
    await expect.poll(async () => (await record())?.last_downloaded_admin).toMatch(/Z$/)
    expect((await listedLinks(browser, folder))[0]?.download_count).toBe(2)
  })
})
