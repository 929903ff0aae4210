import { afterEach, expect, it, vi } from 'vitest'
import { sealedSize } from '../../../core/crypto/index.ts'
import { fault } from '../../../core/faults/fault.ts'
import { runUpload } from '../../../core/upload/runUpload.ts'
import type { Durability, RequestKind } from '../../../core/upload/state.ts'
import { rawResponse, largeBytes, MemoryUpload, rawRefusal, passMicrotasks } from './memoryUpload.ts'

afterEach(() => void vi.restoreAllMocks())

const smallFile = (name: string) => ({ name, size: 1000 })
const largeFile = { name: 'large', size: largeBytes }
const startUpload = (upload: MemoryUpload) => runUpload(upload.plan, upload, upload.onEvent)

it('carries a batch to its end: every file is stored once, by its index, and the last request says so', async () => {
  const upload = new MemoryUpload([smallFile('a'), largeFile, smallFile('b')])
  await startUpload(upload).ended
  expect(upload.eventsOfType('stored')).toHaveLength(3)
  expect(upload.endedFiles.toSorted((a, b) => a.index - b.index)).toEqual([
    { index: 0, fileId: 100, sha256: 'hash of a' },
    { index: 1, fileId: 101, sha256: 'hash' },
    { index: 2, fileId: 102, sha256: 'hash of b' },
  ])
  expect(upload.log.filter((line) => line.endsWith('last'))).toHaveLength(1)
  expect(upload.log.find((line) => line.startsWith('create'))).toContain(`${sealedSize(largeBytes)} `)
  expect(upload.events.at(-1)).toEqual({ type: 'ended' })
  expect(upload.isClosed).toBe(true)
  expect(upload.networkBack).toBeNull()
  expect(upload.wake).toBeNull()
})

it('goes on from what is on the disk when a thread dies while its record is being written, and no further', async () => {
  const upload = new MemoryUpload([largeFile])
  const writes: ((as: Durability) => void)[] = []
  upload.beforeWriteRecord = () => new Promise((resolve) => writes.push(resolve))
  const sent = () => upload.log.filter((line) => /^send \d+ \d/.test(line))
  const run = startUpload(upload)
  await passMicrotasks()
  writes.shift()?.('durable')
  await passMicrotasks()
  const kept = upload.records.get(0)
  expect(kept).toBeDefined()
  // Its next record is on its way to the disk: no part of it may be known to the next thread.
  expect(writes).toHaveLength(1)
  const before = sent()
  upload.kill(1)
  await passMicrotasks()
  expect(upload.openedWith).toEqual([null, kept?.seal])
  expect(upload.log.filter((line) => line.startsWith('ask'))).toHaveLength(1)
  // What it then seals is not sent before a record covers it, whatever becomes of the write of before.
  writes.shift()?.('durable')
  await passMicrotasks()
  const covered = Math.max(...before.map((line) => Number(line.split(' ')[2])))
  const bySecond = sent().filter((line) => line.startsWith('send 2'))
  expect(bySecond.every((line) => Number(line.split(' ')[2]) <= covered)).toBe(true)
  upload.beforeWriteRecord = () => Promise.resolve('durable')
  while (writes.length > 0) writes.shift()?.('durable')
  await run.ended
  expect(upload.eventsOfType('stored')).toHaveLength(1)
})

it('takes one input at a time: a listener may pause at once', async () => {
  const upload = new MemoryUpload([smallFile('a')])
  const run = runUpload(upload.plan, upload, (event) => {
    upload.onEvent(event)
    if (event.type === 'status' && event.status === 'uploading') run.pause()
  })
  await passMicrotasks()
  expect(upload.log).toEqual(['seal 1'])
  run.resume()
  await run.ended
  expect(upload.eventsOfType('stored')).toHaveLength(1)
})

it('stops what is under way at a pause, which is no failure, and sends it again', async () => {
  const upload = new MemoryUpload([smallFile('a')])
  upload.refuse = () => new Promise(() => undefined)
  const run = startUpload(upload)
  await passMicrotasks()
  run.pause()
  await passMicrotasks()
  upload.refuse = () => null
  expect(upload.log.filter((line) => line.startsWith('send'))).toHaveLength(1)
  run.resume()
  await run.ended
  expect(upload.log.filter((line) => line.startsWith('send'))).toHaveLength(2)
  expect(upload.events.some(({ type }) => type === 'connection')).toBe(false)
})

