import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { figuresOf, type BenchReport } from './results.ts'
import type { Level } from './sizes.ts'
import type { PageState } from './setup/pageState.ts'
import { roundToThreeDigits } from './statistics.ts'
import type { FigureId } from './targets.ts'
import { cache } from './setup/sampleFiles.ts'

/** One run in a line: what is compared over time. */
export interface PastRun {
  at: string
  level: Level
  browser: string
  /** State of the upload pages; missing where it was not recorded. */
  pages?: PageState
  commit: string | null
  figures: Partial<Record<FigureId, { value: number; low: number; high: number }>>
}

export const pastRunOf = (run: BenchReport): PastRun => ({
  at: run.at,
  level: run.level,
  browser: run.browser,
  pages: run.pages,
  commit: run.machine.commit,
  figures: Object.fromEntries(
    figuresOf(run).map(({ id, value, low, high }) => [
      id,
      { value: roundToThreeDigits(value), low: roundToThreeDigits(low), high: roundToThreeDigits(high) },
    ]),
  ),
})

/** Those of the same level and pages in the same browser, whatever its version: others measure something else. */
export const comparableRuns = (
  past: PastRun[],
  run: Pick<PastRun, 'level' | 'browser' | 'pages'>,
): PastRun[] =>
  past.filter(
    ({ level, browser, pages }) =>
      level === run.level && pages === run.pages && browser.split(' ')[0] === run.browser.split(' ')[0],
  )

const historyPath = join(cache, 'history.jsonl')

/** Adds a run. @returns all that there are, the oldest first */
export function appendToHistory(run: PastRun): PastRun[] {
  appendFileSync(historyPath, `${JSON.stringify(run)}\n`)
  const lines = readFileSync(historyPath, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as PastRun)
}
