import { csrfHeader } from '../contract/headers.ts'
import { MiB } from '../contract/limits.ts'
import type { Bytes } from '../src/crypto/index.ts'

/** One attempt to send a body. */
export interface SendAttempt {
  method: 'POST' | 'PUT'
  url: string
  /** Of the page: workers cannot read cookies. */
  csrfToken: string
  contentType?: string
}

/** `status` 0: no answer, no byte moved for half a minute, or `stopSending`. */
export interface SendAnswer {
  status: number
  statusText: string
  /** Seconds to wait, as the server asks. */
  retryAfter: number | null
  text: string
}

const stallMilliseconds = 30_000
/** A confirmation has the server look at every part of every file before it answers. */
const confirmMilliseconds = 120_000
/** Milliseconds that handing over a buffer takes for each MiB where developer tools listen; alone it takes about three. */
const slowHandover = 10
const noAnswer: SendAnswer = { status: 0, statusText: '', retryAfter: null, text: '' }

export type Payload = Blob | Bytes

/** Signs of slow handovers: one body that took twice as long as that, or two in a row that took as long. */
const enoughSigns = 2
let signs = 0

/** Whether bodies should rather be Blobs, see below. */
export const wantsBlobs = (): boolean => signs >= enoughSigns

/**
 * [Note: Bodies are sent by the worker that made them]
 * Bodies are buffers: the browser copies them to the process that sends them and is done, at half the processor's time of
 * a Blob, whose bytes take two more steps through its main process. But developer tools that listen to the network are
 * given every such body as text, and then sending falls to a tenth: who tests in a browser or has its tools open would
 * wait. It shows in how long `send` takes, and from then on this worker's bodies are Blobs, of which tools get nothing.
 *
 * The bytes of a Blob are let go of when the last handle to it is collected. A page makes little garbage, so handles that
 * reach it live for minutes, and with them hundreds of megabytes; a worker that sends is collected in time, see below. So
 * a Blob never leaves its worker. XMLHttpRequest, because fetch cannot tell how much has left.
 */
export function sendBody(
  attempt: SendAttempt,
  body: Payload,
  onProgress: (bytes: number) => void,
): Promise<SendAnswer> {
  return new Promise((resolve) => {
    const xhr = new XMLHttpRequest()
    let watchdog: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      clearTimeout(watchdog)
      underWay.delete(xhr)
    }
    const settle = (answer: SendAnswer) => {
      end()
      resolve(answer)
    }
    const waitAtMost = (milliseconds: number) => {
      clearTimeout(watchdog)
      watchdog = setTimeout(() => xhr.abort(), milliseconds)
    }
    xhr.open(attempt.method, attempt.url)
    if (attempt.csrfToken) xhr.setRequestHeader(csrfHeader, attempt.csrfToken)
    if (attempt.contentType) xhr.setRequestHeader('content-type', attempt.contentType)
    xhr.upload.addEventListener('progress', (event) => {
      waitAtMost(stallMilliseconds)
      onProgress(event.loaded)
    })
    if (attempt.method === 'POST') xhr.upload.addEventListener('load', () => waitAtMost(confirmMilliseconds))
    xhr.addEventListener('error', () => settle(noAnswer))
    xhr.addEventListener('abort', () => settle(noAnswer))
    xhr.addEventListener('load', () => {
      const retryAfter = Number(xhr.getResponseHeader('retry-after'))
      settle({
        status: xhr.status,
        statusText: xhr.statusText,
        retryAfter: retryAfter > 0 ? retryAfter : null,
        text: xhr.responseText,
      })
    })
    underWay.set(xhr, weightOf(body))
    waitAtMost(stallMilliseconds)
    try {
      handOver(xhr, body)
    } catch (error) {
      end()
      throw error
    }
  })
}

function handOver(xhr: XMLHttpRequest, body: Payload): void {
  if (body instanceof Blob || wantsBlobs()) {
    xhr.send(body instanceof Blob ? body : new Blob([body]))
    return
  }
  const began = performance.now()
  xhr.send(body)
  const allowed = slowHandover * Math.max(1, body.length / MiB)
  const took = performance.now() - began
  // It may only have waited for a processor.
  if (took > 2 * allowed) signs = enoughSigns
  else signs = took > allowed ? signs + 1 : 0
}

/**
 * [Note: What the collector does not see]
 * The browser keeps its copies of a body until the request has been collected. It collects where much memory can be won,
 * and those copies do not count: with one large file Chromium grew by a gigabyte. So beside each request stands a
 * buffer that counts for them. Nothing is written to it, so that it takes addresses and no memory. It has to live as long
 * as the request: dropped at once it goes with the young garbage, which requests outlive. A File needs none: its bytes
 * are on the disk.
 */
const underWay = new Map<XMLHttpRequest, ArrayBuffer | null>()

const copiesOfBody = 4

function weightOf(body: Payload): ArrayBuffer | null {
  if (body instanceof File) return null
  try {
    return new ArrayBuffer(copiesOfBody * (body instanceof Blob ? body.size : body.length))
  } catch {
    // A device without room for it sends all the same.
    return null
  }
}

/** Ends what this worker is sending, each as if no answer had come. */
export function stopSending(): void {
  for (const xhr of [...underWay.keys()]) xhr.abort()
}
