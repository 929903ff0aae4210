import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fault, FaultError } from '../../../core/faults/fault.ts'
import { runDownload, type DownloadPorts, type OpenedSink } from '../../../core/download/runDownload.ts'
import { startTimeoutMs } from '../../../core/download/step.ts'
import type { SinkName, SinkEvent, DownloadState } from '../../../core/download/types.ts'

/** Sinks whose events the test emits, and a clock that it sets. */
class DrivenSinks implements DownloadPorts {
  readonly sinks: readonly SinkName[]
  readonly noSink = fault('no-sink')
  readonly log: string[] = []
  readonly unavailableSinks = new Set<SinkName>()
  readonly listeners = new Map<SinkName, (news: SinkEvent) => void>()
  /** Rejects handing over; null if that works. */
  refusal: Error | null = null
  declinesHandover = false
  /** What it does throws at once, after it was logged. */
  breaksAt: string | null = null
  networkBack: (() => void) | null = null
  #now = 0
  #timer: { time: number; wake: () => void } | null = null
  #openingDelay: Promise<void> = Promise.resolve()

  constructor(...sinks: SinkName[]) {
    this.sinks = sinks
  }

  /** From then on a sink is looked at until the test lets it be found. */
  delayOpening(): () => void {
    let found: () => void = () => undefined
    this.#openingDelay = new Promise((resolve) => (found = resolve))
    return found
  }

