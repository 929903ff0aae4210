/**
 * [Note: Long work in time slices]
 * 20 000 rows take a tenth of a second to read, to sort or to lay out as a tree. Such work is divided into time
 * slices shorter than a frame, between which the page renders and handles input.
 */
const sliceMs = 8

/** Time that the current work has blocked the page. */
export class TimeSlice {
  #began = performance.now()

  get isOver(): boolean {
    return performance.now() - this.#began >= sliceMs
  }

  /** Yields to other tasks; then a new slice begins. */
  async next(): Promise<void> {
    await yieldToMain()
    this.#began = performance.now()
  }
}

/**
 * Runs `steps` to its end, yielding to the page at its yields. The first slice runs synchronously, so that
 * little work is done at once.
 * @returns a function that cancels the rest, without calling `onDone`
 */
export function runInSlices<T>(steps: Iterator<unknown, T>, onDone: (result: T) => void): () => void {
  let cancelled = false
  const run = () => {
    if (cancelled) return
    const step = runSlice(steps, new TimeSlice())
    if (step.done === true) onDone(step.value)
    else runInNextTask(run)
  }
  run()
  return () => void (cancelled = true)
}

/** Does the same, and resolves with the result. @throws what a step throws */
export async function resultInSlices<T>(steps: Iterator<unknown, T>): Promise<T> {
  const slice = new TimeSlice()
  for (;;) {
    const step = runSlice(steps, slice)
    if (step.done === true) return step.value
    await slice.next()
  }
}

/** Runs `steps` to its end or that of the slice. @returns the last result */
function runSlice<T>(steps: Iterator<unknown, T>, slice: TimeSlice): IteratorResult<unknown, T> {
  for (;;) {
    const step = steps.next()
    if (step.done === true || slice.isOver) return step
  }
}

/** Resolves in the next task, after waiting frames and input. */
export const yieldToMain = (): Promise<void> => new Promise((resolve) => runInNextTask(resolve))

/** A message is a task of its own, without the delay of nested timers. */
function runInNextTask(callback: () => void): void {
  const { port1, port2 } = new MessageChannel()
  const called = () => {
    port1.close()
    callback()
  }
  // Node's types have no 'onmessage'.
  port1.addEventListener('message', called)
  port1.start()
  port2.postMessage(null)
}
