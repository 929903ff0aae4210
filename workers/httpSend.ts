import { csrfHeader } from '../contract/headers.ts'

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
const noAnswer: SendAnswer = { status: 0, statusText: '', retryAfter: null, text: '' }

/**
 * [Note: Bodies are sent by the worker that made them]
 * Bodies are Blobs, never ArrayBuffers: those are copied through several processes at a tenth of the speed. The bytes of
 * a Blob are let go of when the last handle to it is collected. A page makes little garbage, so handles that reach it
 * live for minutes, and with them hundreds of megabytes; a worker that seals is collected all the time. So a Blob never
 * leaves its worker. XMLHttpRequest, because fetch cannot tell how much has left.
 */
export function sendBody(
  attempt: SendAttempt,
  body: Blob,
  onProgress: (bytes: number) => void,
): Promise<SendAnswer> {
  return new Promise((resolve) => {
    const xhr = new XMLHttpRequest()
    let watchdog: ReturnType<typeof setTimeout> | undefined
    const settle = (answer: SendAnswer) => {
      clearTimeout(watchdog)
      underWay.delete(xhr)
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
    underWay.add(xhr)
    waitAtMost(stallMilliseconds)
    xhr.send(body)
  })
}

const underWay = new Set<XMLHttpRequest>()

/** Ends what this worker is sending, each as if no answer had come. */
export function stopSending(): void {
  for (const xhr of [...underWay]) xhr.abort()
}
