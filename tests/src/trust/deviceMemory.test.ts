import { beforeEach, describe, expect, it, vi } from 'vitest'
import { resilientDeviceMemory } from '../../../src/trust/resilientDeviceMemory.ts'
import { type DeviceMemory, type DeviceRecord, emptyDeviceRecord } from '../../../core/trust/trustPorts.ts'
import { ModelMemory } from '../../core/trust/people.ts'

let stored: ModelMemory
/** What the storage throws from now on, so often. */
let failures: { error: Error; times: number }
const absent = vi.fn()
beforeEach(() => {
  stored = new ModelMemory()
  failures = { error: new DOMException('lost', 'UnknownError'), times: 0 }
  absent.mockReset()
})

const failing = <T>(work: () => Promise<T>): Promise<T> => {
  if (failures.times <= 0) return work()
  failures.times--
  return Promise.reject(failures.error)
}
const open = (): DeviceMemory => ({
  read: (fp) => failing(() => stored.read(fp)),
  update: (fp, change) => failing(() => stored.update(fp, change)),
})
const page = () => resilientDeviceMemory(open, absent)
const seen = (n: number) => (record: DeviceRecord) => ({ ...record, n })

describe('what this device has seen', () => {
  it('is there for the next page', async () => {
    await page().update('a', seen(3))
    expect(await page().read('a')).toEqual({ ...emptyDeviceRecord, n: 3 })
    expect(await page().read('b')).toBeNull()
  })

  it('is read once more after an error', async () => {
    await page().update('a', seen(3))
    failures.times = 1
    expect(await page().read('a')).toMatchObject({ n: 3 })
  })

  it('stands where the storage fails after it was read, and is written when it is back', async () => {
    await page().update('a', seen(3))
    const one = page()
    await one.read('a')
    failures.times = Infinity
    expect(await one.read('a')).toMatchObject({ n: 3 })
    await one.update('a', seen(4))
    await one.update('a', (record) => ({ ...record, hash: `after ${record.n}` }))
    expect(await one.read('a')).toMatchObject({ n: 4, hash: 'after 4' })
    failures.times = 0
    expect(await one.read('a')).toMatchObject({ n: 4 })
    expect(stored.records.get('a')).toMatchObject({ n: 4, hash: 'after 4' })
  })

  it('stands where the storage was emptied meanwhile', async () => {
    const one = page()
    await one.update('a', seen(3))
    stored.records.clear()
    expect(await one.read('a')).toMatchObject({ n: 3 })
    await one.update('a', (record) => ({ ...record, hash: 'h' }))
    expect(stored.records.get('a')).toMatchObject({ n: 3, hash: 'h' })
  })

  it('is not taken for nothing where it cannot be read at first', async () => {
    await page().update('a', seen(3))
    const one = page()
    failures.times = Infinity
    for (const work of [one.read('a'), one.update('a', seen(1))])
      await expect(work).rejects.toMatchObject({ fault: { code: 'device-memory' } })
    failures.times = 0
    expect(await one.read('a')).toMatchObject({ n: 3 })
    expect(absent).not.toHaveBeenCalled()
  })

  it.each([
    new ReferenceError('indexedDB is not defined'),
    new DOMException('denied', 'SecurityError'),
    new DOMException('private', 'InvalidStateError'),
  ])('lives as long as the page where a browser stores nothing, and that is said once: %s', async (error) => {
    failures = { error, times: Infinity }
    const one = page()
    expect(await one.read('a')).toBeNull()
    await one.update('a', seen(3))
    expect(await one.read('a')).toMatchObject({ n: 3 })
    expect(absent).toHaveBeenCalledTimes(1)
  })
})
