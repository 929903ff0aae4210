import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { runUnlessCurrent } from '../../scripts/runUnlessCurrent.mjs'
import { scratchFolder } from '../server/scratchFolder.ts'

it('work is done again for other inputs, without its results, and after it was interrupted', async () => {
  const stamp = join(await scratchFolder(), 'cache', 'built')
  const work = vi.fn()
  const run = (key: string, isDone = true) => runUnlessCurrent(stamp, key, () => isDone, work)
  run('a')
  run('a')
  expect(work).toHaveBeenCalledTimes(1)
  run('a', false)
  expect(work).toHaveBeenCalledTimes(2)

  work.mockImplementationOnce(() => {
    throw new Error('The disk is full.')
  })
  expect(() => run('b')).toThrow('The disk is full.')
  // Its results are of both inputs now.
  run('a')
  expect(work).toHaveBeenCalledTimes(4)
})
