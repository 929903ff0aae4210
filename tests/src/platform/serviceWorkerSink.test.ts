import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DownloadJob } from '../../../src/platform/downloadWorker.ts'
import { serviceWorkerSink } from '../../../src/platform/sinks/serviceWorkerSink.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval'] })
  vi.stubGlobal('document', { createElement: () => new EventTarget() })
  vi.stubGlobal('Worker', EventTarget)
  vi.stubGlobal('window', new EventTarget())
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Worker = EventTarget & { state: string }
type Registration = Partial<Record<'active' | 'installing', Worker>>

const worker = (state: string): Worker => Object.assign(new EventTarget(), { state })

function becomes(one: Worker, state: string) {
  one.state = state
  one.dispatchEvent(new Event('statechange'))
}

const download: DownloadJob = {
  id: 'job',
  filename: 'a',
  bytes: 1,
  job: { kind: 'archive', paced: false, compareSha256: false },
  entries: [],
}

/** Takes the road in a browser that registers a service worker so. */
function take(register: () => Promise<Registration>) {
  vi.stubGlobal('navigator', { serviceWorker: Object.assign(new EventTarget(), { register }) })
  return serviceWorkerSink(download, () => undefined)
}

it('is taken with a worker that is there', async () => {
  expect(await take(() => Promise.resolve({ active: worker('activated') }))).not.toBeNull()
})

it('waits for a worker that is being installed', async () => {
  const installing = worker('installing')
  const road = take(() => Promise.resolve({ installing }))
  for (const state of ['installed', 'activating', 'activated']) {
    await Promise.resolve()
    becomes(installing, state)
  }
  expect(await road).not.toBeNull()
})

describe('is not taken, so that the next road is,', () => {
  it('where a worker is refused', async () => {
    expect(await take(() => Promise.reject(new Error('refused')))).toBeNull()
  })

  it('where its installation fails', async () => {
    const installing = worker('installing')
    const road = take(() => Promise.resolve({ installing }))
    await Promise.resolve()
    becomes(installing, 'redundant')
    expect(await road).toBeNull()
  })

  it('where it does not come in time', async () => {
    const roads = [take(() => new Promise(() => undefined))]
    roads.push(take(() => Promise.resolve({ installing: worker('installing') })))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await Promise.all(roads)).toEqual([null, null])
  })
})