it('waits with one timer, and not longer than until the network is back', async () => {
  const upload = new MemoryUpload([smallFile('a')])
  let answers = 0
  upload.refuse = () => (++answers < 3 ? rawResponse(503) : null)
  const run = startUpload(upload)
  await passMicrotasks()
  const first = upload.wake
  expect(first?.at).toBeGreaterThan(0)
  upload.time = first?.at ?? 0
  first?.call()
  await passMicrotasks()
  expect(answers).toBe(2)
  upload.networkBack?.()
  await run.ended
  expect(answers).toBe(3)
  const connection = upload.events.flatMap((event) => (event.type === 'connection' ? event.server : []))
  expect(connection).toEqual(['unreachable', 'reachable'])
})

it('sends nothing while a gate is closed, drops nothing, and goes on under the same upload when it is passed', async () => {
  const upload = new MemoryUpload([largeFile])
  upload.gateIsClosed = true
  upload.refuse = (kind) => (upload.gateIsClosed && kind === 2 ? rawRefusal(403, 'gateClosed') : null)
  const run = startUpload(upload)
  await passMicrotasks()
  expect(upload.events).toContainEqual({ type: 'gate', isClosed: true })
  upload.gateIsClosed = false
  run.passGate()
  await run.ended
  expect(upload.eventsOfType('stored')).toHaveLength(1)
  expect([...upload.uploads]).toEqual([['upload 1', new Set([1, 2, 3, 4])]])
  expect(upload.log.filter((line) => line.startsWith('open'))).toHaveLength(1)
})

it('goes on where nobody can say whether a gate is closed', async () => {
  const upload = new MemoryUpload([smallFile('a')])
  upload.calls.isGateClosed = () => Promise.reject(new Error('no answer'))
  let refused = 0
  upload.refuse = () => (refused++ === 0 ? rawRefusal(403, 'gateClosed') : null)
  const run = startUpload(upload)
  await passMicrotasks()
  upload.time = upload.wake?.at ?? 0
  upload.wake?.call()
  await run.ended
  expect(upload.eventsOfType('stored')).toHaveLength(1)
})

it('ends a file by what nobody expects, says so once, and goes on with the others', async () => {
  const consoleError = vi.spyOn(console, 'error').mockReturnValue()
  const upload = new MemoryUpload([smallFile('a'), largeFile])
  upload.beforeMake = (n) => (n === 2 ? Promise.reject(new TypeError('of a bug')) : Promise.resolve())
  await startUpload(upload).ended
  expect(upload.eventsOfType('stored')).toHaveLength(1)
  expect(upload.eventsOfType('failed')).toMatchObject([
    { file: 1, stage: 'processing', fault: { code: 'unexpected', said: 'of a bug' } },
  ])
  expect(consoleError).toHaveBeenCalledTimes(1)
})

it('leaves nothing on the server of what was cancelled, and tells nothing after it', async () => {
  const upload = new MemoryUpload([largeFile])
  upload.refuse = () => new Promise(() => undefined)
  const run = startUpload(upload)
  await passMicrotasks()
  expect(upload.uploads.size).toBe(1)
  const eventCount = upload.events.length
  const stop = vi.spyOn(upload.workers, 'stop')
  run.cancel()
  await run.ended
  await passMicrotasks()
  expect(upload.uploads.size).toBe(0)
  expect(upload.log.filter((line) => line.startsWith('abort'))).toEqual(['abort upload 1'])
  // The threads end, and with them what they send.
  expect(stop).not.toHaveBeenCalled()
  expect(upload.events).toHaveLength(eventCount)
  expect(upload.isClosed).toBe(true)
})

it('leaves everything for a resumed upload where its page is closed', async () => {
  const upload = new MemoryUpload([largeFile])
  upload.refuse = (kind) => (kind === 2 ? new Promise(() => undefined) : null)
  const run = startUpload(upload)
  await passMicrotasks()
  const eventCount = upload.events.length
  run.leave()
  await run.ended
  upload.reportBytesLeft(1, 2, 1000)
  await passMicrotasks()
  expect(upload.events).toHaveLength(eventCount)
  expect(upload.isClosed).toBe(true)
  expect(upload.log.some((line) => line.startsWith('abort'))).toBe(false)
  expect(upload.records.get(0)?.uploadId).toBe('upload 1')
})

