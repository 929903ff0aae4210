import { assertDefined } from '../../contract/assertDefined.ts'
import { chunkBytes, sealedChunkBytes } from '../../contract/limits.ts'
import {
  asFileKeyBytes,
  type Bytes,
  type ChunkOpener,
  chunkOpener,
  importFileKey,
  sealedSize,
} from '../crypto/index.ts'
import { settled } from '../faults/faultOf.ts'
import { readFully } from '../util/byteReader.ts'
import { markHandled } from '../util/markHandled.ts'
import { isContentOf } from './contentCheck.ts'
import { type SealedSource, sealedUrl, togetherUrl } from './openJob.ts'
import { RetryLoop } from './blockers.ts'
import { openChunks } from './openChunks.ts'
import type { OpeningContext } from './openingContext.ts'
import { fetchSealed, timedReaderOf, readRefusal } from './sealedFileReader.ts'

/**
 * [Note: Small files together]
 * A request of its own costs a small file more than everything else. So small files are fetched together, opened
 * chunk by chunk on arrival, and hashed by the platform. They wait together for a person's input, a lost network
 * or a failing server. After any other failure, be it a truncated response, a damaged byte or a server without
 * bulk requests, a file is fetched again by itself, like a large one, and only a failure there counts: one at a
 * time, since hundreds would send requests in parallel.
 */

/** Attempts at a response that breaks off: a lost network breaks off all requests. */
const maxAttempts = 2

/** Opens files of the same addresses by one request. @returns a promise for each file @throws FaultError */
export function openTogether(sources: readonly SealedSource[], opening: OpeningContext): Promise<Bytes[]>[] {
  const response = fetchTogether(sources, opening)
  const opened = sources.map(async (source, index) => ({ source, chunks: await contentIn(response, index) }))
  void Promise.allSettled(opened)
    .then(() => response)
    .then((common) => common && opening.memory.give(common.bytes.buffer))
    .catch(() => undefined) // each file gets the error
  let previousRetry: Promise<unknown> = Promise.resolve()
  return opened.map(async (pending) => {
    const { source, chunks } = await pending
    if (chunks) return chunks
    const retried = previousRetry.then(() => openAlone(source, opening))
    previousRetry = Promise.allSettled([retried])
    return retried
  })
}

async function contentIn(response: Promise<CommonResponse | null>, index: number): Promise<Bytes[] | null> {
  const common = await response
  return (await common?.files[index]?.content(common.bytes)) ?? null
}

async function openAlone(source: SealedSource, opening: OpeningContext): Promise<Bytes[]> {
  const chunks: Bytes[] = []
  for await (const chunk of openChunks(source, opening)) chunks.push(chunk)
  return chunks
}

interface CommonResponse {
  bytes: Bytes
  files: readonly FileInResponse[]
}

/** Fetches all the bytes into reused memory, which the caller returns; null if that fails. @throws the signal's reason */
async function fetchTogether(
  sources: readonly SealedSource[],
  opening: OpeningContext,
): Promise<CommonResponse | null> {
  const [first] = sources
  if (!first) return null
  const url = sources.length === 1 ? sealedUrl(first) : togetherUrl(first.urls, sources)
  const length = sources.reduce((sum, { size }) => sum + sealedSize(size), 0)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    let end = 0
    const files = sources.map(
      (source) => new FileInResponse(source, (end += sealedSize(source.size)), opening),
    )
    const prepared = Promise.all(files.map((file) => file.prepare()))
    const body = await requestBody(url, length, opening)
    if (!body) return null
    await prepared
    const bytes = await readWhole(body, length, files, opening)
    if (bytes) return { bytes, files }
    for (const file of files) file.fail()
  }
  return null
}

