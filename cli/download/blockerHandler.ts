import { Blockers } from '../../core/open/blockers.ts'
import { type Blocker, isSelfEnding } from '../../core/open/openJob.ts'
import type { Context } from '../context.ts'
import { CommandError, exitCodes } from '../exitCodes.ts'
import type { ServerClient } from '../platform/serverClient.ts'
import { defaultIdleTimeoutMs } from '../retryUntilAnswered.ts'
import { countText } from '../texts.ts'

/** A blocker that does not end by itself: a person has to remove it. */
type RemovableBlocker = Exclude<Blocker, 'network' | 'other-answer'>

interface BlockerOptions extends Pick<Context, 'report' | 'signal'> {
  readonly server: Pick<ServerClient, 'connectionError'>
  /** Removes a blocker, if it can be. @throws CommandError if that is not possible */
  readonly removeBlocker?: (blocker: RemovableBlocker) => Promise<void>
  /** Resumes the files that wait, if it is not `blockers` where they do. */
  readonly resume?: () => void
  /** Milliseconds without a byte while the server does not answer; Infinity waits without end. */
  readonly idleTimeoutMs?: number | undefined
}

/** Reports what blocks the opening of files, removes it if possible, and gives up after `idleTimeoutMs` without a byte. */
export class BlockerHandler {
  /** Aborted with the command, and when this gives up. */
  readonly signal: AbortSignal
  readonly blockers = new Blockers((blocker) => this.onBlocker(blocker))
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

  /** @param blocker null when nothing blocks any more */
  onBlocker(blocker: Blocker | null): void {
    const previous = this.#blocker
    this.#blocker = blocker
    this.#stopTimer()
    const { report, server } = this.#options
    if (isSelfEnding(blocker)) {
      if (server.connectionError) {
        this.#abort.abort(server.connectionError)
        return
      }
      if (this.#idleTimeoutMs < Infinity)
        this.#timer = setTimeout(() => this.#abort.abort(this.#timeoutError), this.#idleTimeoutMs)
      report.emit({
        event: 'wait',
        message: 'The server does not answer, or not as it should. Trying again.',
      })
    } else if (isSelfEnding(previous)) report.emit({ event: 'resume', message: 'The server answers again.' })
    const { removeBlocker } = this.#options
    if (blocker !== null && !isSelfEnding(blocker) && removeBlocker)
      void this.#resumeAfter(removeBlocker(blocker))
  }

  /** @param bytes received; zero or less has no effect */
  onBytes(bytes: number): void {
    if (bytes > 0) this.#timer?.refresh()
  }

  close(): void {
    this.#stopTimer()
  }

  #stopTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  get #timeoutError(): CommandError {
    const minutes = Math.round(this.#idleTimeoutMs / 60_000)
    const message = `No data arrived for ${countText(minutes, 'minute')}. Run the command again; it resumes.`
    return new CommandError(exitCodes.network, message)
  }

  async #resumeAfter(removal: Promise<void>): Promise<void> {
    try {
      await removal
      if (this.#options.resume) this.#options.resume()
      else this.blockers.resume()
    } catch (error) {
      this.#abort.abort(error)
    }
  }
}
