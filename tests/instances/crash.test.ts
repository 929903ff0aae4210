import { createHash, randomBytes, randomInt } from 'node:crypto'
import { Agent } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { chunkBytes, MiB, minPartChunks, sealedChunkBytes } from '../../contract/limits.ts'
import { sealedSize } from '../../contract/sealedSize.ts'
import { AdminApi } from '../../e2e/adminApi.ts'
import { RandomCiphertext } from '../../e2e/protocol/randomCiphertext.ts'
import { fetchRange } from '../../e2e/protocol/recipient.ts'
import { newBatchId, sendForm, sendParts } from '../../e2e/protocol/sender.ts'
import { totalBytes } from '../../e2e/protocol/wire.ts'
import { newSecret } from '../../e2e/sealing.ts'
import { proxyKinds, startProxy } from '../proxies/startProxy.ts'
import { leftAfterSweep, startInstances } from './startInstances.ts'
import { PatientClient } from './patientClient.ts'

const uploadCount = 200
const downloadCount = 50
/** More: CRASH_KILLS=n. The work goes on until then. */
const minKills = Number(process.env.CRASH_KILLS ?? 8)
/** Of a slow line: long enough for a server to go in the middle, beyond what kernel and proxy hold. */
const lineBytesPerMs = 8000
const maxAheadMs = 20

it.each(proxyKinds)(
  `behind %s, ${uploadCount} uploads and ${downloadCount} downloads complete while servers are killed, and leave nothing`,
  async (kind) => {
    const { servers, settings } = await startInstances(2)
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const origin = await startProxy(
      kind,
      servers.map((server) => server.origin),
    )
    const clients: PatientClient[] = []
    const newClient = () => {
      const client = new PatientClient(origin, agent)
      clients.push(client)
      return client
    }
    const api = await AdminApi.start(origin)
    const folder = await api.createFolder({ title: 'Killed', perform_mime_check: false })
    const sender = new Sender(folder.link_token)
    const stored = await Promise.all([
      sender.sendLarge(newClient(), 8),
      sender.sendLarge(newClient(), 9),
      sender.sendSmall(newClient(), [100_000]),
    ])
    const shared = stored.flat()
    const link = await api.share(
      shared.map(({ id, name, size, sha256 }) => ({ id, path: name, size, sha256, secret: newSecret() })),
    )

    let kills = 0
    let sent = 0
    let fetched = 0
    let resumed = 0
    const isMoreWanted = () => kills < minKills || resumed === 0
    const uploader = async () => {
      const client = newClient()
      while (sent < uploadCount || isMoreWanted()) {
        const n = sent++
        if (n % 3 === 0) await sender.sendLarge(client, randomInt(1, 4))
        else await sender.sendSmall(client, sizesOfForm(n))
      }
    }
    const downloader = async () => {
      const client = newClient()
      while (fetched < downloadCount || isMoreWanted()) {
        const file = shared[fetched++ % shared.length]
        if (file) resumed += await downloadSlowly(client, link.token, file)
      }
    }
    const work = Promise.all([
      ...Array.from({ length: 5 }, uploader),
      ...Array.from({ length: 6 }, downloader),
    ])
    const over = new AbortController()
    work.then(
      () => over.abort(),
      () => over.abort(),
    )
    for (; !over.signal.aborted; kills++) {
      const server = servers[kills % servers.length]
      await delay(randomInt(1500, 3500))
      await server?.kill()
      await server?.launch()
    }
    await work
    const failures = clients.reduce((sum, client) => sum + client.failures, 0)
    console.log(
      `${sent} uploads, ${fetched} downloads, ${kills} kills, ${failures} tries in vain, ${resumed} cut`,
    )

    await Promise.all(servers.map((server) => server.kill('SIGTERM')))
    expect(await leftAfterSweep(settings)).toEqual(nothingLeft)
    const [server] = servers
    if (!server) throw new Error('There is no server.')
    await server.launch()
    // The proxy may not have looked again yet.
    const found = await downloadAllFiles(server.origin, folder.id)
    expect(found.length, 'files, each once').toBe(sender.sent.size)
    for (const { name, sha256 } of found) expect(sender.sent.get(name), `the bytes of ${name}`).toBe(sha256)
  },
  20 * 60_000,
)

