import { bodyChecksumHeader, bodyChecksumOf } from '../contract/bodyChecksum.ts'
import { csrfHeader } from '../contract/headers.ts'
import { MiB } from '../contract/limits.ts'
import type { Bodies, Body, BodyBuffer, Bytes, RawResponse, RequestHead } from '../core/ports.ts'
import { noResponse } from '../core/util/rawResponse.ts'
import { BufferPool } from '../core/util/bufferPool.ts'
import { detachBuffer } from '../core/util/detachBuffer.ts'
import { PrivateParts } from './privateParts.ts'

type Payload = Blob | Bytes

/** Time without progress after which a request is aborted. */
const stallTimeoutMs = 30_000
/** Timeout of a confirmation: the server checks every part of every file before it responds. */
const confirmTimeoutMs = 120_000
/** Milliseconds per MiB of `send` with open developer tools; about three without. */
const slowSendMsPerMiB = 10
/** Slow sends in a row after which Blobs are used; one of twice the limit suffices. */
const maxSlowSends = 2
/** Copies of a body that the browser keeps, see [Note: What the collector does not see]. */
const browserCopiesOfBody = 4

/**
 * [Note: Bodies are sent by the worker that made them]
 * Bodies are buffers: the browser copies them to its network process, at half the CPU time of a Blob, whose
 * bytes take two more steps through its main process. But developer tools that record the network get every
 * such body as text, which makes sending ten times slower. This shows in the duration of `send`; from then on
 * this worker's bodies are Blobs, which tools do not get.
 *
 * The bytes of a Blob are freed when its last handle is collected: on a page after minutes, in a worker that
 * sends in time, see below. So a Blob never leaves its worker. XMLHttpRequest, because fetch has no upload
 * progress.
 */
export class WorkerBodies implements Bodies {
  /** Buffers of sent bodies are reused: allocating costs as much as filling them. */
  readonly #memory = new BufferPool()
  readonly #parts = new PrivateParts()
  readonly #activeRequests = new Map<XMLHttpRequest, ArrayBuffer | null>()
  #slowSends = 0

  allocate(bytes: number): BodyBuffer {
    return new BodyMemory(bytes, this.#memory, (filled, drop) => this.#hold(filled, drop))
  }

  /** A body of small pieces, which is not reused. */
  ofParts(texts: readonly (Bytes | string)[]): Body {
    const blob = new Blob([...texts])
    const checksum = async () => bodyChecksumOf([new Uint8Array(await blob.arrayBuffer())])
    return this.#body(blob, () => undefined, checksum)
  }

  /** Aborts all requests of this worker. */
  stop(): void {
    for (const xhr of [...this.#activeRequests.keys()]) xhr.abort()
  }

  get #wantsBlobs(): boolean {
    return this.#slowSends >= maxSlowSends
  }

  async #hold(bytes: Bytes, drop: () => void): Promise<Body> {
    if (!this.#wantsBlobs) return this.#body(bytes, drop, () => bodyChecksumOf([bytes]))
    try {
      // A Blob would have to be read again.
      const digest = await bodyChecksumOf([bytes])
      const checksum = () => Promise.resolve(digest)
      const part = await this.#parts.write(bytes)
      return part
        ? this.#body(part.file, () => part.remove(), checksum)
        : this.#body(new Blob([bytes]), () => undefined, checksum)
    } finally {
      drop()
    }
  }

  #body(payload: Payload, drop: () => void, checksum: Body['checksum']): Body {
    const requests = new Set<XMLHttpRequest>()
    const send = (request: RequestHead, onProgress: (bytes: number) => void) =>
      this.#send(request, payload, onProgress, requests)
    const dropAll = () => {
      for (const xhr of [...requests]) xhr.abort()
      drop()
    }
    return { size: sizeOf(payload), checksum, send, drop: dropAll }
  }

  #send(
    request: RequestHead,
    payload: Payload,
    onProgress: (bytes: number) => void,
    sendings: Set<XMLHttpRequest>,
  ): Promise<RawResponse> {
    return new Promise((resolve) => {
      const xhr = new XMLHttpRequest()
      let watchdog: ReturnType<typeof setTimeout> | undefined
      const cleanUp = () => {
        clearTimeout(watchdog)
        this.#activeRequests.delete(xhr)
        sendings.delete(xhr)
      }
      const settle = (response: RawResponse) => {
        cleanUp()
        resolve(response)
      }
      const waitAtMost = (milliseconds: number) => {
        clearTimeout(watchdog)
        watchdog = setTimeout(() => xhr.abort(), milliseconds)
      }
      xhr.open(request.method, request.url)
      if (request.csrfToken) xhr.setRequestHeader(csrfHeader, request.csrfToken)
      if (request.contentType) xhr.setRequestHeader('content-type', request.contentType)
      if (request.checksum !== undefined) xhr.setRequestHeader(bodyChecksumHeader, request.checksum)
      xhr.upload.addEventListener('progress', (event) => {
        waitAtMost(stallTimeoutMs)
        onProgress(event.loaded)
      })
      if (request.method === 'POST') xhr.upload.addEventListener('load', () => waitAtMost(confirmTimeoutMs))
      xhr.addEventListener('error', () => settle(noResponse))
      xhr.addEventListener('abort', () => settle(noResponse))
      xhr.addEventListener('load', () => settle(responseOf(xhr, request)))
      this.#activeRequests.set(xhr, gcPressureBuffer(payload))
      sendings.add(xhr)
      waitAtMost(stallTimeoutMs)
      try {
        this.#sendPayload(xhr, payload)
      } catch (error) {
        cleanUp()
        throw error
      }
    })
  }

