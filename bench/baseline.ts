import { readFileSync, writeFileSync } from 'node:fs'
import { figuresOf, type BenchReport } from './results.ts'
import type { Level } from './sizes.ts'
import { roundToThreeDigits } from './statistics.ts'
import { type FigureId, figureKindOf } from './targets.ts'

/** Ratios of CPU seconds of a good run, by level. Times and rates are never compared: they are the machine's. */
export type Baseline = Partial<Record<Level, Partial<Record<FigureId, number>>>>

/** So many times worse than the baseline is no bad moment. */
const grossFactor = 2

export interface Regression {
  id: FigureId
  baselineRatio: number
  measuredRatio: number
}

/**
 * Returns the ratios of CPU seconds of a run that are far worse than those of the baseline, in every round: another process that
 * takes a core spoils some rounds, a slow product all of them. Ratios that the baseline has not are left out.
 */
export function findRegressions(
  run: Pick<BenchReport, 'level' | 'results'>,
  baseline: Baseline,
): Regression[] {
  return figuresOf(run).flatMap(({ id, low }) => {
    const baselineRatio = baseline[run.level]?.[id]
    if (figureKindOf(id).cpu !== true || baselineRatio === undefined) return []
    // Written so that NaN fails.
    return low <= baselineRatio * grossFactor ? [] : [{ id, baselineRatio, measuredRatio: low }]
  })
}

/** The baseline with this run's ratios in it. */
export function baselineWithRun(baseline: Baseline, run: Pick<BenchReport, 'level' | 'results'>): Baseline {
  const ratios = figuresOf(run).filter(({ id }) => figureKindOf(id).cpu)
  const kept = Object.fromEntries(ratios.map(({ id, value }) => [id, roundToThreeDigits(value)]))
  return { ...baseline, [run.level]: { ...baseline[run.level], ...kept } }
}

const baselinePath = 'bench/baseline.json'

export const readBaseline = (): Baseline => JSON.parse(readFileSync(baselinePath, 'utf8')) as Baseline

export const writeBaseline = (baseline: Baseline): void =>
  writeFileSync(baselinePath, `${JSON.stringify(baseline, null, 2)}\n`)
