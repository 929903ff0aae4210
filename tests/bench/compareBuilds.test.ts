import { describe, expect, it } from 'vitest'
import {
  comparisonTable,
  compareBuilds,
  type ScenarioLine,
  loadText,
  orderOfPairs,
} from '../../bench/compareBuilds.ts'
import { figuresOf } from '../../bench/results.ts'
import { benchSample } from './benchReports.ts'

const GiB = 1024 ** 3

/** One round of a lab: the rate of the product, and what its page and server cost. */
const roundLines = (rate: number, page: number, error: string | null = null): ScenarioLine[] => [
  {
    scenario: 'upload',
    size: '1 GiB',
    error,
    samples: [
      benchSample({ side: 'plain XHR PUT', bytes: GiB, cpu: { page: 100 } }),
      benchSample({ bytes: GiB, cpu: { page, workers: 2, network: 1, server: 3 } }),
    ],
    figures: figuresOf({ results: [{ measured: [{ id: 'upload-rate', values: [rate] }] }] }),
  },
]

describe('a build beside a build', () => {
  it('is compared round by round, the product alone', () => {
    const compared = compareBuilds(
      [roundLines(100, 4), roundLines(50, 4)],
      [roundLines(110, 2), roundLines(60, 3)],
    )
    const of = (what: string) => compared.find((one) => one.what.startsWith(what))
    expect(of('sealed upload')).toMatchObject({ before: [100, 50], after: [110, 60], ratios: [1.1, 1.2] })
    expect(of('processor of page and workers')).toMatchObject({ before: [6, 6], after: [4, 5] })
    expect(of('processor of the browser')).toMatchObject({ before: [7, 7], after: [5, 6] })
    expect(of('processor of the server')).toMatchObject({ ratios: [1, 1] })
  })

  it('is measured in both orders, as often first as second', () => {
    expect(orderOfPairs(2).flat()).toEqual(['before', 'after', 'after', 'before'])
    for (const rounds of [1, 2, 3, 5, 6]) {
      const pairs = orderOfPairs(rounds)
      expect(pairs.length).toBeGreaterThanOrEqual(rounds)
      const beginning = (name: string) => pairs.filter(([first]) => first === name).length
      expect(beginning('before')).toBe(beginning('after'))
      for (const pair of pairs) expect([...pair].sort()).toEqual(['after', 'before'])
    }
  })

  it('gives the median of the ratios with its range, which is not the ratio of the medians', () => {
    const before = [roundLines(100, 4), roundLines(50, 4), roundLines(80, 4), roundLines(200, 4)]
    const after = [roundLines(120, 4), roundLines(55, 4), roundLines(80, 4), roundLines(100, 4)]
    const rate = compareBuilds(before, after).find(({ what }) => what.startsWith('sealed upload'))
    expect(rate?.ratio).toEqual({ median: 1.05, low: 0.5, high: 1.2 })
    const [, row = ''] = comparisonTable(rate ? [rate] : []).split('\n')
    expect(row).toMatch(/90 +90 +1\.05 +0\.50 to 1\.20 +1\.20 1\.10 1\.00 0\.50$/)
  })

  it('shows the plain side, which is the same for both', () => {
    const compared = compareBuilds([roundLines(100, 4)], [roundLines(110, 4)])
    expect(compared.find(({ what }) => what.startsWith('plain XHR PUT'))?.ratios).toEqual([1])
  })

  it('says how busy the machine was', () => {
    const [line] = roundLines(100, 4)
    const busy = { ...roundLines(100, 4)[0], samples: [benchSample({ load: 7.5 })] } as ScenarioLine
    expect(loadText(line ? [line, busy] : [])).toBe('load before rounds 0.4 to 7.5')
    expect(loadText([])).toBe('load unknown')
  })

  it('leaves out what one of them could not measure', () => {
    expect(
      compareBuilds(
        [roundLines(100, 4), roundLines(100, 4, 'gone')],
        [roundLines(100, 4), roundLines(100, 4)],
      ),
    ).toEqual([])
    expect(compareBuilds([[]], [roundLines(100, 4)])).toEqual([])
  })
})
