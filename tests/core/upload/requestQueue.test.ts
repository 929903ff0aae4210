import { describe, expect, it } from 'vitest'
import { GiB, MiB } from '../../../contract/limits.ts'
import { fault, type FaultCode } from '../../../core/faults/fault.ts'
import type { UploadEffect } from '../../../core/upload/messages.ts'
import { bytesPerSecond } from '../../../core/upload/pace.ts'
import { wakeAt } from '../../../core/upload/step.ts'
import { DrivenUpload, refusedResponse, effectsOfType } from './drivenUpload.ts'

/** Large files, each about to be announced. */
function startCreating(files = 1, threads = files, bytes = GiB): DrivenUpload {
  const machine = new DrivenUpload(
    Array.from({ length: files }, () => bytes),
    { threads },
  )
  machine.feed({ type: 'begin' })
  for (let unit = 1; unit <= threads; unit++) machine.feed({ type: 'opened', unit, packedKey: unit })
  return machine
}

/** One file whose first part is under way. */
function startSendingPart(bytes?: number): DrivenUpload {
  const machine = startCreating(1, 1, bytes)
  machine.answer('create', { ok: true, uploadId: 'u1' })
  const [keep] = effectsOfType(
    machine.feed({ type: 'made', unit: 1, n: 1, checkpoint: 'm1' }),
    'store-record',
  )
  if (keep) machine.feed({ type: 'record-stored', unit: 1, record: keep.record, as: 'durable' })
  return machine
}

const countInFlight = ({ state }: DrivenUpload) =>
  state.requestQueue.requests.filter((one) => one.state === 'in-flight').length
const countCalls = (effects: readonly UploadEffect[]) => effectsOfType(effects, 'call').length
const connectionEvents = ({ events }: DrivenUpload) =>
  events.flatMap((event) => (event.type === 'connection' ? [event.server] : []))
const failureCodes = ({ events }: DrivenUpload) =>
  events.flatMap((event) => (event.type === 'failed' ? [event.fault.code] : []))

