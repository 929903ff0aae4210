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
/** Longer without anything coming through was a pause, or no network: it says nothing of the work. */
const longestStep = 5000
/** Milliseconds at work; before, nobody can say. */
const knownAfter = 2500
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
 * Both times are unknown, so many pairs of them are looked at. Each weighs as much as it explains what was seen of late
 * (by least squares), and as much as it is usual: a machine that is slower is so at both, a line that is slow makes bytes
 * dearer alone. Where the pairs that weigh agree on what is left, that is said. Where they do not, nobody can know: large
 * files have not been sent yet, or both kinds came in one proportion that many pairs explain.
 */
export class TimeLeft {
  readonly #whole: Work
  #samples: Sample[] = []
  #worked = 0
  #isSaid = false
  /** Sums over what was seen: of squares and products of files, bytes and milliseconds. */
  #seen = { ff: 0, fb: 0, bb: 0, ft: 0, bt: 0 }
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
    const { files, bytes } = sample.done
    this.#learn({ files: files - first.done.files, bytes: bytes - first.done.bytes }, sample.at - first.at)
  }

  #learn({ files, bytes }: Work, took: number) {
    const kept = Math.exp(-sampleEvery / memory)
    // Neighbours have most of it in common.
    const weight = 1 / (this.#samples.length - 1)
    const { ff, fb, bb, ft, bt } = this.#seen
    this.#seen = {
      ff: kept * ff + weight * files * files,
      fb: kept * fb + weight * files * bytes,
      bb: kept * bb + weight * bytes * bytes,
      ft: kept * ft + weight * files * took,
      bt: kept * bt + weight * bytes * took,
    }
    if (this.#seen.ff + this.#seen.bb > 0) this.#weights = this.#weigh()
  }

  #weigh(): Weighed[] {
    const { ff, fb, bb, ft, bt } = this.#seen
    const explained = pairs.map(({ file, byte, usual }) => {
      const misfit = file * file * ff + 2 * file * byte * fb + byte * byte * bb - 2 * (file * ft + byte * bt)
      return { file, byte, fit: usual - misfit / (2 * noise * noise) }
    })
    const best = Math.max(...explained.map(({ fit }) => fit))
    const weighed = explained.map(({ file, byte, fit }) => ({ file, byte, weight: Math.exp(fit - best) }))
    const all = weighed.reduce((sum, { weight }) => sum + weight, 0)
    return weighed
      .map((pair) => ({ ...pair, weight: pair.weight / all }))
      .filter(({ weight }) => weight > 1e-6)
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
