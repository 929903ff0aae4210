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

type FakeWorker = EventTarget & { state: string }
type FakeRegistration = Partial<Record<'active' | 'installing', FakeWorker>>

const fakeWorker = (state: string): FakeWorker => Object.assign(new EventTarget(), { state })

function changeState(one: FakeWorker, state: string) {
  one.state = state
  one.dispatchEvent(new Event('statechange'))
}

const download: DownloadJob = {
  id: 'job',
  filename: 'a',
  bytes: 1,
  job: { kind: 'archive', hasNoBackpressure: false, compareSha256: false },
  entries: [],
}

/** Opens the sink in a browser that registers a service worker so. */
function openSink(register: () => Promise<FakeRegistration>) {
  vi.stubGlobal('navigator', { serviceWorker: Object.assign(new EventTarget(), { register }) })
  return serviceWorkerSink(download, () => undefined)
}

it('is taken with a worker that is there', async () => {
  expect(await openSink(() => Promise.resolve({ active: fakeWorker('activated') }))).not.toBeNull()
})

it('waits for a worker that is being installed', async () => {
  const installing = fakeWorker('installing')
  const sink = openSink(() => Promise.resolve({ installing }))
  for (const state of ['installed', 'activating', 'activated']) {
    await Promise.resolve()
    changeState(installing, state)
  }
  expect(await sink).not.toBeNull()
})

describe('is not taken, so that the next sink is,', () => {
  it('where a worker is refused', async () => {
    expect(await openSink(() => Promise.reject(new Error('refused')))).toBeNull()
  })

  it('where its installation fails', async () => {
    const installing = fakeWorker('installing')
    const sink = openSink(() => Promise.resolve({ installing }))
    await Promise.resolve()
    changeState(installing, 'redundant')
    expect(await sink).toBeNull()
  })

  it('where it does not come in time', async () => {
    const sinks = [openSink(() => new Promise(() => undefined))]
    sinks.push(openSink(() => Promise.resolve({ installing: fakeWorker('installing') })))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await Promise.all(sinks)).toEqual([null, null])
  })
})
