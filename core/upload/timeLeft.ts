/** What of a batch is behind it, or all of it. */
export interface Work {
  /** That have ended. */
  readonly files: number
  /** Plaintext that has left. */
  readonly bytes: number
}

/**
 * Milliseconds, in a browser on two cores beside its server (docs/performance.md): of a small file, beside its bytes, for
 * hashing, sealing and storing it; and of a byte.
 */
const usual = { file: 1, byte: 1 / 120_000 }
/** What is looked at, in octaves from what is usual: machines differ by less than lines. */
const looked = { file: [-3, 5], byte: [-2, 14], stepsPerOctave: 6 } as const
/** How far machines are from that one, and files beside bytes from what they are there: deviations of logarithms. */
const spread = { machine: 0.85, between: 0.5 }
/** In so many uploads it is the line that is slow, and makes bytes dearer by about this exponent. */
const slowLine = { share: 0.4, exponent: 2 }

/** Milliseconds after which what was seen counts a third. */
const memory = 30_000
const sampleEvery = 1000
/** Files of a request end together: only over several samples is their number what was worked at. */
const samplesTogether = 4
/** Milliseconds by which a sample is off for reasons that are none of its files and bytes. */
const noise = 450
/**
 * A sample is off by at most this multiple of its own milliseconds: a burst into buffers counts no more than the time that
 * it took, however many bytes it had.
 */
const mostOff = 1
/**
 * Buffers on the way fill first. That is over where bytes come this many times slower than just before, and is looked for
 * during so many milliseconds at work.
 */
const filling = { timesFaster: 4, until: 15_000 }
/** Longer without anything coming through was a pause, or no network: it says nothing of the work. */
const longestStep = 5000
/** Milliseconds at work, after buffers on the way have filled; before, nobody can say. */
const knownAfter = 4000
/** What is said is so within this factor, as likely as this; and is said on until it is less likely than that. */
const closeness = { factor: 1.3, toBegin: 0.75, toGoOn: 0.6 }

interface Sample {
  readonly at: number
  readonly done: Work
}

/**
 * [Note: Time left]
 * Many small files take time by their number, large ones by their size, and what is under way side by side shares one line
 * and one processor: time = files · (time of a file) + bytes · (time of a byte). A rate in bytes alone is wrong by as much
 * as what is left differs from what was.
 *
 * Both times are unknown, so many pairs of them are looked at. Each weighs as much as it explains what was seen of late,
 * and as much as it is usual: a machine that is slower is so at both, a line that is slow makes bytes dearer alone. Where
 * the pairs that weigh agree on what is left, that is said. Where they do not, nobody can know: large files have not been
 * sent yet, or both kinds came in one proportion that many pairs explain.
 *
 * How badly a pair explains a sample is the square of the milliseconds that it is off, up to a limit that depends on how
 * long the sample took and not on how many bytes it had. Without the limit, 4 MB that buffers of the operating system take
 * in two seconds outweigh minutes of a line of 1 Mbit/s. With it, the speed wins that was seen for most of the time. What
 * was seen while the buffers filled for the first time is forgotten as soon as that is over.
 */
export class TimeLeft {
  readonly #whole: Work
  #samples: Sample[] = []
  #worked = 0
  #isSaid = false
  /** How badly each pair explains what was seen: a negative log-likelihood, up to a constant. */
  #misfits: readonly number[] = pairs.map(() => 0)
  #weights: readonly Weighed[] = []

  constructor(whole: Work) {
    this.#whole = whole
  }

  /**
   * @param now in milliseconds, of a clock that only goes forward
   * @returns milliseconds, null where nobody can say
   */
  at(done: Work, now: number): number | null {
    // Until the first bytes are through, threads and connections start: nothing of that comes again.
    if (done.files + done.bytes === 0) {
      this.#samples = []
      return null
    }
    const last = this.#samples.at(-1)
    if (!last || now - last.at >= sampleEvery) this.#sample({ at: now, done }, last)
    if (this.#worked < knownAfter || this.#weights.length === 0) return null
    const files = Math.max(0, this.#whole.files - done.files)
    const bytes = Math.max(0, this.#whole.bytes - done.bytes)
    if (files + bytes === 0) return 0
    const lefts = this.#weights.map(({ file, byte, weight }) => ({
      left: Math.log(files * file + bytes * byte),
      weight,
    }))
    const middle = lefts.reduce((sum, { left, weight }) => sum + left * weight, 0)
    const isClose = ({ left }: { left: number }) => Math.abs(left - middle) < Math.log(closeness.factor)
    const agree = lefts.filter(isClose).reduce((sum, { weight }) => sum + weight, 0)
    this.#isSaid = agree >= (this.#isSaid ? closeness.toGoOn : closeness.toBegin)
    return this.#isSaid ? Math.exp(middle) : null
  }

