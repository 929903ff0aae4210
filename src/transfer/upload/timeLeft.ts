/** What of a batch is behind it, or all of it. */
export interface Work {
  /** That have ended. */
  readonly files: number
  /** Plaintext, on the server. */
  readonly bytes: number
}

/**
 * Milliseconds, in a browser on two cores beside its server (docs/performance.md): of a small file, beside its bytes, for
 * hashing, sealing and storing it; and of a byte.
 */
const usual = { file: 1, byte: 1 / 120_000 }
/** Machines are seldom slower by more than this; lines are. */
const slowestMachine = 3
/** Milliseconds after which what was learnt counts a third. */
const memory = 30_000
const samplesEvery = 1000
/** Longer without anything coming through was a pause, or no network: it says nothing of the work. */
const longestStep = 5000
/** Milliseconds at work; before, nobody can say. */
const knownAfter = 2500

/**
 * How long a batch will take yet, from files and bytes both: many small files cost time by their number, large ones by
 * their size, and what is under way side by side shares one line and one processor. A rate in bytes alone is wrong by as
 * much as what is left differs from what was. What has taken less time than usual was done by a faster machine: then both
 * cost less. What has taken more was a slower line, for the larger part of it.
 */
export class TimeLeft {
  readonly #whole: Work
  #last: { at: number; done: Work } | null = null
  #worked = 0
  /** Of late: what was done in which time. */
  #files = 0
  #bytes = 0
  #milliseconds = 0

  constructor(whole: Work) {
    this.#whole = whole
  }

  /**
   * @param now in milliseconds, of a clock that only goes forward
   * @returns milliseconds, null while it is too early to say
   */
  at(done: Work, now: number): number | null {
    const last = this.#last
    if (!last || now - last.at >= samplesEvery) {
      this.#last = { at: now, done }
      if (last)
        this.#learn(
          { files: done.files - last.done.files, bytes: done.bytes - last.done.bytes },
          now - last.at,
        )
    }
    if (this.#worked < knownAfter || this.#files + this.#bytes === 0) return null
    const { file, byte } = this.#costs()
    const { files, bytes } = this.#whole
    return Math.max(0, files - done.files) * file + Math.max(0, bytes - done.bytes) * byte
  }

  #learn({ files, bytes }: Work, took: number) {
    // Bytes fall where a file begins anew.
    if (took > longestStep || bytes < 0) return
    const kept = Math.exp(-took / memory)
    this.#files = kept * this.#files + files
    this.#bytes = kept * this.#bytes + bytes
    this.#milliseconds = kept * this.#milliseconds + took
    this.#worked += took
  }

  /** Milliseconds of a file and of a byte, which add up to the time that what was done has taken. */
  #costs(): { file: number; byte: number } {
    const forFiles = usual.file * this.#files
    const forBytes = usual.byte * this.#bytes
    const slowness = this.#milliseconds / (forFiles + forBytes)
    // Whatever is slower, what there was most of is slower by more.
    const ofFiles = Math.min(slowness, slowestMachine) - 1
    const file = slowness < 1 ? slowness : 1 + (ofFiles * forFiles) / (forFiles + forBytes)
    const rest = this.#milliseconds - file * forFiles
    return {
      file: this.#bytes > 0 ? file * usual.file : this.#milliseconds / this.#files,
      byte: this.#bytes > 0 ? rest / this.#bytes : 0,
    }
  }
}
