import { describe, expect, it } from 'vitest'
import { newRecord, withSealedPart } from '../../../src/transfer/uploadJournal.ts'
import type { FileSeal } from '../../../workers/fileSealer.ts'

describe('where a large file stands', () => {
  const record = newRecord({ size: 1 } as FileSeal, 'id', 20)

  it('knows the marks of what may be missing on the server, and of the last part always', () => {
    let at = record
    const stored = new Set<number>()
    for (let n = 1; n <= 6; n++) {
      at = withSealedPart(at, n, `mark ${n}`, stored)
      // Part 3 does not come through; the others do, later than the next one is sealed.
      if (n - 1 !== 3) stored.add(n - 1)
    }
    expect(at.sealedParts).toBe(6)
    expect(at.marks).toEqual({ 3: 'mark 3', 5: 'mark 5', 6: 'mark 6' })
    expect(record).toMatchObject({ sealedParts: 0, marks: {} })
  })

  it('stays small, however many parts there are', () => {
    let at = record
    const stored = new Set<number>()
    for (let n = 1; n <= 1000; n++) {
      at = withSealedPart(at, n, 'mark', stored)
      stored.add(n)
    }
    expect(Object.keys(at.marks)).toEqual(['1000'])
  })
})
