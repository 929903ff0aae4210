import type { Blocker } from '../../core/open/job.ts'
import type { Context } from '../context.ts'
import { CommandError, exitCodes } from '../exitCodes.ts'
import type { ServerClient } from '../platform/serverClient.ts'
import { defaultIdleTimeoutMs } from '../retry.ts'

/** The longest delay of a timer. */
const maxTimerMs = 2 ** 31 - 1

interface BlockerOptions extends Pick<Context, 'report' | 'signal'> {
  readonly server: Pick<ServerClient, 'expectTrusted'>
  /** Removes the blocker. @throws CommandError if it cannot */
  readonly removeBlocker: (what: Exclude<Blocker, 'network'>) => Promise<void>
  /** Resumes everything that waits. */
  readonly resume: () => void
  /** Milliseconds; Infinity waits without end. */
  readonly idleTimeoutMs?: number | undefined
}

/** Handles blockers of opening: reports them, removes them if possible, and gives up after `idleTimeoutMs`. */
export class BlockerHandler {
  /** Aborted with the command, or after `idleTimeoutMs`. */
  readonly signal: AbortSignal
  readonly #options: BlockerOptions
  readonly #abort = new AbortController()
  readonly #idleTimeoutMs: number
  #blocker: Blocker | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastBytesAt = 0

  constructor(options: BlockerOptions) {
    this.#options = options
    this.#idleTimeoutMs = options.idleTimeoutMs ?? defaultIdleTimeoutMs
    this.signal = AbortSignal.any([options.signal, this.#abort.signal])
  }

  onBlocker(blocker: Blocker | null): void {
    const previous = this.#blocker
    this.#blocker = blocker
    clearTimeout(this.#timer)
    const { report } = this.#options
    if (blocker === 'network') {
      this.#expectTrusted()
      this.#lastBytesAt = performance.now()
      this.#watch(this.#idleTimeoutMs)
      report.emit({
        event: 'wait',
        message: 'The server does not answer, or not as it should. It is asked again.',
      })
    } else if (previous === 'network') report.emit({ event: 'resume', message: 'The server answers again.' })
    if (blocker === 'link-password' || blocker === 'sign-in') void this.#removeBlocker(blocker)
  }

  /** @param bytes received; zero or less has no effect */
  onBytes(bytes: number): void {
    if (bytes > 0) this.#lastBytesAt = performance.now()
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #expectTrusted(): void {
    try {
      this.#options.server.expectTrusted()
    } catch (error) {
      this.#abort.abort(error)
    }
  }

  #watch(milliseconds: number): void {
    this.#timer = setTimeout(
      () => {
        const left = this.#lastBytesAt + this.#idleTimeoutMs - performance.now()
        if (left > 0) this.#watch(left)
        else this.#abort.abort(this.#timeoutError)
      },
      Math.min(milliseconds, maxTimerMs),
    )
  }

  get #timeoutError(): CommandError {
    const minutes = Math.round(this.#idleTimeoutMs / 60_000)
    const message = `No byte came for ${minutes} minutes. Run it again: it goes on where it was.`
    return new CommandError(exitCodes.network, message)
  }

  async #removeBlocker(what: Exclude<Blocker, 'network'>): Promise<void> {
    try {
      await this.#options.removeBlocker(what)
      this.#options.resume()
    } catch (error) {
      this.#abort.abort(error)
    }
  }
}
