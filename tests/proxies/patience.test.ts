import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { MiB } from '../../contract/limits.ts'
import { parseTrustProxy } from '../../server/http/ipAddresses.ts'
import { scratchFolder } from '../server/scratchFolder.ts'
import { createLink, openLink, uploadFiles } from '../server/links.ts'
import { type Browser, recipientKey, startTestServer } from '../server/testServer.ts'
import { newBatchId } from '../server/uploads.ts'
import { startNodeUpload, stateDirectoryIn } from '../transfer/nodeUpload.ts'
import { diskHashes, storedHashes } from '../transfer/setUpTransfer.ts'
import { startSlowLine } from './slowLine.ts'
import { type ProxyKind, proxyKinds, startProxy, strictLimits } from './startProxy.ts'

/** Longer than any time-out of a strict proxy. */
const pauseMs = (strictLimits.seconds + 15) * 1000

async function startTrustingServer() {
  const server = await startTestServer({ trustProxy: parseTrustProxy('127.0.0.1') })
  return { server, admin: await server.signIn(), origin: await server.listen() }
}

/** Sends a file as a sender's program does, and opens what has arrived. */
async function sendFile(admin: Browser, origin: string, bytes: number): Promise<void> {
  const folder = await admin.createFolder({ perform_mime_check: false })
  const root = await scratchFolder()
  const pathOf = (name: string) => join(root, name)
  await writeFile(pathOf('a.bin'), randomBytes(bytes))
  const sending = await startNodeUpload({
    ...{ origin, linkToken: folder.link_token, recipientKey, batchId: newBatchId() },
    ...{ paths: [pathOf('a.bin')], stateDirectory: stateDirectoryIn(root) },
  })
  await sending.over()
  expect(sending.failed()).toEqual({})
  expect(await storedHashes({ admin, folder })).toEqual(await diskHashes({ pathOf }, ['a.bin']))
}

/** A file to which strangers have a link, by its address at the server. */
async function shareFile(
  { server, admin }: Awaited<ReturnType<typeof startTrustingServer>>,
  bytes: Buffer,
): Promise<string> {
  const folder = await admin.createFolder({ perform_mime_check: false })
  const ids = await uploadFiles(server.app, admin, folder, [{ name: 'a.bin', bytes }])
  const { link_token } = await createLink(admin, openLink(ids))
  return `/api/download/${link_token}/file/${String(ids[0])}`
}

interface ReadResult {
  sha256: string
  /** How often it broke off. */
  cuts: number
}

/** Goes on where it was cut, as the page does. */
async function readAll(
  url: string,
  onBytes: (all: number) => Promise<void> = () => Promise.resolve(),
): Promise<ReadResult> {
  const hash = createHash('sha256')
  let [got, cuts, etag] = [0, 0, '']
  for (;;) {
    const headers = got > 0 ? { range: `bytes=${got}-`, 'if-range': etag } : {}
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      get(url, { headers }, resolve).on('error', reject),
    )
    expect(answer.statusCode).toBe(got > 0 ? 206 : 200)
    etag = String(answer.headers.etag)
    try {
      for await (const piece of answer as AsyncIterable<Buffer>) {
        hash.update(piece)
        got += piece.length
        await onBytes(got)
      }
      return { sha256: hash.digest('hex'), cuts }
    } catch {
      cuts += 1
    }
  }
}

/** A reader that looks away for long, once. */
function readWithPause(url: string): Promise<ReadResult> {
  let hasPaused = false
  return readAll(url, async (bytes) => {
    if (bytes < 2 * MiB || hasPaused) return
    hasPaused = true
    await delay(pauseMs)
  })
}

/** Sends to a server whose first answer takes long. @returns how often it was asked to do what takes so long */
async function sendToWaiting(kind: ProxyKind): Promise<number> {
  const server = await startTrustingServer()
  const { counters } = server.server.services
  const add = counters.add.bind(counters)
  let calls = 0
  counters.add = async (...args) => {
    calls += 1
    if (calls === 1) await delay(pauseMs)
    return add(...args)
  }
  await sendFile(server.admin, await startProxy(kind, [server.origin], strictLimits), 3000)
  return calls
}

async function expectTransfersOutlast(kind: ProxyKind) {
  const server = await startTrustingServer()
  const bytes = randomBytes(14 * MiB)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const path = await shareFile(server, bytes)
  const origin = await startProxy(kind, [server.origin], strictLimits)
  const asShipped = await startProxy(kind, [server.origin])
  // 100 s, and 66 s for whoever is not cut.
  const [down, up] = [
    await startSlowLine(origin, { down: 150_000 }),
    await startSlowLine(origin, { up: 200_000 }),
  ]
  const [slow, pausing, atShipped, calls] = await Promise.all([
    readAll(down + path),
    readWithPause(origin + path),
    readWithPause(asShipped + path),
    sendToWaiting(kind),
    sendFile(server.admin, up, 12 * MiB),
  ])
  expect([kind, slow.sha256, pausing.sha256, atShipped]).toEqual([kind, sha256, sha256, { sha256, cuts: 0 }])
  // What comes slowly and steadily is no matter of nginx's time-outs; of Caddy's, for the whole of it, it is.
  if (kind === 'nginx') expect(slow.cuts).toBe(0)
  // The time-outs are there, and what they cut was gone on with.
  expect([kind, pausing.cuts, calls > 1]).toEqual([kind, 1, true])
}

it(
  'with 50 MB and 60 s: a slow sender, a slow reader, one that stops and a request that waits come to their end',
  { timeout: 900_000 },
  async () => {
    await Promise.all(proxyKinds.map(expectTransfersOutlast))
  },
)
