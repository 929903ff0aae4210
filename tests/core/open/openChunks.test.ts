import { createHash, randomBytes as nodeRandomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chunkBytes, MiB, sealedChunkBytes } from '../../../contract/limits.ts'
import { chunkSealer, contentRootB64u, generateFileKey } from '../../../core/crypto/index.ts'
import { createSameThreadHash } from '../../../core/util/sameThreadHash.ts'
import type { SealedSource } from '../../../core/open/openJob.ts'
import { Blockers } from '../../../core/open/blockers.ts'
import { openChunks } from '../../../core/open/openChunks.ts'
import { BufferPool } from '../../../core/util/bufferPool.ts'
import { fetchRange } from './sealedLibrary.ts'

/**
 * A store over real HTTP that can be made to misbehave. `bytes` may change the bytes of the answer that begins at
 * `start`, or cut the connection after some of them.
 */
interface ServerFault {
  bytes?: (sealed: Buffer, start: number, request: number) => Buffer
  cutAfter?: (request: number) => number
  headers?: (request: number) => Record<string, string>
  status?: (request: number) => number
}

let server: Server
let sealedFile: Buffer
let serverFault: ServerFault
let requests: number[]

function answerRange(request: IncomingMessage, response: ServerResponse) {
  const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? []
  const start = Number(from)
  const end = to === '' ? sealedFile.length : Number(to) + 1
  const number = requests.push(start)
  const requestedBytes = sealedFile.subarray(start, end)
  const body = serverFault.bytes?.(requestedBytes, start, number) ?? requestedBytes
  const status = serverFault.status?.(number) ?? (request.headers.range === undefined ? 200 : 206)
  response.writeHead(status, {
    'content-length': requestedBytes.length,
    etag: '"one"',
    ...serverFault.headers?.(number),
  })
  const cut = serverFault.cutAfter?.(number) ?? Infinity
  if (cut < body.length) response.write(body.subarray(0, cut), () => setTimeout(() => response.destroy(), 20))
  else response.end(body)
}

beforeAll(async () => {
  server = createServer(answerRange)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
})
beforeEach(() => {
  serverFault = {}
  requests = []
  hashThreads = 0
})

async function sealedSource(bytes: number, hasManifest = true) {
  const plain = nodeRandomBytes(bytes)
  const { key, rawKey, iv } = await generateFileKey()
  sealedFile = await sealChunks(plain, key, iv)
  const source: SealedSource = {
    urls: { fileUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, bundleUrl: '' },
    id: 1,
    size: bytes,
    rawKey,
    iv,
    sha256: createHash('sha256').update(plain).digest('hex'),
    root: hasManifest && bytes > chunkBytes ? await contentRootB64u(plain) : null,
    hasManifest,
  }
  return { plain, source }
}

async function sealChunks(plain: Uint8Array<ArrayBuffer>, key: CryptoKey, iv: Uint8Array<ArrayBuffer>) {
  const sealer = chunkSealer({ key, iv, plainSize: plain.length })
  const pieces = []
  for (let index = 0; index < sealer.count; index++) {
    pieces.push(...(await sealer.seal(index, plain.subarray(index * chunkBytes, (index + 1) * chunkBytes))))
  }
  return Buffer.concat(pieces)
}

let hashThreads = 0

interface ReadOptions {
  signal?: AbortSignal
  hasNoBackpressure?: boolean
  compareSha256?: boolean
}

async function readAll(
  source: SealedSource,
  {
    signal = new AbortController().signal,
    hasNoBackpressure = false,
    compareSha256 = false,
  }: ReadOptions = {},
) {
  const pieces: Uint8Array[] = []
  const beginHash = () => {
    hashThreads++
    return createSameThreadHash()
  }
  const blockers = new Blockers(() => undefined)
  const memory = new BufferPool()
  const opening = { get: fetchRange, beginHash, signal, hasNoBackpressure, compareSha256, blockers, memory }
  for await (const piece of openChunks(source, opening)) pieces.push(piece)
  return Buffer.concat(pieces)
}

const size = 5 * chunkBytes + 99

