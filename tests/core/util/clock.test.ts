import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClock } from '../../../core/util/clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('wakes once, at the time that was asked for last', () => {
  const clock = createClock()
  const woken: string[] = []
  clock.wakeAt(clock.now() + 100, () => woken.push('first'))
  clock.wakeAt(clock.now() + 200, () => woken.push('second'))
  vi.advanceTimersByTime(199)
  expect(woken).toEqual([])
  vi.advanceTimersByTime(1000)
  expect(woken).toEqual(['second'])
})

it('wakes at once where the time is over, and not at all where none is wanted', () => {
  const clock = createClock()
  const wake = vi.fn()
  clock.wakeAt(clock.now() - 5, wake)
  vi.advanceTimersByTime(1)
  expect(wake).toHaveBeenCalledTimes(1)
  clock.wakeAt(clock.now() + 5, wake)
  clock.wakeAt(null, wake)
  vi.advanceTimersByTime(1000)
  expect(wake).toHaveBeenCalledTimes(1)
})

it('passes on what its platform says of the network', () => {
  const off = vi.fn()
  const subscribe = vi.fn(() => off)
  const back = () => undefined
  createClock(subscribe).onNetworkBack(back)()
  expect(subscribe).toHaveBeenCalledWith(back)
  expect(off).toHaveBeenCalledTimes(1)
})
