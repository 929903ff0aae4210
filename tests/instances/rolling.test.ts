import { createHash, randomBytes } from 'node:crypto'
import { get } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { MiB, minPartChunks, sealedChunkBytes } from '../../contract/limits.ts'
import { AdminApi } from '../../e2e/adminApi.ts'
import { newSecret } from '../../e2e/sealing.ts'
import { proxyKinds, startProxy } from '../proxies/startProxy.ts'
import { uploadForm } from '../server/uploads.ts'
import { startInstances } from './startInstances.ts'

const partSize = 3 * minPartChunks * sealedChunkBytes
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

it.each(proxyKinds)(
  'behind %s, a session and an upload go on at the other server, and a download while both are restarted',
  async (kind) => {
    const { servers } = await startInstances(2, { SHUTDOWN_DRAIN_SECONDS: '5', SHUTDOWN_GRACE_SECONDS: '1' })
    const [one, other] = servers
    if (!one || !other) throw new Error('There are two servers.')
    const origin = await startProxy(kind, [one.origin, other.origin])
    const api = await AdminApi.start(origin)
    // Each call of the session may meet either server.
    const folder = await api.createFolder({ title: 'Rolling', perform_mime_check: false })
    for (let call = 0; call < 20; call++) await api.json('GET', '/auth/users/me')

    const bytes = randomBytes(4 * partSize + 1234)
    const link = `/api/upload/${folder.link_token}`
    const begun = await fetch(`${one.origin}${link}/files`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ size: bytes.length, part_size: partSize }),
    })
    const { upload_id } = (await begun.json()) as { upload_id: string }
    for (let n = 1; n <= 5; n++) {
      const server = n % 2 === 0 ? one : other
      const body = bytes.subarray((n - 1) * partSize, n * partSize)
      const part = await fetch(`${server.origin}${link}/files/${upload_id}/parts/${n}`, {
        method: 'PUT',
        body,
      })
      expect(part.status).toBe(204)
    }
    const { payload, headers } = uploadForm({ files: [{ name: 'a.bin', reference: upload_id }] })
    const confirmed = await fetch(`${one.origin}${link}`, {
      method: 'POST',
      body: new Uint8Array(payload),
      headers,
    })
    const { successful_files } = (await confirmed.json()) as { successful_files: { id: number }[] }
    const id = successful_files[0]?.id ?? expect.fail('not stored')

    const file = { id, path: 'a.bin', size: bytes.length, sha256: sha256Of(bytes), secret: newSecret() }
    const { token } = await api.share([file])
    const over = new AbortController()
    const restarts = (async () => {
      for (const server of servers) {
        await delay(1000)
        await server.kill('SIGTERM')
        await server.launch()
      }
      over.abort()
    })()
    // Once and again, until both have been restarted in the middle of it.
    let cuts = 0
    const url = `${origin}/api/download/${token}/file/${id}`
    while (!over.signal.aborted) {
      // Several, so that each server has some of them.
      const reads = await Promise.all([url, url, url, url].map(readSlowly))
      for (const read of reads) {
        expect(read.sha256).toBe(file.sha256)
        cuts += read.cuts
      }
    }
    await restarts
    expect(cuts).toBeGreaterThan(0)
    // Nobody had to sign in again.
    await api.json('GET', '/auth/users/me')
  },
)

/** At 4 MiB a second, more than kernel and proxy hold, going on where it was cut, as pages do. */
async function readSlowly(url: string): Promise<{ sha256: string; cuts: number }> {
  const all = createHash('sha256')
  let [got, cuts, etag] = [0, 0, '']
  for (;;) {
    const headers = got > 0 ? { range: `bytes=${got}-`, 'if-range': etag } : {}
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      get(url, { headers, agent: false }, resolve).on('error', reject),
    )
    if (answer.statusCode === 502 || answer.statusCode === 503) {
      // Both were away within the time for which a proxy leaves one alone: pages ask again.
      answer.resume()
      await delay(500)
      continue
    }
    expect(answer.statusCode).toBe(got > 0 ? 206 : 200)
    etag = String(answer.headers.etag)
    try {
      for await (const piece of answer as AsyncIterable<Buffer>) {
        all.update(piece)
        got += piece.length
        await delay(piece.length / ((4 * MiB) / 1000))
      }
      return { sha256: all.digest('hex'), cuts }
    } catch {
      cuts += 1
    }
  }
}
