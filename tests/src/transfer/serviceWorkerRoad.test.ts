import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { jobProtocol } from '../../../src/protocol/downloadJobs.ts'
import { serviceWorkerRoad } from '../../../src/transfer/roads/serviceWorkerRoad.ts'

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

/** A browser that registers a service worker so. */
function withRegistration(register: () => Promise<Registration>) {
  vi.stubGlobal('navigator', { serviceWorker: Object.assign(new EventTarget(), { register }) })
}

/** A service worker that answers the question for its protocol like this. */
function worker(answer: (port: MessagePort) => void, state = 'activated'): Worker {
  const postMessage = (_: unknown, [port]: [MessagePort]) => answer(port)
  return Object.assign(new EventTarget(), { state, postMessage })
}

function withWorker(answer: (port: MessagePort) => void) {
  withRegistration(() => Promise.resolve({ active: worker(answer) }))
}

const begin = () => serviceWorkerRoad({ id: 'job', filename: 'a', bytes: 1 }, () => undefined)

it('is taken with a worker that speaks as the page does', async () => {
  withWorker((port) => port.postMessage(jobProtocol))
  expect(await begin()).not.toBeNull()
})

it('is not taken with a worker of another version, so that the next road is', async () => {
  withWorker((port) => port.postMessage(jobProtocol - 1))
  expect(await begin()).toBeNull()
})

it('is not taken with a worker that does not know the question', async () => {
  withWorker(() => undefined)
  const road = begin()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await road).toBeNull()
})

it('waits for a worker that is being installed', async () => {
  const installing = worker((port) => port.postMessage(jobProtocol), 'installing')
  withRegistration(() => Promise.resolve({ installing }))
  const road = begin()
  for (const state of ['installed', 'activating', 'activated']) {
    await Promise.resolve()
    installing.state = state
    installing.dispatchEvent(new Event('statechange'))
  }
  expect(await road).not.toBeNull()
})

it('is not taken where no worker can be had', async () => {
  withRegistration(() => Promise.reject(new Error('refused')))
  expect(await begin()).toBeNull()
  const installing = worker(() => undefined, 'installing')
  withRegistration(() => Promise.resolve({ installing }))
  const road = begin()
  await Promise.resolve().then(() => Promise.resolve())
  installing.state = 'redundant'
  installing.dispatchEvent(new Event('statechange'))
  expect(await road).toBeNull()
})
