import { describe, expect, it } from 'vitest'
import { CpuMeter, roleOfProcess, roleOfThread } from '../../bench/measure/cpuMeter.ts'

describe('who a process of a browser is', () => {
  it('is told by its command line', () => {
    const chromium = (type: string) => roleOfProcess(`/usr/lib/chromium/chromium --type=${type} --lang=en`)
    expect(roleOfProcess('/usr/lib/chromium/chromium --no-sandbox')).toBe('browser')
    expect(chromium('renderer')).toBeNull()
    expect(chromium('gpu-process')).toBe('other')
    expect(chromium('utility --utility-sub-type=network.mojom.NetworkService')).toBe('network')
    expect(chromium('utility --utility-sub-type=storage.mojom.StorageService')).toBe('storage')
    expect(roleOfProcess('/usr/lib/firefox-esr/firefox-esr --headless')).toBe('browser')
    expect(roleOfProcess('/usr/lib/firefox-esr/firefox-esr -contentproc -childID 3 5 tab ')).toBeNull()
    expect(roleOfProcess('/usr/lib/firefox-esr/firefox-esr -contentproc 1 socket ')).toBe('network')
  })

  it('is told of threads by their names, as the kernel cuts them', () => {
    expect(roleOfThread('chromium', true)).toBe('page')
    expect(roleOfThread('DedicatedWorker', false)).toBe('workers')
    expect(roleOfThread('ServiceWorker t', false)).toBe('service worker')
    expect(roleOfThread('ThreadPoolForeg', false)).toBe('platform threads')
  })
})

describe.runIf(process.platform === 'linux')('the meter', () => {
  it('counts what a process uses while it is watched', () => {
    const meter = new CpuMeter(process.pid, [])
    const used = () => process.cpuUsage().user + process.cpuUsage().system
    for (const end = used() + 200_000; used() < end;) Math.random()
    expect(meter.stop().browser).toBeGreaterThanOrEqual(0.1)
  })
})
