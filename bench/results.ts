import type { CpuSeconds } from './measure/cpuMeter.ts'
import type { LongTasks } from './measure/longTasks.ts'
import type { Level } from './sizes.ts'
import type { LineSpec } from './setup/line.ts'
import type { PageState } from './setup/pageState.ts'
import { summarize, type Summary } from './statistics.ts'
import { type FigureId, figureKindOf, figureKinds, type Verdict, verdictOf } from './targets.ts'

/** What comes out of a run: plain data, one line of JSON a scenario. */

/** Something that was watched while it went on; lists are parallel to `seconds`. */
export interface Timeline {
  seconds: number[]
  /** MB/s that the server wrote, to its disk or to the network, since the value before. */
  rate: number[]
  /** Growth in MB over idle, where memory was watched. */
  browserMB?: number[]
  serverMB?: number[]
}

/** One run of the product or of its reference. */
export interface Sample {
  side: string
  round: number
  /** Load average of the machine in the minute before: how much else was going on. */
  load: number
  seconds: number
  bytes: number
  files: number
  cpu: CpuSeconds
  tasks: LongTasks | null
  timeline: Timeline | null
}

/** What one figure was in each round. */
export interface Measured {
  id: FigureId
  values: number[]
  /** Bytes or files it was measured with, where its target names a size. */
  at?: number
}

export interface Figure extends Summary {
  id: FigureId
  /** What is judged: the median, or the worst value where only that counts. */
  value: number
  values: number[]
  /** Null where no target is set for it. */
  verdict: Verdict | null
  /** True if measured with less than the target asks for: the verdict then says little. */
  smaller: boolean
}

/** Cost by size. */
export interface GrowthCurve {
  name: string
  /** What x counts. */
  of: 'bytes' | 'files'
  /** y: seconds a GiB, or milliseconds a file. */
  points: { x: number; y: number; low: number; high: number }[]
}

export interface ScenarioOutcome {
  /** What it was measured with, as text. */
  size: string
  measured: Measured[]
  samples?: Sample[]
  curves?: GrowthCurve[]
  note?: string
}

export interface ScenarioResult {
  scenario: string
  size: string
  /** Seconds, everything around it included. */
  took: number
  measured: Measured[]
  samples: Sample[]
  curves: GrowthCurve[]
  note: string | null
  error: string | null
}

/** Everything that was measured in a run of the lab. */
export interface BenchReport {
  at: string
  level: Level
  browser: string
  /** State of the upload pages. */
  pages: PageState
  line: LineSpec | null
  machine: MachineDescription
  results: ScenarioResult[]
}

export interface MachineDescription {
  processor: string
  cores: number
  memoryGB: number
  system: string
  node: string
  /** Null outside of a repository. */
  commit: string | null
}

/** In the order of the targets. Figures of the same id are one, with the values of all. */
export function figuresOf(run: { results: { measured: Measured[] }[] }): Figure[] {
  const all = new Map<FigureId, Measured[]>()
  for (const measured of run.results.flatMap((result) => result.measured)) {
    if (measured.values.length === 0) continue
    all.set(measured.id, [...(all.get(measured.id) ?? []), measured])
  }
  return (Object.keys(figureKinds) as FigureId[]).flatMap((id) => figureOf(all.get(id) ?? []) ?? [])
}

function figureOf(measured: Measured[]): Figure | null {
  const id = measured[0]?.id
  if (id === undefined) return null
  const kind = figureKindOf(id)
  const values = measured.flatMap((one) => one.values)
  const summary = summarize(values)
  const value = kind.worst === true ? summary.high : summary.median
  return {
    id,
    ...summary,
    value,
    values,
    verdict: verdictOf(kind, value),
    smaller: measured.some(({ at }) => kind.at !== undefined && at !== undefined && at < kind.at),
  }
}
