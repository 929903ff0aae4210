import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MiB, maxPartChunks, sealedChunkBytes } from '../../contract/limits.ts'
import { parseTrustProxy } from '../../server/http/ipAddresses.ts'
import { scratchFolder } from '../server/scratchFolder.ts'
import { recipientKey, startTestServer } from '../server/testServer.ts'
import { newBatchId, uploadForm } from '../server/uploads.ts'
import { startNodeUpload, stateDirectoryIn } from '../transfer/nodeUpload.ts'
import { diskHashes, storedHashes } from '../transfer/setUpTransfer.ts'
import { proxyKinds, type ProxyKind, startProxy, strictLimits, type ProxyLimits } from './startProxy.ts'
import { Visitor } from './visitor.ts'

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A server that trusts the proxy on its own machine, an administrator without a proxy, and a folder of theirs. */
async function startServerBehind(kind: ProxyKind, strictness?: ProxyLimits) {
  const server = await startTestServer({ trustProxy: parseTrustProxy('127.0.0.1') })
  const admin = await server.signIn()
  const folder = await admin.createFolder({ perform_mime_check: false })
  const origin = await startProxy(kind, [await server.listen()], strictness)
  const link = `/api/upload/${folder.link_token}`
  return { server, admin, folder, origin, link }
}

describe.each(proxyKinds)('behind %s', (kind) => {
  it('the page comes by HTTP/2, and what it is told is of https', async () => {
    const { origin } = await startServerBehind(kind)
    const visitor = await Visitor.at(origin)
    const page = await visitor.request('GET', '/', { headers: { accept: 'text/html' } })
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers['strict-transport-security']).toContain('max-age=31536000')
    const { headers } = await visitor.request('GET', '/api/auth/users/me')
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-sealpost_visitor=.*; Secure/),
      expect.stringMatching(/^csrftoken=.*; Secure/),
    ])
    // Its own origin is let in, another is not.
    expect((await visitor.json('POST', '/api/auth/prelogin', { username: 'admin' })).status).toBe(200)
    const foreign = { origin: 'https://evil.example', 'content-type': 'application/json' }
    const body = Buffer.from('{"username":"admin"}')
    expect((await visitor.request('POST', '/api/auth/prelogin', { headers: foreign, body })).status).toBe(403)
  })

  it('the limits count the visitor, whoever they say they are', async () => {
    const { origin, server } = await startServerBehind(kind)
    const visitor = await Visitor.at(origin, '127.0.0.9')
    await visitor.request('POST', '/api/auth/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '203.0.113.7' },
      body: Buffer.from('username=admin&password=wrong'),
    })
    const rows = await server.services.db.selectFrom('rate_limit').select('key').execute()
    // The administrator of the test came without a proxy.
    const addresses = rows
      .map(({ key }) => key.split(' '))
      .flatMap((key) => (key.length === 2 && !key[1]?.startsWith('10.') ? [key[1]] : []))
    expect(addresses).toEqual(['127.0.0.9'])
  })

  it('a form, a part of the largest size, and ranges of both come through whole', async () => {
    const { origin, link, folder } = await startServerBehind(kind)
    const visitor = await Visitor.at(origin)
    const partSize = maxPartChunks * sealedChunkBytes
    const [small, large] = [randomBytes(7 * MiB), randomBytes(partSize + 50_000)]
    const begun = await visitor.json('POST', `${link}/files`, { size: large.length, part_size: partSize })
    const { upload_id } = JSON.parse(String(begun.body)) as { upload_id: string }
    const put = (n: number, body: Buffer) =>
      visitor.request('PUT', `${link}/files/${upload_id}/parts/${n}`, { body })
    const parts = await Promise.all([put(1, large.subarray(0, partSize)), put(2, large.subarray(partSize))])
    expect(parts.map(({ status }) => status)).toEqual([204, 204])
    const { payload, headers } = uploadForm({
      files: [
        { name: 'small', bytes: small },
        { name: 'large', reference: upload_id },
      ],
    })
    const confirmed = await visitor.request('POST', link, { body: payload, headers })
    expect(confirmed.status, String(confirmed.body)).toBe(200)

    const admin = await (await Visitor.at(origin)).signIn()
    expect(admin.cookies.has('__Host-sealpost_session')).toBe(true)
    const listed = await admin.request('GET', `/api/folders/${folder.id}/files`)
    const files = JSON.parse(String(listed.body)) as { id: number; original_filename: string }[]
    for (const { id, original_filename } of files) {
      const sent = original_filename === 'small' ? small : large
      const whole = await admin.request('GET', `/api/folders/download/${id}`)
      expect(sha256Of(whole.body)).toBe(sha256Of(sent))
      const range = { range: `bytes=${MiB + 1}-${5 * MiB}` }
      const part = await admin.request('GET', `/api/folders/download/${id}`, { headers: range })
      expect([part.status, sha256Of(part.body)]).toEqual([206, sha256Of(sent.subarray(MiB + 1, 5 * MiB + 1))])
    }
    expect(files).toHaveLength(2)
  })

  it('more than its limit is refused with 413, in both versions of HTTP', async () => {
    const { origin, link } = await startServerBehind(kind, strictLimits)
    const body = Buffer.alloc(strictLimits.bodyLimit * 1024 ** 2 + 1)
    const visitor = await Visitor.at(origin)
    expect(
      (await visitor.request('POST', link, { body, headers: uploadForm({ files: [] }).headers })).status,
    ).toBe(413)
    expect(await statusOfPost(`${origin}${link}`, body)).toBe(413)
  })

  it('what is too large for a small limit is sent in smaller pieces, and arrives', async () => {
    const { origin, admin, folder } = await startServerBehind(kind, { bodyLimit: 8, seconds: 60 })
    const root = await scratchFolder()
    const names = ['a.bin', 'b.bin', 'c.bin', 'large.bin']
    for (const [at, name] of names.entries())
      await writeFile(join(root, name), randomBytes((at === 3 ? 20 : 4) * MiB))
    const upload = await startNodeUpload({
      ...{ origin, linkToken: folder.link_token, recipientKey, batchId: newBatchId() },
      ...{ paths: names.map((name) => join(root, name)), stateDirectory: stateDirectoryIn(root) },
    })
    await upload.over()
    expect(upload.failed()).toEqual({})
    expect(await storedHashes({ admin, folder })).toEqual(
      await diskHashes({ pathOf: (name) => join(root, name) }, names),
    )
  })
})

/** By HTTP/1.1, sending all before it listens, as browsers do. */
function statusOfPost(url: string, body: Buffer): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method: 'POST', headers: { 'content-length': body.length } })
    call.on('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    call.on('error', reject)
    call.end(body)
  })
}
