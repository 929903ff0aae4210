import fc from '../fastCheck.ts'
import { describe, expect, it } from 'vitest'
import { pastRunOf } from '../../bench/history.ts'
import { lineChart } from '../../bench/report/lineChart.ts'
import { htmlReport } from '../../bench/report/htmlReport.ts'
import { linearScale, logarithmicScale, roundTicks } from '../../bench/report/scale.ts'
import { textReport } from '../../bench/report/textReport.ts'
import { groupBySide, processorCost } from '../../bench/report/text.ts'
import { scenarioResult, benchReport, benchReportWith, benchSample } from './benchReports.ts'

describe('a scale', () => {
  it('has round steps from zero to the highest value or a little beyond', () => {
    expect(roundTicks(0.9)).toEqual([0, 0.25, 0.5, 0.75, 1])
    expect(roundTicks(140)).toEqual([0, 50, 100, 150])
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e7, noNaN: true }), (highest) => {
        const steps = roundTicks(highest)
        expect(steps.at(-1)).toBeGreaterThanOrEqual(highest * (1 - 1e-6))
        expect(steps.length).toBeGreaterThanOrEqual(3)
        expect(steps.length).toBeLessThanOrEqual(6)
      }),
    )
  })

  it('places values in proportion, or by their logarithm', () => {
    const scale = linearScale(100, 200, 0)
    expect([0, 50, 100].map(scale)).toEqual([200, 100, 0])
    const log = logarithmicScale([1, 10, 100], 0, 10)
    expect([1, 10, 100].map((one) => Math.round(log(one)))).toEqual([0, 5, 10])
    expect(logarithmicScale([5], 0, 10)(5)).toBe(5)
  })
})

describe('a chart', () => {
  it('draws a line through every point, and is nothing without any', () => {
    const points = [1, 2, 3].map((x) => ({ x, y: x * 10 }))
    const svg = lineChart({ title: 'A', unit: 'MB/s', lines: [{ name: 'one', tone: 'product', points }] })
    expect(/ d="([^"]*)"/.exec(svg)?.[1]?.match(/[ML]/g)).toEqual(['M', 'L', 'L'])
    expect(lineChart({ title: 'A', unit: '', lines: [] })).toBe('')
  })
})

describe('processor time', () => {
  it('is counted a GiB or a file, over all rounds, in the order of the roles', () => {
    const samples = [1, 2].map((n) => benchSample({ bytes: 1024 ** 3 / 2, cpu: { server: n, page: 0.5 } }))
    expect(processorCost(samples, ['page', 'network', 'server'], 's a GiB')).toEqual([
      { role: 'page', cost: 1 },
      { role: 'server', cost: 3 },
    ])
    const many = [benchSample({ files: 500, cpu: { page: 1 } })]
    expect(processorCost(many, ['page'], 'ms a file')).toEqual([{ role: 'page', cost: 2 }])
  })

  it('is told apart by side and size', () => {
    const groups = groupBySide([
      benchSample(),
      benchSample({ bytes: 1 }),
      benchSample(),
      benchSample({ side: 'other' }),
    ])
    expect(groups.map(({ samples }) => samples.length)).toEqual([2, 1, 1])
  })
})

describe('what was measured', () => {
  it('says whether upload pages were settled', () => {
    const settled = benchReport()
    expect(textReport(settled)).toContain('upload pages settled')
    expect(htmlReport(settled, [])).toContain('upload pages settled')
    expect(textReport({ ...settled, pages: 'fresh' })).toContain('upload pages fresh')
    expect(textReport(settled)).toContain('abc1234')
  })
})

describe('the report', () => {
  const full = benchReport([
    scenarioResult(),
    scenarioResult({
      scenario: 'memory-upload',
      measured: [{ id: 'memory-upload', values: [90], at: 1 }],
      samples: [
        benchSample({ timeline: { seconds: [0.5, 1], rate: [1, 2], browserMB: [10, 90], serverMB: [1, 2] } }),
      ],
    }),
    scenarioResult({
      scenario: 'growth-bytes',
      measured: [{ id: 'growth-bytes', values: [1.05] }],
      samples: [],
      curves: [
        {
          name: 'upload',
          of: 'bytes',
          points: [1, 4].map((n) => ({ x: n * 64 * 1024 ** 2, y: 8, low: 7, high: 9 })),
        },
      ],
    }),
    scenarioResult({ scenario: 'list', samples: [], measured: [], error: 'it broke & <fell>' }),
  ])
  const past = [{ ...pastRunOf(full), at: '2026-03-01T00:00:00.000Z' }, pastRunOf(full)]

  it('holds a plot of everything, and says what could not be measured', () => {
    const page = htmlReport(full, past)
    for (const title of [
      'Against the targets',
      'Throughput over time',
      'Memory over time',
      'Growth',
      'Processor',
      'The main thread',
      'Over runs',
    ])
      expect(page).toContain(`<h2>${title}</h2>`)
    expect(page).toContain('list could not be measured: it broke &amp; &lt;fell&gt;')
    expect(page).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('loads nothing: no script, no address', () => {
    expect(htmlReport(full, past)).not.toMatch(/<script|<link|<img|@import|url\(|https?:|javascript:/i)
  })

  it('leaves out what was not measured', () => {
    const page = htmlReport(benchReport([scenarioResult({ samples: [] })]), [])
    for (const title of ['Memory over time', 'Growth', 'Processor', 'Over runs'])
      expect(page).not.toContain(`<h2>${title}</h2>`)
  })
})

describe('the table', () => {
  it('has a line a figure with bar, goal and what was reached', () => {
    const text = textReport(
      benchReportWith({ id: 'upload', values: [0.4, 0.5], at: 1 }, { id: 'upload-rate', values: [120] }),
    )
    expect(text).toMatch(/XHR PUT of the same file +0\.45 +0\.40 to 0\.50 +0\.40 +0\.60 +\(first bar\)/)
    expect(text).toMatch(/sealed upload +120 MB\/s/)
    expect(text).toContain('In brackets')
  })
})
