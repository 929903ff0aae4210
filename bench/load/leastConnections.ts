/** Requests in progress at each server. */
export class LeastConnections {
  readonly #counts: number[]
  #turn = 0

  constructor(servers: number) {
    this.#counts = Array.from({ length: servers }, () => 0)
  }

  /** Index of a server with the fewest requests in progress; servers with equally many take turns. */
  begin(): number {
    const fewest = Math.min(...this.#counts)
    const servers = this.#counts.length
    const turn = this.#turn++
    const order = this.#counts.map((_, n) => (turn + n) % servers)
    const at = order.find((n) => this.#counts[n] === fewest) ?? 0
    this.#counts[at] = fewest + 1
    return at
  }

  end(at: number): void {
    this.#counts[at] = (this.#counts[at] ?? 1) - 1
  }
}