/** The body of a response of this length; null if there is none. @throws the signal's reason */
async function requestBody(
  url: string,
  length: number,
  opening: OpeningContext,
): Promise<ReadableStream<Bytes> | null> {
  const { signal } = opening
  const retries = new RetryLoop(opening)
  try {
    for (;;) {
      const request = await settled(requestOnce(url, length, opening))
      if (request.ok) {
        retries.reset()
        return request.value
      }
      signal.throwIfAborted()
      await retries.wait(request.fault, 0)
    }
  } catch {
    signal.throwIfAborted()
    return null
  } finally {
    retries.end()
  }
}

/** @returns null for another length @throws FaultError for any other response */
async function requestOnce(
  url: string,
  length: number,
  opening: OpeningContext,
): Promise<ReadableStream<Bytes> | null> {
  const response = await fetchSealed(url, opening)
  if (response.status !== 200 || !response.body) throw await readRefusal(response)
  if (response.headers.get('content-length') === String(length)) return response.body
  await response.body.cancel()
  return null
}

/** @returns null if it breaks off. @throws the signal's reason */
async function readWhole(
  body: ReadableStream<Bytes>,
  length: number,
  files: readonly FileInResponse[],
  { memory, signal }: OpeningContext,
): Promise<Bytes | null> {
  const { read, cancel } = timedReaderOf(body)
  try {
    let next = 0
    const bytes = await readFully(read, length, memory.take(length), (filled) => {
      while (files[next]?.open(filled)) next++
    })
    if (bytes.length === length) return bytes
    memory.give(bytes.buffer)
    return null
  } catch {
    memory.give(null)
    signal.throwIfAborted()
    return null
  } finally {
    cancel()
  }
}

/** One file of a common response: each chunk is opened on arrival. */
class FileInResponse {
  readonly #source: SealedSource
  readonly #from: number
  readonly #to: number
  readonly #onVerified: (bytes: number) => void
  readonly #opening: Promise<Bytes>[] = []
  #opener: ChunkOpener | undefined
  #verified = 0
  #hasFailed = false

  /** @param to end of its sealed bytes in the response */
  constructor(source: SealedSource, to: number, { onVerified }: OpeningContext) {
    this.#source = source
    this.#from = to - sealedSize(source.size)
    this.#to = to
    this.#onVerified = onVerified ?? (() => undefined)
  }

  /** Never rejects: an invalid key is reported by the fallback. */
  async prepare(): Promise<void> {
    const { rawKey, iv, size } = this.#source
    try {
      this.#opener = chunkOpener({ key: await importFileKey(asFileKeyBytes(rawKey)), iv, plainSize: size })
    } catch {}
  }

  /** @param received the response so far @returns true if the file is complete */
  open(received: Bytes): boolean {
    for (;;) {
      const from = this.#from + this.#opening.length * sealedChunkBytes
      if (from >= this.#to) return true
      const to = Math.min(this.#to, from + sealedChunkBytes)
      if (to > received.length) return false
      this.#opening.push(markHandled(this.#opened(received.subarray(from, to))))
    }
  }

  async #opened(sealed: Bytes): Promise<Bytes> {
    // The platform has copied the chunk when `open` returns.
    const plain = await assertDefined(this.#opener).open(this.#opening.length, sealed)
    if (!this.#hasFailed) {
      this.#onVerified(plain.length)
      this.#verified += plain.length
    }
    return plain
  }

  /** Hashes the plaintext in one call, in the memory of the response. @returns null unless all verifies */
  async content(response: Bytes): Promise<Bytes[] | null> {
    // Only then is the ciphertext no longer read, and may be overwritten.
    await Promise.allSettled(this.#opening)
    const sealed = response.subarray(this.#from, this.#to)
    try {
      const chunks = await Promise.all(this.#opening)
      for (const [index, chunk] of chunks.entries()) sealed.set(chunk, index * chunkBytes)
      if (await isContentOf(this.#source, sealed.subarray(0, this.#source.size))) return chunks
    } catch {
      // The fallback reports the fault.
    }
    this.fail()
    return null
  }

  fail(): void {
    this.#hasFailed = true
    this.#onVerified(-this.#verified)
    this.#verified = 0
  }
}
