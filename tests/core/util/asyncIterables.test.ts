import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { maxBatchDelayMs, inBatches, mapConcurrently } from '../../../core/util/asyncIterables.ts'

/** Items that come when they are let in, as over a line. */
class PushedItems<T> implements AsyncIterable<T> {
  readonly #come: (() => T)[] = []
  #wake: () => void = () => undefined
  #isOver = false
  /** How many have been asked for. */
  asked = 0
  isLeft = false

  bring(...items: T[]) {
    this.#come.push(...items.map((item) => () => item))
    this.#wake()
  }

  fail(error: Error) {
    this.#come.push(() => {
      throw error
    })
    this.#wake()
  }

  end() {
    this.#isOver = true
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
    try {
      for (;;) {
        this.asked++
        while (this.#come.length === 0 && !this.#isOver)
          await new Promise<void>((resolve) => (this.#wake = resolve))
        const next = this.#come.shift()
        if (!next) return
        yield next()
      }
    } finally {
      this.isLeft = true
    }
  }
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

describe('what travels together', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const batchesOf = (line: PushedItems<number>) => inBatches(line, 10, (item) => item)

  it('is as much as is enough, and at the end the rest', async () => {
    const line = new PushedItems<number>()
    line.bring(4, 4, 4, 20, 1, 9, 0, 3)
    line.end()
    expect(await collect(batchesOf(line))).toEqual([[4, 4, 4], [20], [1, 9], [0, 3]])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not wait longer than it may for what does not come', async () => {
    const line = new PushedItems<number>()
    const batches = batchesOf(line)
    const first = batches.next()
    line.bring(4, 1)
    await vi.advanceTimersByTimeAsync(maxBatchDelayMs - 1)
    line.bring(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(await first).toEqual({ done: false, value: [4, 1, 2] })
    // Each for itself: one that has come alone waits as long again.
    const second = batches.next()
    await vi.advanceTimersByTimeAsync(10 * maxBatchDelayMs)
    line.bring(3)
    await vi.advanceTimersByTimeAsync(maxBatchDelayMs)
    expect(await second).toEqual({ done: false, value: [3] })
    line.bring(5, 5)
    expect(await batches.next()).toEqual({ done: false, value: [5, 5] })
    await batches.return()
    expect(line.isLeft).toBe(true)
  })

  it('fails with what the line fails with', async () => {
    const line = new PushedItems<number>()
    line.bring(10, 1)
    line.fail(new Error('cut'))
    const batches = batchesOf(line)
    expect((await batches.next()).value).toEqual([10])
    await expect(batches.next()).rejects.toThrow('cut')
  })
})

describe('work side by side', () => {
  /** Work that is done when it is said. */
  function controlledWork() {
    const done = new Map<number, (result: string) => void>()
    const work = (item: number) => new Promise<string>((resolve) => done.set(item, resolve))
    return { work, done, begun: () => [...done.keys()] }
  }

  it('comes in order, each as soon as those before it are done, while the line brings nothing', async () => {
    const line = new PushedItems<number>()
    const { work, done } = controlledWork()
    const results = mapConcurrently(line, 3, work)
    line.bring(1, 2)
    const first = results.next()
    await vi.waitFor(() => expect(done.has(2)).toBe(true), 60_000)
    done.get(2)?.('two')
    done.get(1)?.('one')
    expect(await first).toEqual({ done: false, value: 'one' })
    expect(await results.next()).toEqual({ done: false, value: 'two' })
  })

  it('is never more than may be at a time', async () => {
    const line = new PushedItems<number>()
    const { work, done, begun } = controlledWork()
    const results = mapConcurrently(line, 3, work)
    line.bring(1, 2, 3, 4, 5)
    line.end()
    const first = results.next()
    await vi.waitFor(() => expect(begun()).toEqual([1, 2, 3]), 60_000)
    expect(line.asked).toBe(3)
    for (const item of [1, 2, 3]) done.get(item)?.(`${item}`)
    expect((await first).value).toBe('1')
    const rest = collect(results)
    await vi.waitFor(() => expect(begun()).toEqual([1, 2, 3, 4, 5]), 60_000)
    for (const item of [4, 5]) done.get(item)?.(`${item}`)
    expect(await rest).toEqual(['2', '3', '4', '5'])
  })

  it('hands on what came before a cut, and fails then', async () => {
    const line = new PushedItems<number>()
    line.bring(1, 2)
    line.fail(new Error('cut'))
    const results = mapConcurrently(line, 9, (item) => Promise.resolve(`${item}`))
    expect((await results.next()).value).toBe('1')
    expect((await results.next()).value).toBe('2')
    await expect(results.next()).rejects.toThrow('cut')
  })

  it('ends with what fails, in its turn, and leaves the line without waiting for it', async () => {
    const line = new PushedItems<number>()
    line.bring(1, 2)
    const results = mapConcurrently(line, 9, (item) =>
      item === 2 ? Promise.reject(new Error('damaged')) : Promise.resolve(`${item}`),
    )
    expect((await results.next()).value).toBe('1')
    await expect(results.next()).rejects.toThrow('damaged')
  })
})