const nothingLeft = { staged: [], garbage: [], uploads: [], objects: [], parts: [], notes: [], missing: [] }

interface StoredFile {
  id: number
  name: string
  /** Of the sealed bytes. */
  size: number
  sha256: string
}

/** Of a form: mostly small, and now and then one that is too large to be held in memory. */
function sizesOfForm(n: number): number[] {
  const few = Array.from({ length: randomInt(1, 12) }, () => randomInt(1, 100_000))
  return n % 7 === 1 ? [...few, 6 * MiB] : few
}

/** Sends files through an upload link, and remembers what. */
class Sender {
  readonly sent = new Map<string, string>()
  readonly #link: string
  readonly #ciphertext = new RandomCiphertext()

  constructor(link: string) {
    this.#link = link
  }

  async sendSmall({ sendWithRetries }: PatientClient, sizes: readonly number[]): Promise<StoredFile[]> {
    const files = sizes.map((size) => {
      const content = this.#ciphertext.take(sealedSize(size))
      return { ...this.#named([content]), content }
    })
    return this.#confirmed(files, await sendForm(sendWithRetries, this.#link, files, newBatchId()))
  }

  async sendLarge({ sendWithRetries }: PatientClient, wholeParts: number): Promise<StoredFile[]> {
    const chunks = randomInt(minPartChunks, 33)
    const size = sealedSize(wholeParts * chunks * chunkBytes + randomInt(1, chunks * chunkBytes))
    const parts = this.#ciphertext.parts(size, chunks * sealedChunkBytes)
    const uploadId = await sendParts(sendWithRetries, this.#link, parts, 2)
    const file = { ...this.#named(parts.pieces), content: { uploadId } }
    return this.#confirmed([file], await sendForm(sendWithRetries, this.#link, [file], newBatchId()))
  }

  #named(pieces: readonly Uint8Array[]) {
    const hash = createHash('sha256')
    for (const piece of pieces) hash.update(piece)
    return { name: randomBytes(8).toString('hex'), sha256: hash.digest('hex'), size: totalBytes(pieces) }
  }

  #confirmed(
    files: readonly Omit<StoredFile, 'id'>[],
    result: Awaited<ReturnType<typeof sendForm>>,
  ): StoredFile[] {
    expect(result.failed_files).toEqual([])
    return files.map(({ name, size, sha256 }, at) => {
      const id = result.successful_files[at]?.id
      if (id === undefined) throw new Error(`${name} was not confirmed.`)
      this.sent.set(name, sha256)
      return { id, name, size, sha256 }
    })
  }
}

/** On a slow line; what is cut goes on from there. @returns how often it was */
async function downloadSlowly(
  { sendOnce }: PatientClient,
  link: string,
  { id, size, sha256 }: StoredFile,
): Promise<number> {
  const hash = createHash('sha256')
  let received = 0
  let resumed = 0
  while (received < size) {
    const [before, began] = [received, performance.now()]
    const range = { start: received, end: size - 1 }
    const take = async (bytes: Buffer) => {
      hash.update(bytes)
      received += bytes.length
      const ahead = (received - before) / lineBytesPerMs - (performance.now() - began)
      if (ahead > maxAheadMs) await delay(ahead)
    }
    await fetchRange(sendOnce, link, id, range, take).catch(async () => {
      if (received > before) resumed++
      await delay(100)
    })
  }
  expect(received, 'bytes').toBe(size)
  expect(hash.digest('hex'), 'what was downloaded').toBe(sha256)
  return resumed
}

async function downloadAllFiles(origin: string, folder: number): Promise<{ name: string; sha256: string }[]> {
  const { api } = await AdminApi.signIn(origin)
  const list = await api.json<{ id: number; original_filename: string }[]>('GET', `/folders/${folder}/files`)
  const left = list.values()
  const found: { name: string; sha256: string }[] = []
  const lane = async () => {
    for (const { id, original_filename: name } of left) {
      const { body } = await api.send('GET', `/folders/download/${id}`)
      const hash = createHash('sha256')
      for await (const bytes of body ?? []) hash.update(bytes as Uint8Array)
      found.push({ name, sha256: hash.digest('hex') })
    }
  }
  await Promise.all(Array.from({ length: 4 }, lane))
  return found
}
