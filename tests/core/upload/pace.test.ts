import { describe, expect, it } from 'vitest'
import { KiB, MiB } from '../../../contract/limits.ts'
import { partsBufferBytes } from '../../../core/upload/step.ts'
import { SimulatedLine } from './simulatedLine.ts'

/** A phone: 1.6 Mbit/s. */
const slow = { bytesPerSecond: 200_000, roundTripMs: 300 }
const fast = { bytesPerSecond: 25e6, roundTripMs: 100 }
const local = { bytesPerSecond: 1e9, roundTripMs: 1 }
const photo = 2_000_000
const many = (count: number, size: number) => Array.from({ length: count }, () => size)

describe('over a slow line', () => {
  it('photos are confirmed one after another, the first one within fifteen seconds, and large files last', () => {
    const line = new SimulatedLine([90 * MiB, ...many(10, photo)], slow)
    const took = line.run()
    const seconds = Array.from({ length: 10 }, (_, at) => (line.storedAt.get(at + 1) ?? Infinity) / 1000)
    const [first = Infinity] = seconds
    expect(first).toBeLessThan(15)
    for (const [at, second] of seconds.entries()) expect(second).toBeLessThan(12 + 11 * at)
    expect(line.begunAt.get(0)).toBeGreaterThan(9 * 10_000)
    expect((90 * MiB + 10 * photo) / slow.bytesPerSecond / (took / 1000)).toBeGreaterThan(0.95)
  })

  it('the smallest files go first, whatever their order', () => {
    const line = new SimulatedLine([7 * MiB, 3 * MiB, 100 * KiB], slow)
    line.run()
    const order = [...line.storedAt].sort(([, one], [, other]) => one - other).map(([file]) => file)
    expect(order).toEqual([2, 1, 0])
  })

  it('large files are confirmed one after another', () => {
    const line = new SimulatedLine(many(3, 30 * MiB), slow)
    const took = line.run()
    expect(Math.min(...line.storedAt.values())).toBeLessThan(0.45 * took)
    expect(line.idleMs).toBeLessThan(0.05 * took)
  })
})

describe('over a fast line', () => {
  it('at least 1 000 small files a second are stored, where threads seal and the server stores them in time', () => {
    const files = 2000
    const line = new SimulatedLine(many(files, 8 * KiB), { ...fast, sealMsPerFile: 2 })
    expect(files / (line.run() / 1000)).toBeGreaterThan(1000)
  })

  it('the first files are on their way while others are sealed', () => {
    const line = new SimulatedLine(many(2000, 8 * KiB), fast)
    line.run()
    expect(Math.min(...line.storedAt.values())).toBeLessThan(500)
  })

  it.each([64, 256])('the bytes of a file of %d MiB never wait for parts that are answered', (mebibytes) => {
    const line = new SimulatedLine([mebibytes * MiB], fast)
    const took = line.run()
    expect(line.idleMs).toBe(0)
    const ideal = (1000 * mebibytes * MiB) / fast.bytesPerSecond
    expect(took - ideal).toBeLessThan(3.5 * fast.roundTripMs)
    expect(line.mostBytesInFlight).toBeLessThanOrEqual(partsBufferBytes * 1.001)
  })

  it('the bytes of a file do not wait until the one before is confirmed', () => {
    const line = new SimulatedLine(many(20, 20 * MiB), { ...fast, threads: 1 })
    const took = line.run()
    expect((20 * 20 * MiB) / fast.bytesPerSecond / (took / 1000)).toBeGreaterThan(0.8)
  })
})

describe('on one machine', () => {
  it('small files fill their requests', () => {
    const line = new SimulatedLine(many(20_000, 8 * KiB), local)
    line.run()
    expect(Math.max(...line.bodies)).toBeGreaterThan(1)
    expect(line.machine.state.nextUnit).toBeLessThan(150)
  })
})

describe('the number of requests in flight', () => {
  it('falls when the line becomes slower', () => {
    const line = new SimulatedLine(many(200, 5 * MiB), fast)
    line.onStored = () => {
      if (line.storedAt.size >= 40) line.bytesPerSecond = 300_000
    }
    line.run()
    expect(line.bodies.slice(-20).every((bodies) => bodies === 1)).toBe(true)
    expect(Math.max(...line.bodies)).toBe(5)
  })
})
