import type { SeededRandom } from '../../upload/simulation/seededRandom.ts'

/** Who goes on at each call to the server is drawn: one at a time, when all others wait for their turn too. */
export class Schedule {
  readonly #chance: SeededRandom
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(chance: SeededRandom) {
    this.#chance = chance
  }

  /** To be awaited before and after each call. */
  waitForTurn = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
      this.#resumeNext()
    })
  }

  /** All of them at once, until each has ended. */
  async runAll(works: readonly (() => Promise<void>)[]): Promise<void> {
    this.#running = works.length
    await Promise.all(
      works.map(async (work) => {
        try {
          await work()
        } finally {
          this.#resumeNext()
        }
      }),
    )
  }

  #resumeNext(): void {
    this.#running--
    if (this.#running > 0 || this.#waiting.length === 0) return
    const [next] = this.#waiting.splice(this.#chance.below(this.#waiting.length), 1)
    this.#running++
    next?.()
  }
}
