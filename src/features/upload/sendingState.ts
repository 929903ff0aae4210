import type { UploadRun } from '../../../core/upload/run.ts'

/** One batch on its way, from the click to its end, and what somebody may want of it meanwhile. */
export class Sending {
  readonly #ended = new AbortController()
  #run: UploadRun | null = null
  #isCancelled = false
  #isLeft = false
  #isPaused = false
  #passed: (() => void) | null = null

  /** Aborted when it is not wanted any more, or the page goes. */
  get signal(): AbortSignal {
    return this.#ended.signal
  }

  /** The person wants it no more; without it the page goes, and the batch may be gone on with. */
  get isCancelled(): boolean {
    return this.#isCancelled
  }

  /** The page goes, whatever was wanted before. */
  get isLeft(): boolean {
    return this.#isLeft
  }

  /** The engine has it from now on. Resolves when every file has ended. @throws the signal's reason; what `ended` throws */
  async runs(run: UploadRun): Promise<void> {
    this.#run = run
    if (this.#isPaused) run.pause()
    await run.ended
    this.signal.throwIfAborted()
  }

  /** Resolves when the gate that is shown is passed. @throws the signal's reason */
  async gatePassed(): Promise<void> {
    this.signal.throwIfAborted()
    await new Promise<void>((resolve) => {
      this.#passed = resolve
      this.signal.addEventListener('abort', () => resolve())
    })
    this.signal.throwIfAborted()
  }

  passGate() {
    this.#passed?.()
    this.#run?.passGate()
  }

  pause() {
    this.#isPaused = true
    this.#run?.pause()
  }

  resume() {
    this.#isPaused = false
    this.#run?.resume()
  }

  cancel() {
    this.#isCancelled = true
    this.#ended.abort()
    this.#run?.cancel()
  }

  leave() {
    this.#isLeft = true
    this.#ended.abort()
    this.#run?.leave()
  }
}
