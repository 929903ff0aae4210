import type { FaultError } from '../../../../core/faults/fault.ts'
import type { UploadRun } from '../../../../core/upload/runUpload.ts'

/** A batch under way, from the click to its end, with the requests to pause, resume or cancel it. */
export class BatchControl {
  /** True if the person cancelled the batch; a batch that ends because the page is left can be resumed. */
  isCancelled = false
  /** The error of a batch that ends because its recipient is no more in force; null for any other. */
  refusal: FaultError | null = null
  /** True if the page is being left, whatever was requested before. */
  isPageLeft = false
  readonly #controller = new AbortController()
  #run: UploadRun | null = null
  #isPaused = false
  #resolveGate: (() => void) | null = null

  /** Aborted when the batch is cancelled or the page is left. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /**
   * Passes pauses and cancellation on to the run, until every file has ended.
   * @throws the signal's reason; errors of `ended`
   */
  async attachUntilEnd(run: UploadRun): Promise<void> {
    this.#run = run
    if (this.#isPaused) run.pause()
    await run.ended
    this.signal.throwIfAborted()
  }

  /** Resolves when the gate on screen is passed. @throws the signal's reason */
  async waitUntilGatePassed(): Promise<void> {
    this.signal.throwIfAborted()
    await new Promise<void>((resolve) => {
      this.#resolveGate = resolve
      this.signal.addEventListener('abort', () => resolve())
    })
    this.signal.throwIfAborted()
  }

  passGate() {
    this.#resolveGate?.()
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
    this.isCancelled = true
    this.#controller.abort()
    this.#run?.cancel()
  }

  refuse(refusal: FaultError) {
    this.refusal = refusal
    this.cancel()
  }

  leave() {
    this.isPageLeft = true
    this.#controller.abort()
    this.#run?.leave()
  }
}
