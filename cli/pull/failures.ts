import type { Fault } from '../../core/faults/fault.ts'

const shortest = 60_000
const longest = 60 * 60_000

interface Failure {
  readonly code: string
  readonly tries: number
  /** Milliseconds. */
  readonly again: number
}

/** Files that failed, and when each is tried again: what a disk has damaged is not fetched at every look. */
export class Failures {
  readonly #failures = new Map<number, Failure>()

  /** @returns whether it is news */
  add(id: number, { code }: Pick<Fault, 'code'>, now: number): boolean {
    const before = this.#failures.get(id)
    const tries = (before?.tries ?? 0) + 1
    this.#failures.set(id, { code, tries, again: now + Math.min(longest, shortest * 2 ** (tries - 1)) })
    return before?.code !== code
  }

  drop(id: number): void {
    this.#failures.delete(id)
  }

  mayTry(id: number, now: number): boolean {
    return (this.#failures.get(id)?.again ?? now) <= now
  }

  isAnyDue(now: number): boolean {
    return [...this.#failures.values()].some(({ again }) => again <= now)
  }

  /** Of files that are not listed any more nothing is kept. */
  keepOnly(listed: ReadonlySet<number>): void {
    for (const id of this.#failures.keys()) if (!listed.has(id)) this.#failures.delete(id)
  }
}