  #sample(sample: Sample, last: Sample | undefined) {
    // Bytes fall where a file begins anew.
    const isWork = last && sample.at - last.at <= longestStep && sample.done.bytes >= last.done.bytes
    this.#samples = isWork ? [...this.#samples.slice(-samplesTogether), sample] : [sample]
    const [first] = this.#samples
    if (!isWork || !first) return
    this.#worked += sample.at - last.at
    if (this.#worked <= filling.until && this.#hasFilled()) this.#restart(sample)
    else this.#learn(between(first, sample))
  }

  /** Whether the samples before the latest two are of buffers that filled. */
  #hasFilled(): boolean {
    const [first, middle, last] = [this.#samples[0], this.#samples.at(-3), this.#samples.at(-1)]
    if (!first || !middle || !last || first === middle) return false
    const [early, late] = [between(first, middle), between(middle, last)]
    // Files end when the server has them: their bytes are not in buffers any more.
    return early.files === 0 && early.bytes / early.took > (filling.timesFaster * late.bytes) / late.took
  }

  #restart(sample: Sample) {
    this.#samples = [sample]
    this.#worked = 0
    this.#misfits = pairs.map(() => 0)
    this.#weights = []
  }

  #learn({ files, bytes, took }: Work & { took: number }) {
    const kept = Math.exp(-sampleEvery / memory)
    // Neighbours have most of it in common.
    const weight = 1 / (this.#samples.length - 1)
    this.#misfits = pairs.map(({ file, byte }, at) => {
      const off = Math.min(Math.abs(files * file + bytes * byte - took), mostOff * took)
      return kept * (this.#misfits[at] ?? 0) + (weight * (off / noise) ** 2) / 2
    })
    this.#weights = this.#weigh()
  }

  #weigh(): Weighed[] {
    const explained = pairs.map(({ file, byte, usual }, at) => ({
      file,
      byte,
      fit: usual - (this.#misfits[at] ?? 0),
    }))
    const best = Math.max(...explained.map(({ fit }) => fit))
    const weighed = explained.map(({ file, byte, fit }) => ({ file, byte, weight: Math.exp(fit - best) }))
    const all = weighed.reduce((sum, { weight }) => sum + weight, 0)
    return weighed
      .map((pair) => ({ ...pair, weight: pair.weight / all }))
      .filter(({ weight }) => weight > 1e-6)
  }
}

/** @returns what was done from one to the other, and the milliseconds that it took */
function between(from: Sample, to: Sample): Work & { took: number } {
  return {
    files: to.done.files - from.done.files,
    bytes: to.done.bytes - from.done.bytes,
    took: to.at - from.at,
  }
}

/** What a file and a byte may take. */
interface Pair {
  readonly file: number
  readonly byte: number
  /** How usual that is: its logarithm, up to a constant. */
  readonly usual: number
}

interface Weighed {
  readonly file: number
  readonly byte: number
  /** All of them add up to 1. */
  readonly weight: number
}

const pairs: readonly Pair[] = octaves(looked.file).flatMap((slowness) =>
  octaves(looked.byte).map((byteSlowness) => ({
    file: usual.file * Math.exp(slowness),
    byte: usual.byte * Math.exp(byteSlowness),
    usual: usualness(slowness, byteSlowness - slowness),
  })),
)

/** @returns natural logarithms */
function octaves([from, to]: readonly [number, number]): number[] {
  const count = (to - from) * looked.stepsPerOctave + 1
  return Array.from({ length: count }, (_, at) => (from + at / looked.stepsPerOctave) * Math.LN2)
}

/** @param dearer of bytes beside files, as a logarithm */
function usualness(slowness: number, dearer: number): number {
  const ofMachine =
    Math.exp(-((dearer / spread.between) ** 2) / 2) / (spread.between * Math.sqrt(2 * Math.PI))
  const ofLine = dearer > 0 ? Math.exp(-dearer / slowLine.exponent) / slowLine.exponent : 0
  const both = (1 - slowLine.share) * ofMachine + slowLine.share * ofLine
  return Math.log(both + Number.MIN_VALUE) - (slowness / spread.machine) ** 2 / 2
}
