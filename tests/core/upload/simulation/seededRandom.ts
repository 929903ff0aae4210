/** The same draws for the same seed. */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** From 0 to 1, 1 excluded. */
  draw(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  isOneIn(share: number): boolean {
    return this.draw() < share
  }

  below(count: number): number {
    return Math.floor(this.draw() * count)
  }
}

/** A rule of the machine that does not hold. */
export function assertRule(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what)
}
