import type { Attempt } from '../measure/rounds.ts'
import type { ScenarioOutcome, Sample } from '../results.ts'
import type { Sizes } from '../sizes.ts'
import type { BrowserName } from '../setup/browser.ts'
import type { Setup } from '../setup/setup.ts'

/** Something that is measured, by name. */
export interface Scenario {
  name: string
  /** One line for --list and the report. */
  what: string
  /** All, unless it needs one. */
  browsers?: BrowserName[]
  /** Measured over a line, and then by default. */
  needsLine?: true
  run: (setup: Setup, sizes: Sizes) => Promise<ScenarioOutcome>
}

/** How many times as fast as its reference, round by round. */
export const speedRatios = (product: { seconds: number }[], reference: { seconds: number }[]): number[] =>
  product.map(({ seconds }, round) => (reference[round]?.seconds ?? NaN) / seconds)

/** CPU seconds of browser and server, by those of its reference, round by round. */
export const cpuRatios = (product: Pick<Sample, 'cpu'>[], reference: Pick<Sample, 'cpu'>[]): number[] =>
  product.map((sample, round) => cpuSecondsOf(sample) / cpuSecondsOf(reference[round]))

const cpuSecondsOf = (sample: Pick<Sample, 'cpu'> | undefined): number =>
  sample === undefined ? NaN : Object.values(sample.cpu).reduce((sum, seconds) => sum + seconds, 0)

/** MB/s, a MB being a million bytes. */
export const rates = (samples: { seconds: number; bytes: number }[]): number[] =>
  samples.map(({ seconds, bytes }) => bytes / 1e6 / seconds)

export const filesASecond = (samples: { seconds: number; files: number }[]): number[] =>
  samples.map(({ seconds, files }) => files / seconds)

/** `run` of an attempt that is timed from outside. */
export const timedOutside =
  (work: () => Promise<unknown>): Attempt['run'] =>
  async () => {
    await work()
    return undefined
  }