describe('a file fetched and opened', () => {
  it.each([0, 1, chunkBytes, chunkBytes + 1, size])('of %i bytes is what was sealed', async (bytes) => {
    const { plain, source } = await sealedSource(bytes)
    expect(plain.equals(await readAll(source))).toBe(true)
    expect(requests).toEqual([0])
  })

  it('goes on at the first chunk that is not verified when the connection breaks, as often as it must', async () => {
    const { plain, source } = await sealedSource(size)
    serverFault = { cutAfter: (number) => (number <= 3 ? sealedChunkBytes + 1000 : Infinity) }
    expect(plain.equals(await readAll(source))).toBe(true)
    expect(requests[0]).toBe(0)
    for (const start of requests.slice(1)) expect(start % sealedChunkBytes).toBe(0)
    expect(requests.at(-1)).toBeGreaterThan(0)
  })

  it('is asked for in blocks where an answer would pile up in memory, and is the same', async () => {
    const { plain, source } = await sealedSource(70 * chunkBytes + 5)
    expect(plain.equals(await readAll(source, { hasNoBackpressure: true }))).toBe(true)
    expect(requests).toEqual([0, 32 * sealedChunkBytes, 64 * sealedChunkBytes])
    requests = []
    serverFault = { cutAfter: (number) => (number === 2 ? 3 * sealedChunkBytes : Infinity) }
    expect(plain.equals(await readAll(source, { hasNoBackpressure: true }))).toBe(true)
    expect(requests.length).toBeGreaterThan(3)
  })

  it('fetches a damaged chunk once more', async () => {
    const { plain, source } = await sealedSource(size)
    serverFault = {
      bytes: (bytes, _, number) => {
        const copy = Buffer.from(bytes)
        if (number === 1) copy.writeUInt8(copy.readUInt8(2 * sealedChunkBytes) ^ 1, 2 * sealedChunkBytes)
        return copy
      },
    }
    expect(plain.equals(await readAll(source))).toBe(true)
  })

  it('fails when the chunk stays damaged, whichever it is', async () => {
    const { source } = await sealedSource(size)
    for (const at of [0, sealedChunkBytes, 3 * sealedChunkBytes + 5, sealedFile.length - 1]) {
      serverFault = {
        bytes: (bytes, start) => {
          const copy = Buffer.from(bytes)
          if (at >= start) copy.writeUInt8(copy.readUInt8(at - start) ^ 0x80, at - start)
          return copy
        },
      }
      await expect(readAll(source)).rejects.toMatchObject({ fault: { code: 'stored-damaged' } })
    }
  })

  it('fails when the content is not the recorded one, though every chunk verifies', async () => {
    const { source } = await sealedSource(size)
    await expect(readAll({ ...source, sha256: 'f'.repeat(64) })).rejects.toMatchObject({
      fault: { code: 'hash-mismatch' },
    })
  })

  it('fails when one sender made two contents for one key, IV and manifest: the server has shown the other', async () => {
    const { plain, source } = await sealedSource(size)
    expect(plain.equals(await readAll(source))).toBe(true)
    const other = Buffer.from(plain)
    other.writeUInt8(other.readUInt8(3 * chunkBytes + 7) ^ 1, 3 * chunkBytes + 7)
    const key = await crypto.subtle.importKey('raw', source.rawKey, 'AES-GCM', false, ['encrypt'])
    sealedFile = await sealChunks(new Uint8Array(other), key, source.iv)
    // Though the SHA-256 were the one of this content, as one whom nobody asked could have it.
    const sha256 = createHash('sha256').update(other).digest('hex')
    await expect(readAll({ ...source, sha256 })).rejects.toMatchObject({
      fault: { code: 'content-mismatch' },
    })
    await expect(readAll(source)).rejects.toMatchObject({ fault: { code: 'content-mismatch' } })
  })

  it(
    'is compared with its root after any number of cuts, from wherever it goes on',
    { tags: 'thorough' },
    async () => {
      const { plain, source } = await sealedSource(70 * chunkBytes + 5)
      serverFault = { cutAfter: (number) => (number <= 4 ? (number + 1) * sealedChunkBytes + 77 : Infinity) }
      expect(plain.equals(await readAll(source))).toBe(true)
      expect(requests.length).toBeGreaterThan(4)
      serverFault = { ...serverFault, bytes: (bytes) => bytes }
      const root = `${source.root?.startsWith('A') ? 'B' : 'A'}${source.root?.slice(1)}`
      await expect(readAll({ ...source, root })).rejects.toMatchObject({
        fault: { code: 'content-mismatch' },
      })
    },
  )

  it('needs no hashing thread where there is a root, unless SHA-256 is asked for', async () => {
    const { plain, source } = await sealedSource(16 * MiB + 1)
    expect(plain.equals(await readAll(source))).toBe(true)
    expect(hashThreads).toBe(0)
    expect(plain.equals(await readAll(source, { compareSha256: true }))).toBe(true)
    expect(hashThreads).toBe(1)
    expect(plain.equals(await readAll({ ...source, root: null }))).toBe(true)
    expect(hashThreads).toBe(2)
  })

  it('whose root is right and whose SHA-256 is not fails where that is compared', async () => {
    const { plain, source } = await sealedSource(16 * MiB + 1)
    const stated = { ...source, sha256: 'f'.repeat(64) }
    expect(plain.equals(await readAll(stated))).toBe(true)
    const mismatch = { fault: { code: 'hash-mismatch' } }
    await expect(readAll(stated, { compareSha256: true })).rejects.toMatchObject(mismatch)
    await expect(readAll({ ...stated, root: null })).rejects.toMatchObject(mismatch)
    const { source: small } = await sealedSource(2 * chunkBytes)
    await expect(readAll({ ...small, sha256: 'f'.repeat(64) })).rejects.toMatchObject(mismatch)
  })

  it('fails when the answer has another length than the file', async () => {
    const { source } = await sealedSource(size)
    serverFault = { headers: () => ({ 'content-length': String(sealedFile.length - sealedChunkBytes) }) }
    await expect(readAll(source)).rejects.toMatchObject({ fault: { code: 'incomplete' } })
  })

  it('fails when the stored object was exchanged between two answers', async () => {
    const { source } = await sealedSource(size)
    serverFault = {
      cutAfter: (number) => (number === 1 ? sealedChunkBytes + 1 : Infinity),
      headers: (number) => ({ etag: `"${number}"` }),
    }
    await expect(readAll(source)).rejects.toMatchObject({ fault: { code: 'incomplete' } })
  })

  it('waits and asks again while the server cannot answer, and gives up a refusal at once', async () => {
    const { plain, source } = await sealedSource(size)
    serverFault = { status: (number) => (number === 1 ? 502 : 200) }
    expect(plain.equals(await readAll(source))).toBe(true)
    serverFault = { status: () => 404 }
    requests = []
    await expect(readAll(source)).rejects.toMatchObject({ fault: { code: 'refused' } })
    expect(requests.length).toBe(1)
  })

  it('stops when cancelled, with the reason of the cancelling', async () => {
    const { source } = await sealedSource(size)
    serverFault = { status: () => 503 }
    const abort = new AbortController()
    setTimeout(() => abort.abort(new Error('enough')), 100)
    await expect(readAll(source, { signal: abort.signal })).rejects.toThrow('enough')
  })

  it('of a program without chunks opens as one plain AES-GCM ciphertext, unless there is a manifest', async () => {
    const { plain, source } = await sealedSource(size, false)
    const key = await crypto.subtle.importKey('raw', source.rawKey, 'AES-GCM', false, ['encrypt'])
    const whole = Buffer.from(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: source.iv }, key, plain))
    // Its length is that of a plaintext in one piece; a plaintext of that sealed length in chunks is shorter.
    sealedFile = whole
    const shown = { ...source, size: whole.length - 16 * Math.ceil(whole.length / sealedChunkBytes) }
    expect(plain.equals(await readAll(shown))).toBe(true)
    await expect(readAll({ ...shown, hasManifest: true })).rejects.toMatchObject({
      fault: { code: 'stored-damaged' },
    })
  })
})