  #sendPayload(xhr: XMLHttpRequest, payload: Payload): void {
    if (payload instanceof Blob || this.#wantsBlobs) {
      xhr.send(payload instanceof Blob ? payload : new Blob([payload]))
      return
    }
    const startedAt = performance.now()
    xhr.send(payload)
    const limitMs = slowSendMsPerMiB * Math.max(1, payload.length / MiB)
    const durationMs = performance.now() - startedAt
    // It may just have waited for a processor.
    if (durationMs > 2 * limitMs) this.#slowSends = maxSlowSends
    else this.#slowSends = durationMs > limitMs ? this.#slowSends + 1 : 0
  }
}

/** Buffer of a body under construction, reused from earlier bodies. */
class BodyMemory implements BodyBuffer {
  readonly #memory: BufferPool
  readonly #bytes: Bytes
  readonly #hold: (bytes: Bytes, drop: () => void) => Promise<Body>

  /** @param size of the whole body, in bytes @param hold makes a body of the bytes */
  constructor(size: number, memory: BufferPool, hold: (bytes: Bytes, drop: () => void) => Promise<Body>) {
    this.#memory = memory
    this.#bytes = new Uint8Array(memory.take(size), 0, size)
    this.#hold = hold
  }

  put(piece: Bytes, offset: number): void {
    this.#bytes.set(piece, offset)
  }

  /** Frees the piece's own memory: keeping pieces would require fresh memory for all of them. */
  take(piece: Bytes, offset: number): void {
    this.put(piece, offset)
    detachBuffer(piece)
  }

  close(size = this.#bytes.length): Promise<Body> {
    return this.#hold(this.#bytes.subarray(0, size), () => this.drop())
  }

  /** Gives the memory back. Call it once. */
  drop(): void {
    this.#memory.give(this.#bytes.buffer)
  }
}

/**
 * [Note: What the collector does not see]
 * The browser keeps its copies of a body until the request is collected. Collections are triggered by memory
 * pressure, which those copies are not part of: with one large file Chromium grew by a gigabyte. So each request
 * refers, as long as it lives, to a buffer of the same size. Nothing is written to that: it takes addresses and
 * no memory. A File needs none: its bytes are on disk.
 */
function gcPressureBuffer(payload: Payload): ArrayBuffer | null {
  if (payload instanceof File) return null
  try {
    return new ArrayBuffer(browserCopiesOfBody * sizeOf(payload))
  } catch {
    // Without memory for it, sending still works.
    return null
  }
}

const sizeOf = (payload: Payload): number => (payload instanceof Blob ? payload.size : payload.length)

function responseOf(xhr: XMLHttpRequest, { isDirectToStore }: RequestHead): RawResponse {
  const { status, statusText, responseText: text } = xhr
  // Browsers do not expose the store's header.
  const retryAfter = isDirectToStore ? 0 : Number(xhr.getResponseHeader('retry-after'))
  return { status, statusText, retryAfter: retryAfter > 0 ? retryAfter : null, text }
}
