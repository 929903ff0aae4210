/**
 * [Note: Long work in turns]
 * 20 000 rows take a tenth of a second and more to read, to sort and to lay out as a tree; done in one go, the page
 * would stand still for that long. Such work is cut into turns shorter than a frame, and between two of them the
 * page draws and takes input.
 */
const turnMs = 8

/** How long the work at hand has had the page. */
export class TimeSlice {
  #began = performance.now()

  get isOver(): boolean {
    return performance.now() - this.#began >= turnMs
  }

  /** Lets everything else have its turn; then a new one begins. */
  async next(): Promise<void> {
    await yieldToMain()
    this.#began = performance.now()
  }
}

/**
 * Runs `steps` to its end. Each yield is a place where the page may have its turn. The first turn runs before this
 * returns, so that little work is done at once.
 * @returns gives the rest up; `onDone` is not called then.
 */
export function runInSlices<T>(steps: Iterator<unknown, T>, onDone: (result: T) => void): () => void {
  let cancelled = false
  const run = () => {
    if (cancelled) return
    const turn = new TimeSlice()
    for (;;) {
      const step = steps.next()
      if (step.done === true) {
        onDone(step.value)
        return
      }
      if (turn.isOver) break
    }
    afterOthers(run)
  }
  run()
  return () => void (cancelled = true)
}

/** The next task: whatever waits, a frame or a key press, goes first. */
export const yieldToMain = (): Promise<void> => new Promise((resolve) => afterOthers(resolve))

/** A message is a task of its own, and not held back as nested timers are. */
function afterOthers(callback: () => void): void {
  const { port1, port2 } = new MessageChannel()
  const called = () => {
    port1.close()
    callback()
  }
  // Types of Node have no 'onmessage'.
  port1.addEventListener('message', called)
  port1.start()
  port2.postMessage(null)
}
