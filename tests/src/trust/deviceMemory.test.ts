import { beforeEach, describe, expect, it, vi } from 'vitest'
import { resilientDeviceMemory } from '../../../src/trust/resilientDeviceMemory.ts'
import { type DeviceMemory, type DeviceRecord, emptyDeviceRecord } from '../../../core/trust/trustPorts.ts'
import { ModelMemory } from '../../core/trust/people.ts'

let storedMemory: ModelMemory
/** What the storage throws from now on, so often. */
let plannedFailure: { error: Error; times: number }
const onUnavailable = vi.fn()
beforeEach(() => {
  storedMemory = new ModelMemory()
  plannedFailure = { error: new DOMException('lost', 'UnknownError'), times: 0 }
  onUnavailable.mockReset()
})

const failIfPlanned = <T>(work: () => Promise<T>): Promise<T> => {
  if (plannedFailure.times <= 0) return work()
  plannedFailure.times--
  return Promise.reject(plannedFailure.error)
}
const openMemory = (): DeviceMemory => ({
  read: (fp) => failIfPlanned(() => storedMemory.read(fp)),
  update: (fp, change) => failIfPlanned(() => storedMemory.update(fp, change)),
})
const newPageMemory = () => resilientDeviceMemory(openMemory, onUnavailable)
const withSeen = (n: number) => (record: DeviceRecord) => ({ ...record, n })

describe('what this device has seen', () => {
  it('is there for the next page', async () => {
    await newPageMemory().update('a', withSeen(3))
    expect(await newPageMemory().read('a')).toEqual({ ...emptyDeviceRecord, n: 3 })
    expect(await newPageMemory().read('b')).toBeNull()
  })

  it('is read once more after an error', async () => {
    await newPageMemory().update('a', withSeen(3))
    plannedFailure.times = 1
    expect(await newPageMemory().read('a')).toMatchObject({ n: 3 })
  })

  it('stands where the storage fails after it was read, and is written when it is back', async () => {
    await newPageMemory().update('a', withSeen(3))
    const one = newPageMemory()
    await one.read('a')
    plannedFailure.times = Infinity
    expect(await one.read('a')).toMatchObject({ n: 3 })
    await one.update('a', withSeen(4))
    await one.update('a', (record) => ({ ...record, hash: `after ${record.n}` }))
    expect(await one.read('a')).toMatchObject({ n: 4, hash: 'after 4' })
    plannedFailure.times = 0
    expect(await one.read('a')).toMatchObject({ n: 4 })
    expect(storedMemory.records.get('a')).toMatchObject({ n: 4, hash: 'after 4' })
  })

  it('stands where the storage was emptied meanwhile', async () => {
    const one = newPageMemory()
    await one.update('a', withSeen(3))
    storedMemory.records.clear()
    expect(await one.read('a')).toMatchObject({ n: 3 })
    await one.update('a', (record) => ({ ...record, hash: 'h' }))
    expect(storedMemory.records.get('a')).toMatchObject({ n: 3, hash: 'h' })
  })

  it('is not taken for nothing where it cannot be read at first', async () => {
    await newPageMemory().update('a', withSeen(3))
    const one = newPageMemory()
    plannedFailure.times = Infinity
    for (const work of [one.read('a'), one.update('a', withSeen(1))])
      await expect(work).rejects.toMatchObject({ fault: { code: 'device-memory' } })
    plannedFailure.times = 0
    expect(await one.read('a')).toMatchObject({ n: 3 })
    expect(onUnavailable).not.toHaveBeenCalled()
  })

  it.each([
    new ReferenceError('indexedDB is not defined'),
    new DOMException('denied', 'SecurityError'),
    new DOMException('private', 'InvalidStateError'),
  ])('lives as long as the page where a browser stores nothing, and that is said once: %s', async (error) => {
    plannedFailure = { error, times: Infinity }
    const one = newPageMemory()
    expect(await one.read('a')).toBeNull()
    await one.update('a', withSeen(3))
    expect(await one.read('a')).toMatchObject({ n: 3 })
    expect(onUnavailable).toHaveBeenCalledTimes(1)
  })
})
