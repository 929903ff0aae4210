import { randomBytes } from 'node:crypto'
import { expose } from 'comlink'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { generateKeyPair, importRecipientKey } from '../../../core/crypto/index.ts'
import { sealingPool, PooledSealingWorkers } from '../../../src/platform/sealingWorkers.ts'
import { createSameThreadHash } from '../../../core/util/sameThreadHash.ts'
import type { Source } from '../../../core/ports.ts'
import { sealingWorker } from '../../../core/seal/sealingWorker.ts'
import {
  batchSettings,
  sendOptions,
  LocalPorts,
  manifestDraft,
  requestHead,
} from '../../core/seal/localPorts.ts'

/** Threads that are ports of this one: what crosses is messages all the same. */
interface FakeThread {
  ports: LocalPorts
  worker: EventTarget
  isEnded: boolean
}

let threads: FakeThread[]
let openPorts: MessagePort[]
let recipient: CryptoKey
beforeAll(async () => (recipient = await importRecipientKey((await generateKeyPair()).spkiBytes)))
beforeEach(() => {
  threads = []
  openPorts = []
  vi.stubGlobal('ErrorEvent', class extends Event {})
})
afterEach(() => {
  for (const port of openPorts) port.close()
  vi.unstubAllGlobals()
})

const sourceOf = (file: File): Source => ({
  name: file.name,
  size: file.size,
  lastModified: file.lastModified,
  head: async (bytes) => new Uint8Array(await file.slice(0, bytes).arrayBuffer()),
  whole: async () => new Uint8Array(await file.arrayBuffer()),
  reader: () => {
    throw new Error('Small files are read whole.')
  },
})

function startThread(): Worker {
  const { port1, port2 } = new MessageChannel()
  openPorts.push(port1, port2)
  const ports = new LocalPorts()
  const { bodies, vault, detach } = ports
  const worker = sealingWorker<File>({
    source: sourceOf,
    beginHash: createSameThreadHash,
    bodies,
    vault,
    detach,
  })
  expose({ ...worker, holdLock: () => new Promise(() => undefined) }, port1)
  const thread: FakeThread = { ports, worker: port2, isEnded: false }
  threads.push(thread)
  return Object.assign(port2 as unknown as Worker, { terminate: () => (thread.isEnded = true) })
}

const newWorkers = (size: number) =>
  new PooledSealingWorkers((onProgress) => sealingPool(size, onProgress, startThread))

async function workerOf(workers: PooledSealingWorkers, unit: number) {
  const worker = await workers.of(unit)
  if (!worker) throw new Error(`Unit ${unit} has no thread.`)
  return worker
}

const newSmallFiles = () => [{ file: new File([randomBytes(100)], 'x'), manifestDraft }]

it('seals and sends a unit on the thread that it has, and tells what has left', async () => {
  const workers = newWorkers(2)
  const progress: unknown[] = []
  workers.onProgress((...heard) => progress.push(heard))
  const [one, other] = [await workerOf(workers, 1), await workerOf(workers, 2)]
  expect(await one.seal(1, newSmallFiles(), batchSettings(recipient))).toMatchObject({ ok: true })
  expect(await other.seal(2, newSmallFiles(), batchSettings(recipient))).toMatchObject({ ok: true })
  expect(await (await workerOf(workers, 1)).send(1, 'form', requestHead('form'), sendOptions)).toMatchObject({
    status: 204,
  })
  expect(threads.map(({ ports }) => ports.sent.length)).toEqual([1, 0])
  await vi.waitFor(
    () => expect(progress).toEqual([[1, 'form', threads[0]?.ports.sent[0]?.bytes.length, true]]),
    60_000,
  )
})

it('frees a thread, and what it holds, with the unit', async () => {
  const workers = newWorkers(1)
  await (await workerOf(workers, 1)).seal(1, newSmallFiles(), batchSettings(recipient))
  expect(threads[0]?.ports.held).toBe(1)
  const next = workers.of(2)
  workers.drop(1)
  expect(await next).not.toBeNull()
  await vi.waitFor(() => expect(threads[0]?.ports.held).toBe(0), 60_000)
  expect(threads.length).toBe(1)
})

it('lets another unit seal on the thread of one that is sealed, which sends from there; a death hits both', async () => {
  const workers = newWorkers(1)
  const deaths: number[] = []
  workers.onDeath((unit) => deaths.push(unit))
  await (await workerOf(workers, 1)).seal(1, newSmallFiles(), batchSettings(recipient))
  const next = workers.of(2)
  workers.free(1)
  expect(await (await next)?.seal(2, newSmallFiles(), batchSettings(recipient))).toMatchObject({ ok: true })
  const answer = (await workerOf(workers, 1)).send(1, 'form', requestHead('form'), sendOptions)
  expect(await answer).toMatchObject({ status: 204 })
  expect(threads.length).toBe(1)
  // It is free only once.
  workers.free(1)
  const third = vi.fn()
  void workers.of(3).then(third)
  await new Promise((resolve) => setTimeout(resolve))
  expect(third).not.toHaveBeenCalled()
  threads[0]?.worker.dispatchEvent(new Event('error'))
  await vi.waitFor(() => expect(deaths).toEqual([1, 2]), 60_000)
  await vi.waitFor(() => expect(third).toHaveBeenCalled(), 60_000)
  expect(threads.length).toBe(2)
})

it('gives the thread that a dropped unit waited for to the next one', async () => {
  const workers = newWorkers(1)
  await workers.of(1)
  const answered = vi.fn()
  void workers.of(2).then(answered)
  const third = workers.of(3)
  workers.drop(2)
  workers.drop(1)
  expect(await third).not.toBeNull()
  expect(answered).not.toHaveBeenCalled()
})

it('says which unit a death hit, once, and has another thread for it when it begins anew', async () => {
  const workers = newWorkers(2)
  const deaths: number[] = []
  workers.onDeath((unit) => deaths.push(unit))
  await workers.of(1)
  workers.drop(1)
  await new Promise((resolve) => setTimeout(resolve))
  await workers.of(2)
  await workers.of(3)
  threads[0]?.worker.dispatchEvent(new Event('error'))
  await vi.waitFor(() => expect(deaths).toEqual([2]), 60_000)
  expect(threads[0]?.isEnded).toBe(true)
  expect(await workers.of(2)).toBeNull()
  workers.drop(2)
  expect(await (await workerOf(workers, 2)).seal(2, newSmallFiles(), batchSettings(recipient))).toMatchObject(
    {
      ok: true,
    },
  )
  expect(threads.length).toBe(3)
  expect(deaths).toEqual([2])
})

it('ends its threads without a word when it is closed, also right behind a drop', async () => {
  const workers = newWorkers(1)
  const onDeath = vi.fn()
  workers.onDeath(onDeath)
  await workers.of(1)
  workers.drop(1)
  workers.close()
  expect(threads[0]?.isEnded).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(onDeath).not.toHaveBeenCalled()
  expect(await Promise.race([workers.of(2), Promise.resolve('never')])).not.toHaveProperty('seal')
})
