import { GiB } from '../../contract/limits.ts'
import type { Sample } from '../results.ts'
import { bytesText, filesText } from '../sizes.ts'
import { roundToThreeDigits } from '../statistics.ts'
import type { Unit } from '../targets.ts'

/** A value as people read it. */
export function valueText(value: number, unit: Unit): string {
  if (Number.isNaN(value)) return '–'
  if (unit === 'ratio') return value.toFixed(2)
  const digits = Math.abs(value) < 10 ? 1 : 0
  return value.toLocaleString('en-US', { maximumFractionDigits: digits })
}

export const valueWithUnit = (value: number, unit: Unit): string =>
  unit === 'ratio' ? valueText(value, unit) : `${valueText(value, unit)} ${unit}`

/** What processor time is counted by: bytes, or files where these are what costs. */
export type CostUnit = 's a GiB' | 'ms a file'

export const costUnitOf = ({ files }: Pick<Sample, 'files'>): CostUnit =>
  files >= manyFiles ? 'ms a file' : 's a GiB'
const manyFiles = 50

/** Processor time by who used it, over all samples; in the order given. */
export function processorCost<R extends string>(
  samples: { bytes: number; files: number; cpu: Partial<Record<R, number>> }[],
  roles: readonly R[],
  unit: CostUnit,
): { role: R; cost: number }[] {
  const sum = (of: (sample: (typeof samples)[number]) => number) =>
    samples.reduce((all, one) => all + of(one), 0)
  const count = unit === 's a GiB' ? sum(({ bytes }) => bytes) / GiB : sum(({ files }) => files) / 1000
  return roles
    .map((role) => ({ role, cost: roundToThreeDigits(sum(({ cpu }) => cpu[role] ?? 0) / count) }))
    .filter(({ cost }) => cost > 0)
}

/** What one run moved. */
export const sizeText = (moved: Pick<Sample, 'bytes' | 'files'>): string =>
  costUnitOf(moved) === 'ms a file' ? filesText(moved.files) : bytesText(moved.bytes)

/** Samples by side and size, in the order in which they were taken. */
export function groupBySide(samples: Sample[]): { name: string; samples: Sample[] }[] {
  const groups = new Map<string, Sample[]>()
  for (const sample of samples) {
    const key = `${sample.side} ${sample.bytes} ${sample.files}`
    groups.set(key, [...(groups.get(key) ?? []), sample])
  }
  return [...groups.values()].map((group) => ({ name: group[0]?.side ?? '', samples: group }))
}
