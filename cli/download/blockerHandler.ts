import { type Blocker, isSelfEnding } from '../../core/open/openJob.ts'
import type { Context } from '../context.ts'
import { CommandError, exitCodes } from '../exitCodes.ts'
import type { ServerClient } from '../platform/serverClient.ts'
import { defaultIdleTimeoutMs } from '../retryUntilAnswered.ts'

/** A blocker that a person removes. */
type PersonalBlocker = Exclude<Blocker, 'network' | 'other-answer'>

interface BlockerOptions extends Pick<Context, 'report' | 'signal'> {
  readonly server: Pick<ServerClient, 'connectionError'>
  /** Removes the blocker. @throws CommandError if it cannot */
  readonly removeBlocker: (blocker: PersonalBlocker) => Promise<void>
  /** Resumes everything that waits. */
  readonly resume: () => void
  /** Milliseconds without a byte while the server does not answer; Infinity waits without end. */
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
  #timer: NodeJS.Timeout | undefined

  constructor(options: BlockerOptions) {
    this.#options = options
    this.#idleTimeoutMs = options.idleTimeoutMs ?? defaultIdleTimeoutMs
    this.signal = AbortSignal.any([options.signal, this.#abort.signal])
  }

  onBlocker(blocker: Blocker | null): void {
    const previous = this.#blocker
    this.#blocker = blocker
    this.close()
    const { report, server } = this.#options
    if (isSelfEnding(blocker)) {
      if (server.connectionError) this.#abort.abort(server.connectionError)
      if (this.#idleTimeoutMs < Infinity)
        this.#timer = setTimeout(() => this.#abort.abort(this.#timeoutError), this.#idleTimeoutMs)
      report.emit({
        event: 'wait',
        message: 'The server does not answer, or not as it should. It is asked again.',
      })
    } else if (isSelfEnding(previous)) report.emit({ event: 'resume', message: 'The server answers again.' })
    if (blocker !== null && !isSelfEnding(blocker)) void this.#removeBlocker(blocker)
  }

  /** @param bytes received; zero or less has no effect */
  onBytes(bytes: number): void {
    if (bytes > 0) this.#timer?.refresh()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  get #timeoutError(): CommandError {
    const minutes = Math.round(this.#idleTimeoutMs / 60_000)
    const message = `No byte came for ${minutes} minutes. Run it again: it goes on where it was.`
    return new CommandError(exitCodes.network, message)
  }

  async #removeBlocker(blocker: PersonalBlocker): Promise<void> {
    try {
      await this.#options.removeBlocker(blocker)
      this.#options.resume()
    } catch (error) {
      this.#abort.abort(error)
    }
  }
}
