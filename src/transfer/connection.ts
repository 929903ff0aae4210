import { errorBody } from '../../contract/errorBody.ts'
import { detail } from '../../contract/errors.ts'
import type { SendAnswer, SendAttempt } from '../../workers/httpSend.ts'
import { csrfToken } from '../api/client.ts'
import { networkOr } from '../api/reach.ts'
import { RateMeter } from './rateMeter.ts'

/** No answer, or no byte moved for half a minute. */
export class NetworkError extends Error {
  override name = 'NetworkError'
  readonly status = 0
}

/** An answer that is not a success. `message` is fit for people. */
export class RefusedError extends Error {
  override name = 'RefusedError'
  readonly status: number
  /** Seconds, as the server asks. */
  readonly retryAfter: number | null

  constructor(status: number, message: string, retryAfter: number | null = null) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** What is sent in one piece does not come through in this size, and could be smaller. */
export class TooLargeError extends Error {
  override name = 'TooLargeError'

  /** Somebody said so; otherwise it broke off again and again. */
  readonly isRefusal: boolean

  constructor({ isRefusal }: { isRefusal: boolean }) {
    super('The way to the server does not take so much at a time.')
    this.isRefusal = isRefusal
  }
}

const longestWaitSeconds = 30
/** A server may ask for more patience than a person has. */
const longestAskedSeconds = 120
/** For a server that answers, but with failures; where nothing answers, there is no end to patience. */
const patienceSeconds = 1800
/** Answers that may be others later. */
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])
/** No answer, or that of a proxy which has lost its patience. */
const cutOff: ReadonlySet<number> = new Set([0, 408, 504])
/** Breaking off so often in a row, with bytes on their way, says that the size is the matter. */
const failuresUntilSmaller = 3
/** A refusal has set a fresh token with its answer; one that is refused again is another matter. */
const csrfAttempts = 3

/** Browsers open six connections to a server of HTTP/1.1: one is left for small calls, and none waits in the browser. */
const mostLanes = 5
const firstLanes = 4
const successesForOneMore = 4

export interface ConnectionOptions {
  signal: AbortSignal
  /** Called when requests begin to fail for passing reasons, and when one has come through again. */
  onChange: (lost: boolean) => void
}

/**
 * [Note: The way to the server]
 * Everything that is sent goes through here. A failure that may pass is met with waiting, longer each time, but not
 * longer than until the network is back; meanwhile fewer requests go out at a time, since many at once are what a bad
 * network bears least. A person who pauses closes the way: what is being sent stops, and is sent again later.
 */
export class Connection {
  readonly rate = new RateMeter()
  readonly #options: ConnectionOptions
  #lanes = firstLanes
  #taken = 0
  #successes = 0
  #paused = false
  #lost = false
  readonly #waiting: (() => void)[] = []

