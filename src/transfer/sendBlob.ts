import { csrfHeader } from '../../contract/headers.ts'
import { csrfToken } from '../api/client.ts'
import { detail, errorBody } from '../../contract/errors.ts'

export interface SendRequest {
  method: 'POST' | 'PUT' | 'DELETE'
  url: string
  /**
   * Blobs and forms of Blobs only: a browser copies an ArrayBuffer body through several processes and falls to a
   * tenth of the speed.
   */
  body?: Blob | FormData | string
  contentType?: string
  signal: AbortSignal
  /** Bytes of the body that left this machine so far. */
  onProgress?: (bytes: number) => void
}

/** No answer, or no byte moved for half a minute. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** An answer that is not a success. `message` is fit for people. */
export class RefusedError extends Error {
  override name = 'RefusedError'
  readonly status: number
  /** Seconds to wait, as the server asks. */
  readonly retryAfter: number | undefined

  constructor(status: number, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }
}

const stallMilliseconds = 30_000

/**
 * Sends a body with progress, which fetch cannot report. Answers the parsed JSON, or undefined without one.
 * @throws NetworkError, RefusedError, or the signal's reason
 */
export function sendOnce(request: SendRequest): Promise<unknown> {
  const { signal } = request
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(abortReason(signal))
      return
    }
    const xhr = new XMLHttpRequest()
    let watchdog: ReturnType<typeof setTimeout> | undefined
    const moved = () => {
      clearTimeout(watchdog)
      watchdog = setTimeout(() => {
        xhr.abort()
        fail(new NetworkError('Nothing moved for 30 seconds.'))
      }, stallMilliseconds)
    }
    const onAbort = () => {
      xhr.abort()
      fail(abortReason(signal))
    }
    const settle = () => {
      clearTimeout(watchdog)
      signal.removeEventListener('abort', onAbort)
    }
    const fail = (error: Error) => {
      settle()
      reject(error)
    }
    xhr.open(request.method, request.url)
    const token = csrfToken()
    if (token) xhr.setRequestHeader(csrfHeader, token)
    if (request.contentType) xhr.setRequestHeader('content-type', request.contentType)
    xhr.upload.addEventListener('progress', (event) => {
      moved()
      request.onProgress?.(event.loaded)
    })
    xhr.addEventListener('error', () => fail(new NetworkError('Could not connect to the server.')))
    xhr.addEventListener('load', () => {
      settle()
      const body = parse(xhr.responseText)
      if (xhr.status >= 200 && xhr.status < 300) resolve(body)
      else reject(refusal(xhr, body))
    })
    signal.addEventListener('abort', onAbort)
    moved()
    xhr.send(request.body ?? null)
  })
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new DOMException('Cancelled', 'AbortError')
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusal(xhr: XMLHttpRequest, body: unknown): RefusedError {
  const parsed = errorBody.safeParse(body)
  const said = parsed.success ? parsed.data.detail : undefined
  const text = Array.isArray(said) ? said.map((item) => item.msg).join('; ') : said
  const seconds = Number(xhr.getResponseHeader('retry-after'))
  return new RefusedError(
    xhr.status,
    text ?? `Error: ${xhr.status} - ${xhr.statusText}`,
    seconds > 0 ? seconds : undefined,
  )
}

const passing = new Set([408, 425, 429, 500, 502, 503, 504])
const longestWaitSeconds = 30

/** Whether the same request may succeed later. A CSRF refusal has set a fresh token with its answer. */
function mayPass(error: unknown): boolean {
  if (error instanceof NetworkError) return true
  if (!(error instanceof RefusedError)) return false
  return passing.has(error.status) || (error.status === 403 && error.message === detail.csrf)
}

/**
 * Repeats a send that failed for a passing reason, waiting longer each time, and no longer than until the
 * network is back. Only for requests that may be repeated: parts and confirmations.
 * @throws what the last attempt threw
 */
export async function send(request: SendRequest, attempts = 10): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await sendOnce(request)
    } catch (error) {
      if (attempt >= attempts || !mayPass(error)) throw error
      const csrf = error instanceof RefusedError && error.status === 403
      const asked = error instanceof RefusedError ? error.retryAfter : undefined
      const seconds =
        asked ?? Math.min(longestWaitSeconds, 0.5 * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2)
      request.onProgress?.(0)
      if (!csrf) await pause(Math.min(seconds, 120) * 1000, request.signal)
    }
  }
}

/** Waits, but comes back at once when the network does. @throws the signal's reason */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController()
  await new Promise<void>((resolve) => {
    const options = { signal: over.signal }
    addEventListener('online', () => resolve(), options)
    signal.addEventListener('abort', () => resolve(), options)
    setTimeout(resolve, milliseconds)
  })
  over.abort()
  signal.throwIfAborted()
}