describe('the queue of requests', () => {
  it('waits for a lost network as long as it takes, longer each time, and says so once', () => {
    const machine = startCreating()
    const waits: number[] = []
    for (let count = 0; count < 200; count++) {
      machine.answer('create', refusedResponse('unanswered'))
      waits.push(machine.sleep().waited)
    }
    expect(waits.slice(0, 8)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(connectionEvents(machine)).toEqual(['unreachable'])
    machine.answer('create', { ok: true, uploadId: 'u1' })
    expect(connectionEvents(machine)).toEqual(['unreachable', 'reachable'])
    expect(failureCodes(machine)).toEqual([])
  })

  it('says that the network is back with the first bytes that leave, not when a large part is answered', () => {
    const machine = startSendingPart()
    machine.answer(1, refusedResponse('unanswered'))
    expect(connectionEvents(machine)).toEqual(['unreachable'])
    machine.sleep()
    // What a client buffers before it is connected.
    machine.feed({ type: 'sent', unit: 1, kind: 1, bytes: 65_536, isAll: false })
    expect(connectionEvents(machine)).toEqual(['unreachable'])
    machine.feed({ type: 'sent', unit: 1, kind: 1, bytes: MiB, isAll: false })
    expect(connectionEvents(machine)).toEqual(['unreachable', 'reachable'])
  })

  it('is not said to be back by bytes of requests that were under way, nor by those that a server out of order takes', () => {
    const machine = startCreating(2, 2)
    machine.answer('create', refusedResponse('unanswered'))
    machine.feed({ type: 'sent', unit: 2, kind: 'create', bytes: MiB, isAll: false })
    expect(connectionEvents(machine)).toEqual(['unreachable'])
    const busy = startSendingPart()
    busy.answer(1, refusedResponse('refused', 503))
    busy.sleep()
    busy.feed({ type: 'sent', unit: 1, kind: 1, bytes: MiB, isAll: false })
    expect(connectionEvents(busy)).toEqual(['unreachable'])
  })

  it('goes on at once when the network is back', () => {
    const machine = startCreating()
    for (let count = 0; count < 6; count++) {
      machine.answer('create', refusedResponse('unanswered'))
      expect(countCalls(machine.feed({ type: 'time' }))).toBe(0)
      expect(countCalls(machine.feed({ type: 'network-back' }))).toBe(1)
    }
  })

  it('gives up on a server that answers with failures for half an hour', () => {
    const machine = startCreating()
    for (let began = 0; failureCodes(machine).length === 0; began++) {
      expect(machine.now).toBeLessThan(1_900_000)
      expect(began).toBeLessThan(200)
      machine.answer('create', refusedResponse('busy', 503))
      if (failureCodes(machine).length === 0) machine.sleep()
    }
    expect(machine.now).toBeGreaterThan(1_800_000)
    expect(failureCodes(machine)).toEqual(['busy'])
  })

  it('tells what answers in the place of the server from a lost network, and waits for it as long', () => {
    const machine = startCreating()
    machine.answer('create', refusedResponse('unanswered'))
    for (let count = 0; count < 200; count++) {
      machine.sleep()
      machine.answer('create', refusedResponse('other-answer'))
    }
    machine.sleep()
    machine.answer('create', { ok: true, uploadId: 'u1' })
    expect(connectionEvents(machine)).toEqual(['unreachable', 'replaced', 'reachable'])
    expect(failureCodes(machine)).toEqual([])
  })

  it('gives up where something else refuses for half an hour: it may refuse this file alone', () => {
    const machine = startCreating()
    machine.answer('create', refusedResponse('other-answer', 403))
    machine.sleep()
    machine.now += 1_799_000
    machine.answer('create', refusedResponse('other-answer', 403))
    expect(failureCodes(machine)).toEqual([])
    machine.sleep()
    machine.now += 1000
    machine.answer('create', refusedResponse('other-answer', 403))
    expect(failureCodes(machine)).toEqual(['other-answer'])
  })

  it('counts the half hour anew when something else than a failure came between', () => {
    const machine = startCreating()
    machine.answer('create', refusedResponse('busy', 503))
    machine.sleep()
    machine.now += 1_799_000
    machine.answer('create', refusedResponse('unanswered'))
    machine.sleep()
    machine.now += 2000
    machine.answer('create', refusedResponse('busy', 503))
    expect(failureCodes(machine)).toEqual([])
  })

  it('asks again no sooner than the server says, but not later than in two minutes', () => {
    const machine = startCreating()
    machine.answer('create', refusedResponse('tooManyUploads', 429, { after: 60 }))
    expect(machine.sleep().waited).toBe(60_000)
    machine.answer('create', refusedResponse('tooManyRequests', 429, { after: 3600 }))
    expect(machine.sleep().waited).toBe(120_000)
  })

  it.each([408, 425, 429, 500, 502, 503, 504, 521])('sends again what was answered with %i', (status) => {
    const machine = startCreating()
    machine.answer('create', refusedResponse('refused', status))
    expect(failureCodes(machine)).toEqual([])
  })

  it.each([400, 403, 404, 409, 413, 422, 501, 505, 507, 511])(
    'does not repeat what is refused with %i',
    (status) => {
      const machine = startCreating()
      machine.answer('create', refusedResponse('refused', status))
      expect(failureCodes(machine)).toEqual(['refused'])
    },
  )

  it('repeats at once with the fresh token after a refused one, but not for ever', () => {
    const machine = startCreating()
    expect(countCalls(machine.answer('create', refusedResponse('csrf', 403)))).toBe(1)
    expect(countCalls(machine.answer('create', refusedResponse('csrf', 403)))).toBe(1)
    expect(countCalls(machine.answer('create', refusedResponse('csrf', 403)))).toBe(0)
    expect(failureCodes(machine)).toEqual(['csrf'])
  })

  it('sends a part that arrived altered twice again, and then fails the file', () => {
    const machine = startSendingPart()
    expect(countCalls(machine.answer(1, refusedResponse('bodyAltered', 400)))).toBe(1)
    expect(countCalls(machine.answer(1, refusedResponse('bodyAltered', 400)))).toBe(1)
    expect(countCalls(machine.answer(1, refusedResponse('bodyAltered', 400)))).toBe(0)
    expect(failureCodes(machine)).toEqual(['bodyAltered'])
  })

  it('sends five requests at a time, half of them after a failure, and one more after four successes', () => {
    const machine = startCreating(20)
    const { state } = machine
    expect(countInFlight(machine)).toBe(5)
    machine.answer('create', refusedResponse('unanswered'))
    machine.feed({ type: 'network-back' })
    const concurrency = Array.from({ length: 19 }, (_, count) => {
      machine.answer('create', { ok: true, uploadId: `u${count}` })
      return machine.state.requestQueue.concurrency
    })
    expect(state.requestQueue.concurrency).toBe(5)
    expect(concurrency).toEqual([2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5])
  })

  it('sets no timer while as many requests as may be are in flight: a response comes first', () => {
    const machine = startCreating(8)
    expect(machine.state.requestQueue.requests.length).toBeGreaterThan(countInFlight(machine))
    expect(wakeAt(machine.state)).toBeNull()
  })
})

describe('a pause', () => {
  it('stops what is under way and is no failure of it', () => {
    const machine = startSendingPart()
    const before = machine.state.requestQueue
    expect(effectsOfType(machine.feed({ type: 'pause' }), 'stop')).toHaveLength(1)
    machine.answer(1, refusedResponse('unanswered'))
    expect(countCalls(machine.feed({ type: 'time' }))).toBe(0)
    expect(wakeAt(machine.state)).toBeNull()
    expect(machine.state.requestQueue).toMatchObject({ concurrency: before.concurrency, server: 'reachable' })
    expect(countCalls(machine.feed({ type: 'resume' }))).toBe(1)
    expect(connectionEvents(machine)).toEqual([])
  })

  it('is no time in which the server failed: after a pause of an hour the half hour counts anew', () => {
    const machine = startCreating()
    machine.answer('create', refusedResponse('busy', 503))
    machine.sleep()
    machine.feed({ type: 'pause' })
    machine.answer('create', refusedResponse('unanswered'))
    machine.now += 3_600_000
    machine.feed({ type: 'resume' })
    machine.answer('create', refusedResponse('busy', 503))
    expect(failureCodes(machine)).toEqual([])
  })

  it('that is over before the last request has stopped is no failure either', () => {
    const machine = startSendingPart()
    machine.feed({ type: 'pause' })
    machine.feed({ type: 'resume' })
    expect(countCalls(machine.answer(1, refusedResponse('unanswered')))).toBe(1)
    expect(connectionEvents(machine)).toEqual([])
    // The next one is.
    machine.answer(1, refusedResponse('unanswered'))
    expect(connectionEvents(machine)).toEqual(['unreachable'])
  })
})

describe('a gate that closes', () => {
  it('is asked about once, holds every request back, is reported, and lets everything go on when it is passed', () => {
    const machine = startCreating(3)
    expect(
      effectsOfType(machine.answer('create', refusedResponse('gateClosed', 403)), 'ask-gate'),
    ).toHaveLength(1)
    expect(
      effectsOfType(machine.answer('create', refusedResponse('gateClosed', 403)), 'ask-gate'),
    ).toHaveLength(0)
    machine.feed({ type: 'gate', isClosed: true })
    expect(machine.events.at(-1)).toEqual({ type: 'gate', isClosed: true })
    machine.answer('create', refusedResponse('gateClosed', 403))
    machine.now += 3_600_000
    expect(countCalls(machine.feed({ type: 'time' }))).toBe(0)
    expect(wakeAt(machine.state)).toBeNull()
    expect(countCalls(machine.feed({ type: 'gate-passed' }))).toBe(3)
    expect(machine.events.at(-1)).toEqual({ type: 'gate', isClosed: false })
    expect(connectionEvents(machine)).toEqual([])
    expect(failureCodes(machine)).toEqual([])
  })

  it('is met with longer waits, up to half an hour, while the server says that it is open', () => {
    const machine = startCreating()
    const waits: number[] = []
    while (failureCodes(machine).length === 0) {
      machine.answer('create', refusedResponse('gateClosed', 403))
      if (failureCodes(machine).length > 0) break
      machine.feed({ type: 'gate', isClosed: false })
      waits.push(machine.sleep().waited)
    }
    expect(waits.slice(0, 3)).toEqual([500, 1000, 2000])
    expect(failureCodes(machine)).toEqual(['gateClosed'])
  })
})

describe('a part that could be smaller', () => {
  const partChunksOf = ({ state }: DrivenUpload) =>
    [...state.units.values()].map((unit) => (unit.kind === 'parts' ? unit.partChunks : 0))

  it('is made smaller at once where it is refused as too large', () => {
    const machine = startSendingPart()
    machine.answer(1, refusedResponse('refused', 413))
    expect(partChunksOf(machine)).toEqual([32])
  })

  it('is never so small that a file has more than 10 000 parts, and fails where that is too large', () => {
    const machine = startSendingPart(100 * GiB)
    machine.answer(1, refusedResponse('refused', 413))
    expect(partChunksOf(machine)).toEqual([41])
    const smallest = startSendingPart(200 * GiB)
    expect(partChunksOf(smallest)).toEqual([82])
    smallest.answer(1, refusedResponse('refused', 413))
    expect(failureCodes(smallest)).toEqual(['refused'])
  })

  it.each([
    ['unanswered', null],
    ['refused', 408],
    ['refused', 504],
  ] as const)('is made smaller when it breaks off three times in a row (%s, %s)', (code, status) => {
    const machine = startSendingPart()
    for (let cut = 1; cut <= 3; cut++) {
      expect(partChunksOf(machine)).toEqual([64])
      machine.feed({ type: 'sent', unit: 1, kind: 1, bytes: 1000, isAll: false })
      machine.answer(1, refusedResponse(code, status))
      if (cut < 3) machine.sleep()
    }
    expect(partChunksOf(machine)).toEqual([32])
  })

  it('stays as it is while nothing has left, and after failures that are no matter of size', () => {
    const machine = startSendingPart()
    for (let count = 0; count < 10; count++) {
      machine.answer(1, refusedResponse('unanswered'))
      machine.sleep()
    }
    for (const [code, status] of [
      ['unanswered'],
      ['unanswered'],
      ['refused', 502],
      ['unanswered'],
    ] as const) {
      machine.feed({ type: 'sent', unit: 1, kind: 1, bytes: 1000, isAll: false })
      machine.answer(1, refusedResponse(code, status ?? null))
      machine.sleep()
    }
    expect(partChunksOf(machine)).toEqual([64])
  })
})

describe('a part that may go straight to the store', () => {
  /** Files of some parts, of which the first are under way. */
  function startDirectUpload(parts = 1): DrivenUpload {
    const machine = new DrivenUpload([parts * 16 * MiB], { threads: 1 })
    machine.feed({ type: 'begin' })
    machine.feed({ type: 'opened', unit: 1, packedKey: 1 })
    machine.answer('create', { ok: true, uploadId: 'u1', direct: true })
    sealParts(machine, 1, Math.min(parts, 3))
    return machine
  }
  function sealParts(machine: DrivenUpload, from: number, to: number) {
    for (let n = from; n <= to; n++) {
      const [keep] = effectsOfType(
        machine.feed({ type: 'made', unit: 1, n, checkpoint: `m${n}` }),
        'store-record',
      )
      if (keep) machine.feed({ type: 'record-stored', unit: 1, record: keep.record, as: 'durable' })
    }
  }
  const failedPart = (at: 'address' | 'store', code: FaultCode = 'refused', status: number | null = 403) => ({
    ok: false as const,
    fault: fault(code, { status }),
    at,
  })
  const directFlags = (effects: readonly UploadEffect[]) =>
    effectsOfType(effects, 'call').map(({ isDirectToStore }) => isDirectToStore)

  it('goes there again once, with another address, and then through the server', () => {
    const machine = startDirectUpload()
    expect(directFlags(machine.answer(1, failedPart('store')))).toEqual([])
    const { waited, effects } = machine.sleep()
    expect([waited, directFlags(effects)]).toEqual([500, [true]])
    expect(directFlags(machine.answer(1, failedPart('store', 'refused', 0)))).toEqual([false])
    expect(connectionEvents(machine)).toEqual([])
    expect(machine.state.requestQueue.concurrency).toBe(5)
    machine.answer(1, { ok: true })
    expect(failureCodes(machine)).toEqual([])
  })

  it('comes through the server where that gives no address', () => {
    const machine = startDirectUpload()
    expect(directFlags(machine.answer(1, failedPart('address', 'refused', 409)))).toEqual([false])
    expect(failureCodes(machine)).toEqual([])
  })

  it('waits for an address as for any other answer, for which the store is not to blame', () => {
    const machine = startDirectUpload()
    for (let count = 0; count < 10; count++) {
      machine.answer(1, failedPart('address', 'unanswered', null))
      expect(directFlags(machine.sleep().effects)).toEqual([true])
    }
    expect(connectionEvents(machine)).toEqual(['unreachable'])
    machine.answer(1, { ok: true, at: 'store' })
    expect(connectionEvents(machine)).toEqual(['unreachable', 'reachable'])
  })

  it('is refused with its upload', () => {
    const machine = startDirectUpload()
    machine.answer(1, failedPart('address', 'linkInvalid', 410))
    expect(failureCodes(machine)).toEqual(['linkInvalid'])
  })

  it('does so no longer after three in a row that the store has failed', () => {
    const machine = startDirectUpload(9)
    for (const n of [1, 2, 3]) {
      machine.answer(n, failedPart('store'))
      machine.feed({ type: 'network-back' })
    }
    for (const n of [1, 2]) machine.answer(n, failedPart('store'))
    machine.answer(3, { ok: true, at: 'store' })
    expect(machine.state.requestQueue.storeMisses).toBe(0)
    const later = startDirectUpload(9)
    for (const n of [1, 2, 3]) later.answer(n, failedPart('address', 'refused', 409))
    for (const n of [1, 2, 3]) later.answer(n, { ok: true })
    const next = effectsOfType(later.feed({ type: 'made', unit: 1, n: 4, checkpoint: 'm4' }), 'store-record')
    const effects = next.flatMap(({ record }) =>
      later.feed({ type: 'record-stored', unit: 1, record, as: 'durable' }),
    )
    expect(directFlags(effects)).toEqual([false])
  })

  it('says nothing of how large a body may be on the way to the server', () => {
    const machine = startDirectUpload()
    machine.now += 2000
    machine.answer(1, { ok: true, at: 'store' })
    expect(machine.state.size).toMatchObject({ largestAcceptedBytes: 0 })
    expect(bytesPerSecond(machine.state.pace)).toBeGreaterThan(1)
  })

  it('is neither a failure of the store nor of the network when a pause stops it', () => {
    const machine = startDirectUpload()
    for (let count = 0; count < 5; count++) {
      machine.feed({ type: 'pause' })
      machine.feed({ type: 'resume' })
      expect(directFlags(machine.answer(1, failedPart('store', 'refused', 0)))).toEqual([true])
    }
  })
})