  readonly clock = {
    now: () => this.#now,
    wakeAt: (time: number | null, wake: () => void) => (this.#timer = time === null ? null : { time, wake }),
    onNetworkBack: (back: () => void) => {
      this.networkBack = back
      return () => (this.networkBack = null)
    },
  }

  advanceClock(milliseconds: number) {
    this.#now += milliseconds
    if (this.#timer && this.#timer.time <= this.#now) this.#timer.wake()
  }

  async openSink(name: SinkName, hear: (news: SinkEvent) => void): Promise<OpenedSink | null> {
    await this.#openingDelay
    if (this.unavailableSinks.has(name)) return null
    this.listeners.set(name, hear)
    const say = (what: string) => {
      this.log.push(`${name} ${what}`)
      if (this.breaksAt === what) throw new DOMException('', 'InvalidStateError')
    }
    return {
      // Some threads have something to say at once.
      open: () => {
        say('open')
        hear({ type: 'ready', total: 10 })
      },
      show: (total) => say(`show ${total}`),
      handOver: () => {
        say('hand over')
        return this.refusal === null
          ? Promise.resolve(this.declinesHandover ? 'declined' : undefined)
          : Promise.reject(this.refusal)
      },
      resume: () => say('go on'),
      leave: () => say('leave'),
    }
  }

  emit(name: SinkName, ...news: SinkEvent[]) {
    for (const one of news) this.listeners.get(name)?.(one)
  }
}

function startDownload(ports: DrivenSinks) {
  const states: DownloadState[] = []
  const saving = runDownload(ports, (state) => states.push(state))
  return { ...saving, states, stages: () => states.map(({ stage }) => stage) }
}

const nextTimer = () => new Promise((resolve) => setTimeout(resolve))
const progressEvent: SinkEvent = { type: 'progressed', bytes: 10, filesDone: 1 }

describe('a download', () => {
  it('is saved through its sink and ends', async () => {
    const ports = new DrivenSinks('stream', 'memory')
    const { ended, stages } = startDownload(ports)
    await nextTimer()
    ports.emit('stream', progressEvent, { type: 'opened', bytes: 10 })
    expect((await ended).end).toEqual({ type: 'saved', bytes: 10 })
    expect(ports.log).toEqual(['stream open', 'stream show 10', 'stream hand over', 'stream leave'])
    // What a thread says at once is heard after what made it speak.
    expect(stages()).toEqual(['starting', 'starting', 'running', 'handing-over', 'ended'])
  })

  it('that the person declines in the end is cancelled, no failure', async () => {
    const ports = new DrivenSinks('share')
    ports.declinesHandover = true
    const { ended } = startDownload(ports)
    await nextTimer()
    ports.emit('share', progressEvent, { type: 'opened', bytes: 10 })
    expect((await ended).end).toEqual({ type: 'cancelled' })
    expect(ports.log.slice(-2)).toEqual(['share hand over', 'share leave'])
  })

  it('ends with the fault by which a sink refuses to hand over', async () => {
    const ports = new DrivenSinks('share')
    ports.refusal = new FaultError(fault('not-shared'))
    const { ended } = startDownload(ports)
    await nextTimer()
    ports.emit('share', progressEvent, { type: 'opened', bytes: 10 })
    expect((await ended).end).toEqual({ type: 'failed', fault: fault('not-shared'), entry: null })
  })

  it('takes the next sink where one cannot be opened, or does not start in time', async () => {
    const ports = new DrivenSinks('stream', 'private-file', 'memory')
    ports.unavailableSinks.add('stream')
    const { ended } = startDownload(ports)
    await nextTimer()
    ports.advanceClock(startTimeoutMs)
    await nextTimer()
    // What was left has nothing more to say.
    ports.emit('private-file', progressEvent, { type: 'died' })
    ports.emit('memory', progressEvent, { type: 'opened', bytes: 10 })
    expect((await ended).end).toEqual({ type: 'saved', bytes: 10 })
    expect(ports.log.slice(0, 4)).toEqual([
      'private-file open',
      'private-file show 10',
      'private-file leave',
      'memory open',
    ])
  })

  it('fails where no sink can be opened, and where the last one cannot hand over', async () => {
    const unavailable = new DrivenSinks('memory')
    unavailable.unavailableSinks.add('memory')
    expect((await startDownload(unavailable).ended).end).toMatchObject({
      type: 'failed',
      fault: { code: 'no-sink' },
    })

    const refused = new DrivenSinks('memory')
    refused.refusal = new Error('gone')
    const { ended } = startDownload(refused)
    await nextTimer()
    refused.emit('memory', progressEvent, { type: 'opened', bytes: 10 })
    expect((await ended).end).toMatchObject({ type: 'failed', fault: { code: 'browser-stopped' } })
    expect(refused.log.at(-1)).toBe('memory leave')
  })

  it('is cancelled: its sink is left, also one that is only found later', async () => {
    const ports = new DrivenSinks('stream')
    const { cancel, ended } = startDownload(ports)
    await nextTimer()
    cancel()
    expect((await ended).end).toEqual({ type: 'cancelled' })
    expect(ports.log.at(-1)).toBe('stream leave')

    const slow = new DrivenSinks('stream')
    const found = slow.delayOpening()
    const early = startDownload(slow)
    early.cancel()
    expect((await early.ended).end).toEqual({ type: 'cancelled' })
    found()
    await nextTimer()
    expect(slow.log).toEqual(['stream leave'])
  })

  it.each(['open', 'show 10', 'go on', 'hand over'])('ends where a sink breaks at: %s', async (what) => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => consoleError.mockRestore())
    const ports = new DrivenSinks('stream', 'memory')
    ports.breaksAt = what
    const { resume, ended } = startDownload(ports)
    await nextTimer()
    ports.emit('stream', { type: 'blocker', blocker: 'sign-in' })
    resume()
    ports.emit('stream', progressEvent, { type: 'opened', bytes: 10 })
    expect((await ended).end).toMatchObject({ type: 'failed', fault: { code: 'browser-stopped' } })
    expect(ports.log.slice(-2)).toEqual([`stream ${what}`, 'stream leave'])
    expect(consoleError).toHaveBeenCalledTimes(what === 'hand over' ? 0 : 1)
  })

  it('ends, and takes the next sink, also where one cannot be left', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => consoleError.mockRestore())
    const ports = new DrivenSinks('stream', 'memory')
    ports.breaksAt = 'leave'
    const { ended } = startDownload(ports)
    await nextTimer()
    ports.emit('stream', { type: 'not-started' })
    await nextTimer()
    ports.emit('memory', progressEvent, { type: 'opened', bytes: 10 })
    expect((await ended).end).toEqual({ type: 'saved', bytes: 10 })
    expect(ports.log.filter((one) => one.endsWith('leave'))).toEqual(['stream leave', 'memory leave'])
  })

  it('goes on when what it needs is there', async () => {
    const ports = new DrivenSinks('stream')
    const { resume, cancel } = startDownload(ports)
    await nextTimer()
    ports.emit('stream', { type: 'blocker', blocker: 'sign-in' })
    ports.advanceClock(100 * startTimeoutMs)
    resume()
    expect(ports.log.at(-1)).toBe('stream go on')
    cancel()
  })

  it('goes on at once when the network that it waits for is back, and listens for that no longer than it lasts', async () => {
    const ports = new DrivenSinks('stream')
    const { cancel, ended } = startDownload(ports)
    await nextTimer()
    ports.emit('stream', { type: 'blocker', blocker: 'network' })
    ports.networkBack?.()
    expect(ports.log.at(-1)).toBe('stream go on')
    cancel()
    await ended
    expect(ports.networkBack).toBeNull()
  })
})
