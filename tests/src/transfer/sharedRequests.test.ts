import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { progressOfFiles, shareRequests } from '../../../src/transfer/sharedRequests.ts'

const pack = (sizes: number[], mostBytes: () => number) => [
  ...shareRequests(sizes, (size) => size, mostBytes),
]

describe('requests that files share', () => {
  it('have all of them in their order, and no more than allowed, but for a larger file alone', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30), { maxLength: 1200 }), fc.nat(20), (sizes, most) => {
        const requests = pack(sizes, () => most)
        expect(requests.flat()).toEqual(sizes)
        for (const request of requests) {
          expect(request.length).toBeLessThanOrEqual(500)
          const bytes = request.reduce((sum, size) => sum + size, 0)
          if (request.length > 1) expect(bytes).toBeLessThanOrEqual(most)
        }
      }),
    )
  })

  it('are as large as is said when each is begun', () => {
    let most = 4
    const requests = shareRequests(
      [1, 1, 1, 1, 1, 1, 1],
      () => 1,
      () => most,
    )
    expect(requests.next().value).toHaveLength(4)
    most = 2
    expect([...requests].map((request) => request.length)).toEqual([2, 1])
  })
})

describe('the progress of a shared request', () => {
  const files = [{ sealedBytes: 10 }, { sealedBytes: 40 }, { sealedBytes: 0 }, { sealedBytes: 5 }]
  const told = (...sent: number[]) => {
    const reports: [number, number][] = []
    const progress = progressOfFiles(files, (file, share) => reports.push([files.indexOf(file), share]))
    sent.forEach(progress)
    return reports
  }

  it('is that of the files that have left, and of the one on its way', () => {
    expect(told(5, 20, 1000)).toEqual([
      [0, 0.5],
      [0, 1],
      [1, 0.25],
      [1, 1],
      [2, 1],
      [3, 1],
    ])
  })

  it('stands while the request is sent again, until it is where it was', () => {
    expect(told(20, 5, 12, 30)).toEqual([
      [0, 1],
      [1, 0.25],
      [1, 0.5],
    ])
  })
})
