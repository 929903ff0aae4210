export interface UploadWork {
  readonly files: number
  /** Plaintext bytes sent. */
  readonly bytes: number
}

/** Milliseconds on two cores (docs/performance.md), per small file without its bytes, and per byte. */
const typicalMs = { file: 1, byte: 1 / 120_000 }
/** Range of the grid of pairs, in octaves around the usual: machines differ less than connections. */
const grid = { file: [-3, 5], byte: [-2, 14], stepsPerOctave: 6 } as const
/** Standard deviations, in logarithms: of machines, and of bytes against files. */
const deviations = { machine: 0.85, between: 0.5 }
/** Share of uploads with a slow connection, and the mean exponent by which it slows bytes down. */
const slowLine = { share: 0.4, exponent: 2 }

/** Milliseconds after which a sample's weight has fallen to a third. */
const memoryMs = 30_000
const sampleEvery = 1000
/** Files of a request end together: only several samples together show the number per time. */
const samplesTogether = 4
const noiseMs = 450
/** Greatest error of a sample, as a multiple of its duration: a burst into buffers counts as its time. */
const maxErrorRatio = 1
/** Buffers on the way are full once bytes get so many times slower, within so many milliseconds. */
const filling = { timesFaster: 4, until: 15_000 }
/** A longer gap was a pause or an outage, and is ignored. */
const maxStepMs = 5000
/** Milliseconds of work, after the buffers have filled, before an estimate is given. */
const minWorkMs = 4000
/** Probabilities of being right within the factor: `toBegin` to be shown, `toGoOn` to stay. */
const confidence = { factor: 1.3, toBegin: 0.75, toGoOn: 0.6 }

interface Sample {
  readonly at: number
  readonly done: UploadWork
}

/**
 * [Note: Time left]
 * Small files take time by their number, large ones by their size, and concurrent work shares one connection
 * and one processor: time = files · (time per file) + bytes · (time per byte). A rate in bytes alone is wrong
 * where the remaining files differ from those done.
 *
 * Both times are unknown, so a grid of pairs is weighed: by how well a pair explains recent samples, and by
 * how usual it is. A slow machine is slow at both, a slow connection at bytes alone. Where the pairs with
 * weight agree on the time left, it is shown. Where they do not, it is unknown: no large files have been sent
 * yet, or both kinds came in a proportion that many pairs explain.
 *
 * A pair's error on a sample is squared milliseconds, limited by the sample's duration: otherwise 4 MB that
 * buffers of the operating system take in two seconds would outweigh minutes at 1 Mbit/s. Samples from before
 * the buffers were full are dropped once they are.
 */
export class TimeLeft {
  readonly #total: UploadWork
  #samples: Sample[] = []
  #worked = 0
  #isShown = false
  /** Error of each pair on the samples: a negative log-likelihood, up to a constant. */
  #errors: readonly number[] = pairs.map(() => 0)
  #weights: readonly Weighed[] = []

  constructor(whole: UploadWork) {
    this.#total = whole
  }

  /** @param now monotonic milliseconds @returns milliseconds, or null if unknown */
  at(done: UploadWork, now: number): number | null {
    // Before the first bytes are sent, threads and connections start, which happens only once.
    if (done.files + done.bytes === 0) {
      this.#samples = []
      return null
    }
    const last = this.#samples.at(-1)
    if (!last || now - last.at >= sampleEvery) this.#sample({ at: now, done }, last)
    if (this.#worked < minWorkMs || this.#weights.length === 0) return null
    const files = Math.max(0, this.#total.files - done.files)
    const bytes = Math.max(0, this.#total.bytes - done.bytes)
    if (files + bytes === 0) return 0
    const lefts = this.#weights.map(({ file, byte, weight }) => ({
      left: Math.log(files * file + bytes * byte),
      weight,
    }))
    const middle = lefts.reduce((sum, { left, weight }) => sum + left * weight, 0)
    const isClose = ({ left }: { left: number }) => Math.abs(left - middle) < Math.log(confidence.factor)
    const agree = lefts.filter(isClose).reduce((sum, { weight }) => sum + weight, 0)
    this.#isShown = agree >= (this.#isShown ? confidence.toGoOn : confidence.toBegin)
    return this.#isShown ? Math.exp(middle) : null
  }

