import { describe, expect, it } from 'vitest'
import { concatPrefetched } from '../../../server/http/concatPrefetched.ts'
import { inParallel } from '../../../server/util/parallel.ts'

/** Objects that note when they are opened and closed. */
function newObjects(count: number) {
  const noted: string[] = []
  const opens = Array.from({ length: count }, (_, i) => () => {
    noted.push(`open ${i}`)
    return Promise.resolve(
      (async function* () {
        try {
          yield await Promise.resolve(Buffer.from(`${i}a`))
          yield Buffer.from(`${i}b`)
        } finally {
          noted.push(`close ${i}`)
        }
      })(),
    )
  })
  const countOpen = () =>
    noted.filter((note) => note.startsWith('open')).length -
    noted.filter((note) => note.startsWith('close')).length
  return { opens, noted, countOpen }
}

describe('objects that are read one after the other', () => {
  it.each([1, 3, 8])('come in order, %i opened at a time', async (ahead) => {
    const { opens, countOpen } = newObjects(5)
    const pieces: string[] = []
    let most = 0
    for await (const piece of concatPrefetched(opens, ahead)) {
      pieces.push(piece.toString())
      most = Math.max(most, countOpen())
    }
    expect(pieces.join(' ')).toBe('0a 0b 1a 1b 2a 2b 3a 3b 4a 4b')
    expect(most).toBe(Math.min(ahead, 5))
    expect(countOpen()).toBe(0)
  })

  it('are all closed when nobody reads on, and when one cannot be opened', async () => {
    const left = newObjects(5)
    for await (const piece of concatPrefetched(left.opens, 3)) if (piece.toString() === '1a') break
    expect(left.countOpen()).toBe(0)
    const failing = newObjects(5)
    failing.opens[2] = () => Promise.reject(new Error('gone'))
    const read = async () => {
      for await (const piece of concatPrefetched(failing.opens, 4)) expect(piece.length).toBe(2)
    }
    await expect(read()).rejects.toThrow('gone')
    expect(failing.countOpen()).toBe(0)
  })
})

it('work side by side is bounded, and a failure ends it once what has begun is over', async () => {
  let now = 0
  let most = 0
  const done: number[] = []
  const work = async (item: number) => {
    most = Math.max(most, ++now)
    await new Promise((resolve) => setImmediate(resolve))
    now--
    if (item === 6) throw new Error('six')
    done.push(item)
  }
  await inParallel([1, 2, 3, 4, 5], 2, work)
  expect([most, done]).toEqual([2, [1, 2, 3, 4, 5]])
  await expect(inParallel([6, 7, 8, 9, 10], 2, work)).rejects.toThrow('six')
  expect(done).toEqual([1, 2, 3, 4, 5, 7])
  expect(now).toBe(0)
})
