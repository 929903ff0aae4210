import type { UnitId } from '../../../../core/upload/state.ts'

interface Task {
  readonly run: () => void
  /** Its unit, where it ends with that. */
  readonly unit?: UnitId
  /** A request: how it ends when everything stops. */
  readonly stop?: () => void
}

/** What is under way in one page, in whatever order it comes to its end. */
export class PendingTasks {
  #all: Task[] = []
  readonly #queues = new Map<UnitId | 'journal', (() => void)[]>()

  get count(): number {
    return this.#all.length
  }

  add(task: Task) {
    this.#all.push(task)
  }

  run(at: number) {
    const [task] = this.#all.splice(at, 1)
    task?.run()
  }

  /** One after the other, as a thread and a journal work. */
  queue(of: UnitId | 'journal', run: () => void) {
    const queue = this.#queues.get(of)
    if (queue) queue.push(run)
    else {
      this.#queues.set(of, [run])
      this.#next(of)
    }
  }

  /** Requests end without an answer. */
  stop() {
    const stopped = this.#all.filter(({ stop }) => stop)
    this.#all = this.#all.filter(({ stop }) => !stop)
    for (const { stop, unit } of stopped)
      if (stop) this.#all.push({ run: stop, ...(unit !== undefined && { unit }) })
  }

  /** Nothing of the unit comes any more. @param isLate whether a request may arrive, and be answered, behind its end */
  forget(unit: UnitId, isLate: () => boolean) {
    this.#queues.delete(unit)
    this.#all = this.#all.filter((task) => task.unit !== unit || (task.stop && isLate()))
  }

  #next(of: UnitId | 'journal') {
    const run = () => {
      const queue = this.#queues.get(of)
      queue?.shift()?.()
      if (!queue || this.#queues.get(of) !== queue) return
      if (queue.length > 0) this.#next(of)
      else this.#queues.delete(of)
    }
    this.#all.push(of === 'journal' ? { run } : { run, unit: of })
  }
}