  #sample(sample: Sample, last: Sample | undefined) {
    // Bytes fall when a file starts again.
    const isWork = last && sample.at - last.at <= maxStepMs && sample.done.bytes >= last.done.bytes
    this.#samples = isWork ? [...this.#samples.slice(-samplesTogether), sample] : [sample]
    const [first] = this.#samples
    if (!isWork || !first) return
    this.#worked += sample.at - last.at
    if (this.#worked <= filling.until && this.#hasFilled()) this.#restart(sample)
    else this.#learn(between(first, sample))
  }

  /** True if the samples before the latest two were of buffers filling. */
  #hasFilled(): boolean {
    const [first, middle, last] = [this.#samples[0], this.#samples.at(-3), this.#samples.at(-1)]
    if (!first || !middle || !last || first === middle) return false
    const [early, late] = [between(first, middle), between(middle, last)]
    // Files end once they are on the server: their bytes were not just buffered.
    return early.files === 0 && early.bytes / early.took > (filling.timesFaster * late.bytes) / late.took
  }

  #restart(sample: Sample) {
    this.#samples = [sample]
    this.#worked = 0
    this.#errors = pairs.map(() => 0)
    this.#weights = []
  }

  #learn({ files, bytes, took }: UploadWork & { took: number }) {
    const decay = Math.exp(-sampleEvery / memoryMs)
    // Adjacent samples overlap for the most part.
    const weight = 1 / (this.#samples.length - 1)
    this.#errors = pairs.map(({ file, byte }, at) => {
      const error = Math.min(Math.abs(files * file + bytes * byte - took), maxErrorRatio * took)
      return decay * (this.#errors[at] ?? 0) + (weight * (error / noiseMs) ** 2) / 2
    })
    this.#weights = this.#weigh()
  }

  #weigh(): Weighed[] {
    const explained = pairs.map(({ file, byte, logPrior }, at) => ({
      file,
      byte,
      fit: logPrior - (this.#errors[at] ?? 0),
    }))
    const best = Math.max(...explained.map(({ fit }) => fit))
    const weighed = explained.map(({ file, byte, fit }) => ({ file, byte, weight: Math.exp(fit - best) }))
    const all = weighed.reduce((sum, { weight }) => sum + weight, 0)
    return weighed
      .map((pair) => ({ ...pair, weight: pair.weight / all }))
      .filter(({ weight }) => weight > 1e-6)
  }
}

/** @returns the work between two samples, and its duration in milliseconds */
function between(from: Sample, to: Sample): UploadWork & { took: number } {
  return {
    files: to.done.files - from.done.files,
    bytes: to.done.bytes - from.done.bytes,
    took: to.at - from.at,
  }
}

interface Pair {
  /** Milliseconds per file and per byte. */
  readonly file: number
  readonly byte: number
  /** Logarithm of the prior probability, up to a constant. */
  readonly logPrior: number
}

/** The weights add up to 1. */
type Weighed = Pick<Pair, 'file' | 'byte'> & { readonly weight: number }

const pairs: readonly Pair[] = octaves(grid.file).flatMap((slowness) =>
  octaves(grid.byte).map((byteSlowness) => ({
    file: typicalMs.file * Math.exp(slowness),
    byte: typicalMs.byte * Math.exp(byteSlowness),
    logPrior: logPriorOf(slowness, byteSlowness - slowness),
  })),
)

/** @returns the steps of the range, as natural logarithms */
function octaves([from, to]: readonly [number, number]): number[] {
  const count = (to - from) * grid.stepsPerOctave + 1
  return Array.from({ length: count }, (_, at) => (from + at / grid.stepsPerOctave) * Math.LN2)
}

/** @param byteCost logarithm of the cost of bytes relative to files */
function logPriorOf(slowness: number, byteCost: number): number {
  const ofMachine =
    Math.exp(-((byteCost / deviations.between) ** 2) / 2) / (deviations.between * Math.sqrt(2 * Math.PI))
  const ofLine = byteCost > 0 ? Math.exp(-byteCost / slowLine.exponent) / slowLine.exponent : 0
  const both = (1 - slowLine.share) * ofMachine + slowLine.share * ofLine
  return Math.log(both + Number.MIN_VALUE) - (slowness / deviations.machine) ** 2 / 2
}
