import { expect, it } from 'vitest'
import { fairQueue } from '../../../server/http/fairQueue.ts'

it('does one piece of work at a time, of each principal in turn', async () => {
  const queue = fairQueue()
  const done: string[] = []
  let atOnce = 0
  const work = (principal: string, name: string) =>
    queue(principal, async () => {
      expect(++atOnce).toBe(1)
      await Promise.resolve()
      atOnce--
      done.push(name)
    })
  await Promise.all([work('a', 'a1'), work('a', 'a2'), work('a', 'a3'), work('b', 'b1'), work('c', 'c1')])
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
})
