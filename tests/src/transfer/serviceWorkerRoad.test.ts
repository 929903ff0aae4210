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

/** A browser whose service worker answers the question for its protocol like this. */
function withWorker(answer: (port: MessagePort) => void) {
  const active = { postMessage: (_: unknown, [port]: [MessagePort]) => answer(port) }
  const serviceWorker = Object.assign(new EventTarget(), { ready: Promise.resolve({ active }) })
  vi.stubGlobal('navigator', { serviceWorker })
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
