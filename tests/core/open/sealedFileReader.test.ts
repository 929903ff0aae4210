import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { errorDetails } from '../../../contract/errors.ts'
import { GiB, KiB, MiB } from '../../../contract/limits.ts'
import { aheadBytes, SealedFileReader } from '../../../core/open/sealedFileReader.ts'
import { fetchRange } from './sealedLibrary.ts'

/** What asking for the middle of a file comes to, where the server answers like this. */
async function readAnswer(answer: (response: ServerResponse) => void) {
  const server = createServer((_, response) => {
    response.once('close', () => (isClosed = true))
    answer(response)
  })
  let isClosed = false
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { signal } = new AbortController()
  const body = new SealedFileReader(url, 4 * GiB, { get: fetchRange, signal, hasNoBackpressure: false })
  const failed = body.chunks(100).next()
  return { failed, isClosed: () => isClosed }
}

/** Writes for as long as somebody takes it. @returns how much that was, in bytes */
function sendEndlessly(response: ServerResponse): { sent: number } {
  const count = { sent: 0 }
  const piece = Buffer.alloc(64 * KiB, '{')
  const more = () => {
    while (!response.destroyed && count.sent < 64 * MiB) {
      count.sent += piece.length
      if (response.write(piece)) continue
      response.once('drain', more)
      return
    }
  }
  more()
  return count
}

describe('an answer that is not the bytes asked for', () => {
  it.each([200, 404, 502])('is not read, however much of it comes: %i', async (status) => {
    let count = { sent: 0 }
    const { failed, isClosed } = await readAnswer((response) => {
      response.writeHead(status, { 'content-length': 8 * GiB })
      count = sendEndlessly(response)
    })
    const { fault } = await failed.then(
      () => expect.fail('taken for the bytes'),
      (error: unknown) => error as { fault: { code: string; status: number; said?: string } },
    )
    expect(fault).toMatchObject({ code: 'refused', status })
    expect(fault.said).toBeUndefined()
    await expect.poll(isClosed).toBe(true)
    // What buffers on the way hold.
    expect(count.sent).toBeLessThan(32 * MiB)
  })

  it('fails with the error that it states, where it is short', async () => {
    const { failed } = await readAnswer((response) =>
      response.writeHead(410).end(JSON.stringify({ detail: errorDetails.downloadLinkExpired })),
    )
    await expect(failed).rejects.toMatchObject({ fault: { code: 'downloadLinkExpired', status: 410 } })
  })

  it.each([
    ['a page', 200, '<p>Sign in'],
    ['a page that refuses', 403, '<p>No'],
    ['a text that refuses', 401, 'Unauthorized'],
  ])('is told as that of something else: %s', async (_, status, text) => {
    const { failed } = await readAnswer((response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end(text),
    )
    await expect(failed).rejects.toMatchObject({ fault: { code: 'other-answer' } })
  })

  it('is cancelled after a minute where it does not end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    let begin: () => void = () => undefined
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const { failed, isClosed } = await readAnswer((response) => {
      response.writeHead(403).write('{"detail":')
      begin()
    })
    const refused = expect(failed).rejects.toMatchObject({ fault: { code: 'other-answer', status: 403 } })
    await begun
    const clock = setInterval(() => vi.advanceTimersByTime(1000), 1)
    await refused
    clearInterval(clock)
    vi.useRealTimers()
    await expect.poll(isClosed).toBe(true)
  })
})

it.each([
  ['a near server', 1, 500_000, 32 * MiB, 4 * MiB],
  ['a line of 25 MB/s and 100 ms', 100, 25_000, 32 * MiB, 5_000_000],
  ['a line of 100 MB/s and 300 ms', 300, 100_000, 32 * MiB, 16 * MiB],
  ['the same into a stream that takes everything', 300, 100_000, 8 * MiB, 4 * MiB],
])('asks for the next block as early as the line needs it: %s', (_, delayMs, bytesPerMs, block, ahead) => {
  expect(aheadBytes(delayMs, bytesPerMs, block)).toBe(ahead)
})
