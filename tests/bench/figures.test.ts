import { describe, expect, it } from 'vitest'
import { GiB } from '../../contract/limits.ts'
import { figuresOf } from '../../bench/results.ts'
import { figureKindOf, figureKinds, type FigureId, verdictOf } from '../../bench/targets.ts'
import { scenarioResult, benchReport, benchReportWith } from './benchReports.ts'

describe('a verdict', () => {
  it('is the farther of bar and goal that a value reaches, either way round', () => {
    expect([0.39, 0.4, 0.59, 0.6].map((value) => verdictOf(figureKindOf('upload'), value))).toEqual([
      'missed',
      'bar',
      'bar',
      'goal',
    ])
    expect([201, 200, 121, 120].map((value) => verdictOf(figureKindOf('script'), value))).toEqual([
      'missed',
      'bar',
      'bar',
      'goal',
    ])
  })

  it('is not given where nothing is wanted', () => {
    expect(verdictOf(figureKindOf('upload-rate'), 100)).toBeNull()
  })

  it('asks more of the goal than of the first bar', () => {
    for (const id of Object.keys(figureKinds) as FigureId[]) {
      const kind = figureKindOf(id)
      if (kind.goal !== undefined) expect(verdictOf(kind, kind.goal), id).toBe('goal')
      if (kind.bar !== undefined) expect(verdictOf(kind, kind.bar), id).toBe('bar')
    }
  })
})

describe('the figures of a run', () => {
  it('are judged by their median', () => {
    const [figure] = figuresOf(benchReportWith({ id: 'upload', values: [0.1, 0.5, 0.7] }))
    expect(figure).toMatchObject({ value: 0.5, low: 0.1, high: 0.7, verdict: 'bar' })
  })

  it('are judged by the worst value where that counts, over all scenarios', () => {
    const results = [[20, 40], [190]].map((values) =>
      scenarioResult({ measured: [{ id: 'longest-task', values }] }),
    )
    expect(figuresOf(benchReport(results))).toMatchObject([
      { id: 'longest-task', value: 190, verdict: 'bar' },
    ])
  })

  it('say when they were measured with less than the target asks for', () => {
    const [small] = figuresOf(benchReportWith({ id: 'upload', values: [1], at: GiB / 4 }))
    const [whole] = figuresOf(benchReportWith({ id: 'upload', values: [1], at: GiB }))
    expect([small?.smaller, whole?.smaller]).toEqual([true, false])
  })
})
