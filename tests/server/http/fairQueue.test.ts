import { expect, it } from 'vitest'
import { fairQueue, fairQueueByKey } from '../../../server/http/fairQueue.ts'

const busyError = expect.objectContaining({ statusCode: 503, retryAfterSeconds: 5 }) as Error

it('one piece of work is done at a time, so many wait in their order, and what comes beyond that is refused', async () => {
  const turn = fairQueue({ maxWaiting: 3, maxPerPrincipal: 3 })
  const begun: number[] = []
  const ends: (() => void)[] = []
  const enqueue = (n: number) =>
    turn('somebody', async () => {
      begun.push(n)
      await new Promise<void>((end) => ends.push(end))
      return n
    })
  const taken = [1, 2, 3, 4].map(enqueue)
  await expect(enqueue(5)).rejects.toEqual(busyError)
  expect(begun).toEqual([1])
  ends[0]?.()
  expect(await taken[0]).toBe(1)
  expect(begun).toEqual([1, 2])
  taken.push(enqueue(6))
  await expect(enqueue(7)).rejects.toEqual(busyError)
  for (let i = 1; i < 5; i++) {
    ends[i]?.()
    await taken[i]
  }
  expect(begun).toEqual([1, 2, 3, 4, 6])
})

it('work that fails lets the next one begin', async () => {
  const turn = fairQueue({ maxWaiting: 1, maxPerPrincipal: 1 })
  const failed = turn('a', () => Promise.reject(new Error('no memory')))
  const next = turn('b', () => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('no memory')
  expect(await next).toBe('done')
  expect(await turn('a', () => Promise.resolve('again'))).toBe('again')
})

it('of one principal only a few wait, and each principal has a turn before one has another', async () => {
  const turn = fairQueue({ maxWaiting: 4, maxPerPrincipal: 2 })
  const begun: string[] = []
  let open: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (open = resolve))
  const enqueue = (name: string) =>
    turn(name.charAt(0), () => {
      begun.push(name)
      return gate
    })
  const taken = ['a1', 'a2', 'a3'].map(enqueue)
  await expect(enqueue('a4')).rejects.toEqual(busyError)
  taken.push(...['b1', 'b2'].map(enqueue))
  open()
  await Promise.all(taken)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
})

it('where too much waits, whoever has less that waits takes the place of whoever has the most', async () => {
  const turn = fairQueue({ maxWaiting: 4, maxPerPrincipal: 4 })
  const begun: string[] = []
  let open: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (open = resolve))
  const enqueue = (name: string) =>
    turn(name.charAt(0), () => {
      begun.push(name)
      return gate
    })
  const taken = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1'].map(enqueue)
  await expect(taken[4]).rejects.toEqual(busyError)
  await expect(taken[3]).rejects.toEqual(busyError)
  await expect(enqueue('b2')).rejects.toEqual(busyError)
  open()
  await Promise.allSettled(taken)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
})

it('of each key one piece of work is done at a time, and those of other keys beside it', async () => {
  const turn = fairQueueByKey()
  const begun: string[] = []
  let open: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (open = resolve))
  const enqueue = (key: number, name: string) =>
    turn(key, name.charAt(0), () => {
      begun.push(`${key} ${name}`)
      return gate
    })
  const taken = [enqueue(1, 'a1'), enqueue(1, 'a2'), enqueue(1, 'b1'), enqueue(2, 'a3')]
  for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve))
  expect(begun).toEqual(['1 a1', '2 a3'])
  open()
  await Promise.all(taken)
  expect(begun).toEqual(['1 a1', '2 a3', '1 a2', '1 b1'])
})

it('does as many pieces of work at a time as it may', async () => {
  const turn = fairQueue({ concurrency: 2 })
  let running = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running--
  }
  for (let round = 0; round < 2; round++)
    await Promise.all(['a', 'a', 'b', 'c', 'c', 'c'].map((who) => turn(who, work)))
  expect([running, most]).toEqual([0, 2])
})