it('fails with the error of its listener, and closes', async () => {
  const upload = new MemoryUpload([smallFile('a')])
  const run = runUpload(upload.plan, upload, () => {
    throw new RangeError('of a screen')
  })
  await expect(run.ended).rejects.toThrow('of a screen')
  expect(upload.isClosed).toBe(true)
})

it('asks for an address before each part that goes straight to the store, and goes on without', async () => {
  const upload = new MemoryUpload([largeFile])
  upload.isDirect = true
  upload.refuseAddress = (n) => (n === 2 ? fault('refused', { status: 409 }) : null)
  const to: [RequestKind, string, string][] = []
  upload.refuse = (kind, { url, csrfToken }) => {
    if (typeof kind === 'number') to.push([kind, url, csrfToken])
    return null
  }
  await startUpload(upload).ended
  expect(upload.eventsOfType('stored')).toHaveLength(1)
  const store = (n: number) => [n, `https://store.example.org/${n}`, '']
  expect(to.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
    store(1),
    [2, '/', 'token'],
    store(3),
    store(4),
  ])
})

it('sends parts again that the server did not find as they were sent, twice at most, with the same key', async () => {
  const upload = new MemoryUpload([largeFile])
  upload.isDirect = true
  const altered = [[2, 4], [4]]
  upload.alteredParts = () => altered.shift() ?? []
  await startUpload(upload).ended
  expect(upload.eventsOfType('stored')).toHaveLength(1)
  const addresses = upload.log.filter((line) => line.startsWith('address upload 1 '))
  expect(addresses.map((line) => line.slice(17)).sort()).toEqual([
    '1 sum of 1',
    '2 sum of 2',
    '2 sum of 2',
    '3 sum of 3',
    '4 sum of 4',
    '4 sum of 4',
    '4 sum of 4',
  ])
  expect(upload.openedWith).toEqual([null, 'key 1', 'key 1'])
})

it('names a file whose parts arrive altered again and again, and keeps what arrived', async () => {
  const upload = new MemoryUpload([largeFile])
  upload.isDirect = true
  upload.alteredParts = () => [1]
  await startUpload(upload).ended
  expect(upload.eventsOfType('failed')).toMatchObject([
    { file: 0, stage: 'server', fault: { code: 'partsMissing' } },
  ])
  expect(upload.log.filter((line) => line.endsWith(' confirm last'))).toHaveLength(3)
  expect(upload.uploads.size).toBe(1)
})

it('takes what is no answer of a store for none, and sends the part again', async () => {
  const upload = new MemoryUpload([largeFile])
  upload.isDirect = true
  let pages = 0
  upload.refuse = (kind, { isDirectToStore }) =>
    isDirectToStore && kind === 1 && ++pages === 1 ? rawResponse(200, 'a page') : null
  const run = startUpload(upload)
  await passMicrotasks()
  upload.networkBack?.()
  await run.ended
  expect(upload.log.filter((line) => line === 'send 1 1')).toHaveLength(2)
  expect(upload.eventsOfType('stored')).toHaveLength(1)
})

it('sends nothing of a file that is dropped while its address is asked for', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const upload = new MemoryUpload([largeFile])
  upload.isDirect = true
  const given: (() => void)[] = []
  upload.refuseAddress = () => new Promise((resolve) => given.push(() => resolve(fault('refused'))))
  const run = startUpload(upload)
  await passMicrotasks()
  expect(given.length).toBeGreaterThan(0)
  const asked = vi.spyOn(upload.workers, 'of')
  upload.kill(1)
  await passMicrotasks()
  asked.mockClear()
  for (const give of given.splice(0)) give()
  await passMicrotasks()
  expect(upload.log.some((line) => line.startsWith('send 1 '))).toBe(false)
  expect(asked.mock.calls.some(([unit]) => unit === 1)).toBe(false)
  expect(consoleError).not.toHaveBeenCalled()
  run.cancel()
})
