import { describe, expect, it } from 'vitest'
import { type Baseline, readBaseline, findRegressions, baselineWithRun } from '../../bench/baseline.ts'
import { comparableRuns, pastRunOf } from '../../bench/history.ts'
import { cpuRatios } from '../../bench/scenarios/scenario.ts'
import { figureKindOf, type FigureId } from '../../bench/targets.ts'
import { benchReport, benchReportWith, benchSample } from './benchReports.ts'

const baseline: Baseline = { quick: { 'upload-cpu': 5 } }
const regressionsOf = (...values: number[]) =>
  findRegressions(benchReportWith({ id: 'upload-cpu', values }), baseline)

describe('the check against the baseline', () => {
  it('fails what costs more than twice as much', () => {
    expect(regressionsOf(10.1)).toEqual([{ id: 'upload-cpu', baselineRatio: 5, measuredRatio: 10.1 }])
    expect(regressionsOf(10)).toEqual([])
    expect(regressionsOf(0.1)).toEqual([])
  })

  it('wants it of every round: a busy machine spoils some, a slow product all', () => {
    expect(regressionsOf(20, 9, 20)).toEqual([])
    expect(regressionsOf(20, 11, 20)).toHaveLength(1)
  })

  it('fails a ratio that could not be computed', () => {
    expect(regressionsOf(NaN)).toHaveLength(1)
  })

  it('knows no ratio that was not kept, and no other level', () => {
    expect(findRegressions(benchReportWith({ id: 'download-cpu', values: [100] }), baseline)).toEqual([])
    const other = { ...benchReportWith({ id: 'upload-cpu', values: [100] }), level: 'full' as const }
    expect(findRegressions(other, baseline)).toEqual([])
  })

  it('never compares times, their ratios, rates or bytes', () => {
    const kept: Baseline = { quick: { upload: 0.5, 'upload-rate': 1000, 'list-rows': 1, 'memory-upload': 1 } }
    const slow = benchReportWith(
      { id: 'upload', values: [0.01] },
      { id: 'upload-rate', values: [1] },
      { id: 'list-rows', values: [5000] },
      { id: 'memory-upload', values: [900] },
    )
    expect(findRegressions(slow, kept)).toEqual([])
  })
})

describe('a ratio of CPU seconds', () => {
  it('counts browser and server, round by round', () => {
    const product = [
      benchSample({ cpu: { page: 1, workers: 4, server: 1 } }),
      benchSample({ cpu: { workers: 9 } }),
    ]
    const reference = [benchSample({ cpu: { network: 1, server: 1 } }), benchSample({ cpu: { network: 3 } })]
    expect(cpuRatios(product, reference)).toEqual([3, 3])
  })

  it('is not a number where a round of the reference is missing', () => {
    expect(cpuRatios([benchSample()], [])).toEqual([NaN])
  })
})

describe('keeping a baseline', () => {
  it('takes the medians of ratios of CPU seconds and leaves other levels and figures alone', () => {
    const kept = baselineWithRun(
      { full: { 'upload-cpu': 6 }, quick: { 'download-cpu': 2 } },
      benchReportWith(
        { id: 'upload-cpu', values: [6, 4.56789, 3] },
        { id: 'upload', values: [0.6] },
        { id: 'upload-rate', values: [120] },
      ),
    )
    expect(kept).toEqual({
      full: { 'upload-cpu': 6 },
      quick: { 'download-cpu': 2, 'upload-cpu': 4.57 },
    })
  })

  it('has ratios of CPU seconds alone in the file, for what `npm test` checks', () => {
    const { check = {} } = readBaseline()
    expect(Object.keys(check).length).toBeGreaterThan(3)
    for (const [id, ratio] of Object.entries(check)) {
      expect(figureKindOf(id as FigureId)).toMatchObject({ cpu: true, better: 'lower' })
      expect(ratio).toBeGreaterThan(0)
    }
  })
})

describe('the history', () => {
  it('keeps value and spread of each figure', () => {
    expect(pastRunOf(benchReportWith({ id: 'upload', values: [0.4, 0.5, 0.6] }))).toEqual({
      at: '2026-03-04T05:06:07.000Z',
      level: 'quick',
      browser: 'Chromium 150.0',
      pages: 'settled',
      commit: 'abc1234',
      figures: { upload: { value: 0.5, low: 0.4, high: 0.6 } },
    })
  })

  it('compares runs of one level and pages of one state in one browser, whatever its version', () => {
    const past = [pastRunOf(benchReport()), { ...pastRunOf(benchReport()), browser: 'Chromium 151.2' }]
    const others = [
      { ...pastRunOf(benchReport()), level: 'full' as const },
      { ...pastRunOf(benchReport()), browser: 'Firefox 150.0' },
      { ...pastRunOf(benchReport()), pages: 'fresh' as const },
    ]
    expect(comparableRuns([...past, ...others], benchReport())).toEqual(past)
  })
})
