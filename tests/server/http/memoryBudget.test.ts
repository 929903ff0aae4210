import { describe, expect, it } from 'vitest'
import { KiB, MiB } from '../../../contract/limits.ts'
import { memoryBudgetBytes, MemoryBudget, bodyReadingBytes } from '../../../server/http/memoryBudget.ts'
import { maxPartMemory } from '../../../server/blobs/blobStore.ts'

/** How often a visitor can take so much, by requests that stay. */
function takeUntilRefused(budget: MemoryBudget, visitor: string, bytes = 1): number {
  let taken = 0
  while (budget.openAccount(visitor).tryTake(bytes)) taken++
  return taken
}

describe('the memory of requests', () => {
  it('gives one visitor a quarter, over all of their requests', () => {
    const budget = new MemoryBudget(1000)
    const requests = Array.from({ length: 4 }, () => budget.openAccount('a'))
    for (const request of requests) request.take(62)
    requests[0]?.take(2)
    expect(() => requests[0]?.take(1)).toThrow(expect.objectContaining({ statusCode: 503 }))
    expect(budget.held).toBe(250)
    expect(takeUntilRefused(budget, 'b')).toBe(250)
  })

  it('has room for a few parts of one more when two hold a quarter each, however small it is', () => {
    for (const heap of [64, 256, 512, 4096]) {
      const budget = new MemoryBudget(memoryBudgetBytes(maxPartMemory, heap * MiB))
      for (const visitor of ['a', 'b']) takeUntilRefused(budget, visitor, 16 * KiB)
      expect(takeUntilRefused(budget, 'c', bodyReadingBytes + maxPartMemory)).toBeGreaterThanOrEqual(3)
    }
  })

  it('has something left for one more when 64 take all they can, and never gives more than there is', () => {
    const budget = new MemoryBudget(256 * MiB)
    for (let i = 0; i < 64; i++) takeUntilRefused(budget, `visitor ${i}`, 16 * KiB)
    expect(takeUntilRefused(budget, 'another', 16 * KiB)).toBe(128)
    for (let i = 0; i < 1000; i++) takeUntilRefused(budget, `${i} more`, 16 * KiB)
    expect(budget.held).toBe(256 * MiB)
  })

  it('is refused as too large where no patience helps, and as busy where it does', () => {
    const budget = new MemoryBudget(1000)
    const memory = budget.openAccount('a')
    expect(() => memory.take(126)).toThrow(expect.objectContaining({ statusCode: 413 }))
    memory.take(125)
    budget.openAccount('a').take(125)
    expect(() => budget.openAccount('a').take(1)).toThrow(
      expect.objectContaining({ statusCode: 503, retryAfterSeconds: 5 }),
    )
    expect(budget.held).toBe(250)
  })

  it('is given back where there was none to take', () => {
    const budget = new MemoryBudget(1000)
    for (const other of ['a', 'b', 'c', 'd']) takeUntilRefused(budget, other)
    const memory = budget.openAccount('another')
    while (budget.tryTake('yet another', 1));
    expect(() => memory.take(125)).toThrow(expect.objectContaining({ statusCode: 503 }))
    memory.release()
    expect(budget.held).toBeLessThanOrEqual(1000)
  })

  it('is given back once, whatever comes after', () => {
    const budget = new MemoryBudget(1000)
    const memory = budget.openAccount('a')
    memory.take(100)
    memory.give(40)
    expect(budget.held).toBe(60)
    memory.release()
    memory.release()
    memory.give(10)
    expect(memory.tryTake(1)).toBe(false)
    expect(budget.held).toBe(0)
  })

  it('grows with what the process may have, within bounds', () => {
    const budgetOf = (mebibytes: number) => memoryBudgetBytes(maxPartMemory, mebibytes * MiB) / MiB
    expect([1, 256, 592, 100_000].map(budgetOf)).toEqual([8, 8, 25, 256])
    // A writer of an object store holds parts, and one request may have one with what it is made of.
    expect(memoryBudgetBytes(15 * MiB, 200 * MiB) / MiB).toBe(240)
  })
})
