import type { Blocker } from '../../core/open/job.ts'
import type { Context } from '../context.ts'
import { exitCodes, CommandError } from '../exitCodes.ts'
import type { ServerClient } from '../platform/serverClient.ts'
import { defaultIdleTimeoutMs } from '../retry.ts'

/** The longest delay of a timer. */
const maxTimerMs = 2 ** 31 - 1

interface WaitingOptions extends Pick<Context, 'report' | 'signal'> {
  readonly server: Pick<ServerClient, 'expectTrusted'>
  /** Removes the blocker. @throws CommandError if it cannot */
  readonly give: (what: Exclude<Blocker, 'network'>) => Promise<void>
  /** Resumes everything that waits. */
  readonly resume: () => void
  /** Milliseconds; Infinity waits without end. */
  readonly idleTimeoutMs?: number | undefined
}

/** Handles blockers of opening: reports them, removes them if possible, and gives up after `idleTimeoutMs`. */
export class Waiting {
  /** Aborted with the command, or after `idleTimeoutMs`. */
  readonly signal: AbortSignal
  readonly #options: WaitingOptions
  readonly #giveUp = new AbortController()
  readonly #idleTimeoutMs: number
  #need: Blocker | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #movedAt = 0

  constructor(options: WaitingOptions) {
    this.#options = options
    this.#idleTimeoutMs = options.idleTimeoutMs ?? defaultIdleTimeoutMs
    this.signal = AbortSignal.any([options.signal, this.#giveUp.signal])
  }

  hear(need: Blocker | null): void {
    const previous = this.#need
    this.#need = need
    clearTimeout(this.#timer)
    const { report } = this.#options
    if (need === 'network') {
      this.#expectTrusted()
      this.#movedAt = performance.now()
      this.#watch(this.#idleTimeoutMs)
      report.tell({
        event: 'wait',
        message: 'The server does not answer, or not as it should. It is asked again.',
      })
    } else if (previous === 'network') report.tell({ event: 'resume', message: 'The server answers again.' })
    if (need === 'link-password' || need === 'sign-in') void this.#give(need)
  }

  /** @param bytes received; zero or less has no effect */
  moved(bytes: number): void {
    if (bytes > 0) this.#movedAt = performance.now()
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #expectTrusted(): void {
    try {
      this.#options.server.expectTrusted()
    } catch (error) {
      this.#giveUp.abort(error)
    }
  }

  #watch(milliseconds: number): void {
    this.#timer = setTimeout(
      () => {
        const left = this.#movedAt + this.#idleTimeoutMs - performance.now()
        if (left > 0) this.#watch(left)
        else this.#giveUp.abort(this.#givenUp)
      },
      Math.min(milliseconds, maxTimerMs),
    )
  }

  get #givenUp(): CommandError {
    const minutes = Math.round(this.#idleTimeoutMs / 60_000)
    const message = `No byte came for ${minutes} minutes. Run it again: it goes on where it was.`
    return new CommandError(exitCodes.network, message)
  }

  async #give(what: Exclude<Blocker, 'network'>): Promise<void> {
    try {
      await this.#options.give(what)
      this.#options.resume()
    } catch (error) {
      this.#giveUp.abort(error)
    }
  }
}
