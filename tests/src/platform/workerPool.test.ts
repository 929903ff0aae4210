import { beforeEach, expect, it, vi } from 'vitest'
import { WorkerPool } from '../../../src/platform/workerPool.ts'
import type { LockHolder } from '../../../workers/shared/threads.ts'

let startedWorkers: { terminate: () => void }[]

beforeEach(() => {
  startedWorkers = []
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage = vi.fn()
      terminate = vi.fn()
      constructor() {
        super()
        startedWorkers.push(this)
      }
    },
  )
  vi.stubGlobal('ErrorEvent', class extends Event {})
  return () => vi.unstubAllGlobals()
})

const poolOfOne = () =>
  new WorkerPool<LockHolder>({ start: () => new Worker('of a test'), size: 1, maxLeasesPerWorker: 50 })

const neverResolves = () => new Promise<never>(() => undefined)

it('leases a worker to one at a time, and goes on with the same', async () => {
  const pool = poolOfOne()
  const order: string[] = []
  const work = (name: string) =>
    pool.lease(async () => {
      order.push(`${name} begins`)
      await Promise.resolve()
      order.push(`${name} ends`)
    })
  await Promise.all([work('one'), work('two')])
  expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
  expect(startedWorkers).toHaveLength(1)
})

it('starts another for the one that died', async () => {
  const pool = poolOfOne()
  const dying = pool.lease(() => {
    ;(startedWorkers[0] as unknown as EventTarget).dispatchEvent(new Event('error'))
    return neverResolves()
  })
  await expect(dying).rejects.toThrow('thread-died')
  await pool.lease(() => Promise.resolve())
  expect(startedWorkers).toHaveLength(2)
  expect(startedWorkers[0]?.terminate).toHaveBeenCalledOnce()
})

it('ends all work when it is closed, that which waits as well, and starts no worker any more', async () => {
  const pool = poolOfOne()
  // The next lease is a worker's last.
  for (let n = 1; n < 50; n++) await pool.lease(() => Promise.resolve())
  const leases = [pool.lease(neverResolves), pool.lease(neverResolves), pool.lease(neverResolves)]
  pool.close()
  for (const lease of leases) await expect(lease).rejects.toThrow('thread-died')
  await expect(pool.lease(() => Promise.resolve())).rejects.toThrow('thread-died')
  expect(startedWorkers).toHaveLength(1)
  expect(startedWorkers[0]?.terminate).toHaveBeenCalledOnce()
})
