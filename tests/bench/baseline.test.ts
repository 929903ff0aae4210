import { describe, expect, it } from 'vitest'
import { type Baseline, readBaseline, regressions, withRun } from '../../bench/baseline.ts'
import { comparable, pastRunOf } from '../../bench/history.ts'
import { kindOf, type FigureId } from '../../bench/targets.ts'
import { run, runWith } from './runs.ts'

const baseline: Baseline = { quick: { upload: 0.5, 'growth-bytes': 1.1 } }
const worse = (id: FigureId, ...values: number[]) => regressions(runWith({ id, values }), baseline)

describe('the check against the baseline', () => {
  it('fails what is worse by more than a factor of two, either way round', () => {
    expect(worse('upload', 0.24)).toEqual([{ id: 'upload', kept: 0.5, measured: 0.24 }])
    expect(worse('upload', 0.25)).toEqual([])
    expect(worse('upload', 5)).toEqual([])
    expect(worse('growth-bytes', 2.3)).toHaveLength(1)
    expect(worse('growth-bytes', 0.1)).toEqual([])
  })

  it('wants it of every round: a busy machine spoils some, a slow product all', () => {
    expect(worse('upload', 0.1, 0.26, 0.1)).toEqual([])
    expect(worse('upload', 0.1, 0.24, 0.1)).toHaveLength(1)
    expect(worse('growth-bytes', 5, 2, 5)).toEqual([])
  })

  it('fails a ratio that could not be computed', () => {
    expect(worse('upload', NaN)).toHaveLength(1)
  })

  it('knows no ratio that was not kept, and no other level', () => {
    expect(worse('download', 0.01)).toEqual([])
    expect(regressions({ ...runWith({ id: 'upload', values: [0.01] }), level: 'full' }, baseline)).toEqual([])
  })

  it('never compares times, rates or bytes', () => {
    const kept: Baseline = { quick: { 'upload-rate': 1000, 'list-rows': 1, 'memory-upload': 1 } }
    const slow = runWith(
      { id: 'upload-rate', values: [1] },
      { id: 'list-rows', values: [5000] },
      { id: 'memory-upload', values: [900] },
    )
    expect(regressions(slow, kept)).toEqual([])
  })
})

describe('keeping a baseline', () => {
  it('takes the medians of ratios and leaves other levels and figures alone', () => {
    const kept = withRun(
      { full: { upload: 0.6 }, quick: { download: 0.7 } },
      runWith(
        { id: 'upload', values: [0.6, 0.456789, 0.3] },
        { id: 'growth-files', values: [1.2] },
        { id: 'upload-rate', values: [120] },
      ),
    )
    expect(kept).toEqual({
      full: { upload: 0.6 },
      quick: { download: 0.7, upload: 0.457, 'growth-files': 1.2 },
    })
  })

  it('has ratios alone in the file, for what `npm test` checks', () => {
    const { check = {} } = readBaseline()
    expect(Object.keys(check).length).toBeGreaterThan(3)
    for (const [id, ratio] of Object.entries(check)) {
      expect(kindOf(id as FigureId).unit).toBe('ratio')
      expect(ratio).toBeGreaterThan(0)
    }
  })
})

describe('the history', () => {
  it('keeps value and spread of each figure', () => {
    expect(pastRunOf(runWith({ id: 'upload', values: [0.4, 0.5, 0.6] }))).toEqual({
      at: '2026-03-04T05:06:07.000Z',
      level: 'quick',
      browser: 'Chromium 150.0',
      pages: 'settled',
      commit: 'abc1234',
      figures: { upload: { value: 0.5, low: 0.4, high: 0.6 } },
    })
  })

  it('compares runs of one level and pages of one state in one browser, whatever its version', () => {
    const past = [pastRunOf(run()), { ...pastRunOf(run()), browser: 'Chromium 151.2' }]
    const others = [
      { ...pastRunOf(run()), level: 'full' as const },
      { ...pastRunOf(run()), browser: 'Firefox 150.0' },
      { ...pastRunOf(run()), pages: 'fresh' as const },
    ]
    expect(comparable([...past, ...others], run())).toEqual(past)
  })
})
