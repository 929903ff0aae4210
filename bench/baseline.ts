import { readFileSync, writeFileSync } from 'node:fs'
import { figuresOf, type BenchReport } from './results.ts'
import type { Level } from './sizes.ts'
import { rounded } from './statistics.ts'
import { type FigureId, figureKindOf } from './targets.ts'

/** Ratios of CPU seconds of a good run, by level. Times and rates are never compared: they are the machine's. */
export type Baseline = Partial<Record<Level, Partial<Record<FigureId, number>>>>

/** So many times worse than the baseline is no bad moment. */
const gross = 2

export interface Regression {
  id: FigureId
  kept: number
  measured: number
}

/**
 * Returns the ratios of CPU seconds of a run that are far worse than the kept ones, in every round: another process that
 * takes a core spoils some rounds, a slow product all of them. Ratios without a kept one are left out.
 */
export function regressions(run: Pick<BenchReport, 'level' | 'results'>, baseline: Baseline): Regression[] {
  return figuresOf(run).flatMap(({ id, low }) => {
    const kept = baseline[run.level]?.[id]
    if (figureKindOf(id).cpu !== true || kept === undefined) return []
    // Written so that NaN fails.
    return low <= kept * gross ? [] : [{ id, kept, measured: low }]
  })
}

/** The baseline with this run's ratios in it. */
export function withRun(baseline: Baseline, run: Pick<BenchReport, 'level' | 'results'>): Baseline {
  const ratios = figuresOf(run).filter(({ id }) => figureKindOf(id).cpu)
  const kept = Object.fromEntries(ratios.map(({ id, value }) => [id, rounded(value)]))
  return { ...baseline, [run.level]: { ...baseline[run.level], ...kept } }
}

const path = 'bench/baseline.json'

export const readBaseline = (): Baseline => JSON.parse(readFileSync(path, 'utf8')) as Baseline

export const writeBaseline = (baseline: Baseline): void =>
  writeFileSync(path, `${JSON.stringify(baseline, null, 2)}\n`)
