import { detail, errorBody } from '../../contract/errors.ts'
import type { SendAnswer, SendAttempt } from '../../workers/httpSend.ts'
import { csrfToken } from '../api/client.ts'

/** No answer, or no byte moved for half a minute. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** An answer that is not a success. `message` is fit for people. */
export class RefusedError extends Error {
  override name = 'RefusedError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const attempts = 10
const longestWaitSeconds = 30
/** A server may ask for more patience than a person has. */
const longestAskedSeconds = 120
/** Answers that may be others later. */
const passing = new Set([0, 408, 425, 429, 500, 502, 503, 504])

/**
 * Sends by a worker, and again when it fails for a passing reason, waiting longer each time, but no longer than until
 * the network is back. Only for requests that may be repeated: parts and confirmations.
 * @returns the parsed JSON, undefined without one. @throws NetworkError, RefusedError, or the signal's reason
 */
export async function sendWithRetry(
  target: Omit<SendAttempt, 'csrfToken'>,
  signal: AbortSignal,
  send: (attempt: SendAttempt) => Promise<SendAnswer>,
): Promise<unknown> {
  for (let count = 1; ; count++) {
    signal.throwIfAborted()
    const answer = await send({ ...target, csrfToken: csrfToken() })
    const body = parse(answer.text)
    if (answer.status >= 200 && answer.status < 300) return body
    const text = errorText(answer, body)
    // A refusal has set a fresh token with its answer.
    const isCsrf = answer.status === 403 && text === detail.csrf
    if (count >= attempts || !(isCsrf || passing.has(answer.status))) {
      if (answer.status === 0) throw new NetworkError('Could not connect to the server.')
      throw new RefusedError(answer.status, text)
    }
    if (isCsrf) continue
    const growing = Math.min(longestWaitSeconds, 0.5 * 2 ** (count - 1)) * (0.75 + Math.random() / 2)
    await pause(Math.min(answer.retryAfter ?? growing, longestAskedSeconds) * 1000, signal)
  }
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function errorText({ status, statusText }: SendAnswer, body: unknown): string {
  const said = errorBody.safeParse(body).data?.detail
  if (Array.isArray(said)) return said.map((item) => item.msg).join('; ')
  return said ?? `Error: ${status} - ${statusText}`
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