  constructor(options: ConnectionOptions) {
    this.#options = options
    options.signal.addEventListener('abort', () => this.#wake())
  }

  /** Requests that may be under way at a time. */
  get lanes(): number {
    return this.#lanes
  }

  pause() {
    this.#paused = true
  }

  resume() {
    this.#paused = false
    this.#wake()
  }

  /**
   * Sends by a worker, and again when it fails for a passing reason. Only for requests that may be repeated.
   * @returns the parsed JSON, undefined without one. @throws NetworkError, RefusedError, or the signal's reason
   */
  send(
    target: Omit<SendAttempt, 'csrfToken'>,
    send: (attempt: SendAttempt) => Promise<SendAnswer>,
    onFailure?: (error: unknown) => void,
  ): Promise<unknown> {
    const attempt = async () => {
      const answer = await send({ ...target, csrfToken: csrfToken() })
      const body = parse(answer.text)
      if (answer.status >= 200 && answer.status < 300) return body
      if (answer.status === 0) throw new NetworkError('Could not connect to the server.')
      throw new RefusedError(answer.status, errorText(answer, body), answer.retryAfter)
    }
    return this.patiently(attempt, onFailure)
  }

  /**
   * Sends what can be made smaller, and gives up where its size may be what keeps it from coming through.
   * @param mayBeSize asked at each failure that may pass: whether bytes had left that could be too many
   * @throws TooLargeError, and what `send` throws
   */
  async sendShrinkable(
    target: Omit<SendAttempt, 'csrfToken'>,
    send: (attempt: SendAttempt) => Promise<SendAnswer>,
    mayBeSize: () => boolean,
  ): Promise<unknown> {
    let failures = 0
    const onFailure = (error: unknown) => {
      const isCutOff = cutOff.has(statusOf(error) ?? NaN)
      failures = mayBeSize() && isCutOff ? failures + 1 : 0
      if (failures >= failuresUntilSmaller) throw new TooLargeError({ isRefusal: false })
    }
    try {
      return await this.send(target, send, onFailure)
    } catch (error) {
      throw statusOf(error) === 413 ? new TooLargeError({ isRefusal: true }) : error
    }
  }

  /**
   * Makes a request, and again as long as it fails for a passing reason.
   * @param onFailure sees each failure that is waited out, and ends the waiting by throwing.
   */
  async patiently<T>(attempt: () => Promise<T>, onFailure?: (error: unknown) => void): Promise<T> {
    const { signal } = this.#options
    let answeredSince: number | undefined
    for (let count = 1; ; count++) {
      await this.#enter()
      let failure: unknown
      try {
        const result = await attempt()
        this.#succeeded()
        return result
      } catch (error) {
        failure = error
      } finally {
        this.#taken--
        this.#wake()
      }
      signal.throwIfAborted()
      // What ended with the pause has not failed.
      if (this.#paused) continue
      const status = statusOf(failure)
      if (status === 403 && isCsrf(failure) && count < csrfAttempts) continue
      if (status === null || (status !== 0 && !passing.has(status))) throw failure
      answeredSince = status === 0 ? undefined : (answeredSince ?? performance.now())
      if (answeredSince !== undefined && performance.now() - answeredSince > patienceSeconds * 1000)
        throw failure
      this.#failed()
      onFailure?.(failure)
      const growing = Math.min(longestWaitSeconds, 0.5 * 2 ** (count - 1)) * (0.75 + Math.random() / 2)
      const asked = failure instanceof RefusedError ? failure.retryAfter : null
      await pause(Math.min(asked ?? growing, longestAskedSeconds) * 1000, signal)
    }
  }

  async #enter(): Promise<void> {
    const { signal } = this.#options
    signal.throwIfAborted()
    while (this.#paused || this.#taken >= this.#lanes) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
      signal.throwIfAborted()
    }
    this.#taken++
  }

  #wake() {
    // Each looks for itself whether it may go, in the order in which it came.
    this.#waiting.splice(0).forEach((go) => go())
  }

  #failed() {
    this.#successes = 0
    this.#lanes = Math.max(1, Math.floor(this.#lanes / 2))
    this.#tell(true)
  }

  #succeeded() {
    this.#tell(false)
    if (++this.#successes < successesForOneMore) return
    this.#successes = 0
    this.#lanes = Math.min(mostLanes, this.#lanes + 1)
  }

  #tell(lost: boolean) {
    if (this.#lost === lost) return
    this.#lost = lost
    this.#options.onChange(lost)
  }
}

/** 0 without an answer; null for what is no failure of a request. */
function statusOf(error: unknown): number | null {
  if (error instanceof NetworkError || error instanceof RefusedError) return error.status
  if (!(error instanceof Error)) return null
  if (error.name === 'TimeoutError') return 0
  return error.name === 'ApiError' && 'status' in error ? Number(error.status ?? 0) : null
}

const isCsrf = (error: unknown) => error instanceof Error && error.message === detail.csrf

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
  await networkOr(milliseconds, signal)
  signal.throwIfAborted()
}
