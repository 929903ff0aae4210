import { csrfHeader } from '../contract/headers.ts'

/** One attempt to send a body. */
export interface SendAttempt {
  method: 'POST' | 'PUT'
  url: string
  /** Of the page: workers cannot read cookies. */
  csrfToken: string
  contentType?: string
}

/** `status` 0: no answer, or no byte moved for half a minute. */
export interface SendAnswer {
  status: number
  statusText: string
  /** Seconds to wait, as the server asks. */
  retryAfter: number | null
  text: string
}

const stallMilliseconds = 30_000
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
      resolve(answer)
    }
    const moved = () => {
      clearTimeout(watchdog)
      watchdog = setTimeout(() => {
        xhr.abort()
        settle(noAnswer)
      }, stallMilliseconds)
    }
    xhr.open(attempt.method, attempt.url)
    if (attempt.csrfToken) xhr.setRequestHeader(csrfHeader, attempt.csrfToken)
    if (attempt.contentType) xhr.setRequestHeader('content-type', attempt.contentType)
    xhr.upload.addEventListener('progress', (event) => {
      moved()
      onProgress(event.loaded)
    })
    xhr.addEventListener('error', () => settle(noAnswer))
    xhr.addEventListener('load', () => {
      const retryAfter = Number(xhr.getResponseHeader('retry-after'))
      settle({
        status: xhr.status,
        statusText: xhr.statusText,
        retryAfter: retryAfter > 0 ? retryAfter : null,
        text: xhr.responseText,
      })
    })
    moved()
    xhr.send(body)
  })
}
