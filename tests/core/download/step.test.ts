import fc from '../../fastCheck.ts'
import { describe, expect, it } from 'vitest'
import { fault } from '../../../core/faults/fault.ts'
import { initialState, startTimeoutMs, stepDownload } from '../../../core/download/step.ts'
import type {
  DownloadBlocker,
  SinkName,
  DownloadEffect,
  DownloadInput,
  DownloadState,
} from '../../../core/download/types.ts'
import { caseCount } from '../../volume.ts'

type WithOptionalTime<T> = T extends unknown ? Omit<T, 'now'> & { now?: number } : never
type TestInput = WithOptionalTime<DownloadInput>

const noSink = fault('no-sink', { values: { bytes: 5 } })
const readyInput: TestInput = { type: 'ready', total: 100 }
const inputsToStarting: TestInput[] = [{ type: 'begin' }, { type: 'sink', isOpen: true }]
const inputsToRunning: TestInput[] = [
  ...inputsToStarting,
  readyInput,
  { type: 'progressed', bytes: 0, filesDone: 0 },
]
const inputsToHandingOver: TestInput[] = [...inputsToRunning, { type: 'opened', bytes: 100 }]

/** @returns where it stands, and what the last input had done besides telling */
function stepThrough(inputs: readonly TestInput[], sinks: readonly SinkName[] = ['stream', 'memory']) {
  let state = initialState(sinks, noSink)
  let effects: readonly DownloadEffect[] = []
  for (const input of inputs) ({ state, effects } = stepDownload(state, { now: 0, ...input }))
  const emitted = effects.filter((effect) => effect.do === 'emit')
  return { state, done: effects.filter((effect) => effect.do !== 'emit'), emitted }
}

const failedEnd = (code: string, entry: number | null = null) =>
  ({ type: 'failed', fault: { code }, entry }) as const

describe('the sinks of a download', () => {
  it('are tried in their order', () => {
    expect(stepThrough([{ type: 'begin' }]).done).toEqual([{ do: 'open-sink', sink: 'stream' }])
    const next = stepThrough([{ type: 'begin' }, { type: 'sink', isOpen: false }])
    expect(next.done).toEqual([{ do: 'leave' }, { do: 'open-sink', sink: 'memory' }])
    expect(next.state).toMatchObject({ sinks: ['memory'], stage: 'sink' })
  })

  it('may all be unavailable: the download fails, and says how much this window can save', () => {
    const none = stepThrough([
      { type: 'begin' },
      { type: 'sink', isOpen: false },
      { type: 'sink', isOpen: false },
    ])
    expect(none.state.end).toEqual({ type: 'failed', fault: noSink, entry: null })
    expect(stepThrough([{ type: 'begin' }], []).state.end).toEqual({
      type: 'failed',
      fault: noSink,
      entry: null,
    })
  })

  it('that is open has its thread begin, and some seconds to start', () => {
    const { state, done } = stepThrough([{ type: 'begin' }, { type: 'sink', isOpen: true, now: 7 }])
    expect(done).toEqual([{ do: 'open' }])
    expect(state).toMatchObject({ stage: 'starting', startBy: 7 + startTimeoutMs })
  })

  it('is shown to the browser as soon as the length is known', () => {
    const { state, done } = stepThrough([...inputsToStarting, readyInput])
    expect(done).toEqual([{ do: 'show', total: 100 }])
    expect(state).toMatchObject({ stage: 'starting', total: 100 })
  })

  const firstStepMissed: [string, TestInput][] = [
    ['its time is over', { type: 'time', now: startTimeoutMs }],
    ['it says so', { type: 'not-started' }],
    ['nothing can be written there', { type: 'failed', fault: fault('unsaved'), entry: null }],
  ]
  it.each(firstStepMissed)('is left for the next where it did not start: %s', (_, input) => {
    const { state, done } = stepThrough([
      ...inputsToStarting,
      readyInput,
      { type: 'left-out', entry: 1, fault: noSink },
      input,
    ])
    expect(done).toEqual([{ do: 'leave' }, { do: 'open-sink', sink: 'memory' }])
    expect(state).toEqual(initialState(['memory'], noSink))
  })

  it('is waited for until its time is over, and once it has started for ever', () => {
    expect(stepThrough([...inputsToStarting, { type: 'time', now: startTimeoutMs - 1 }]).state.stage).toBe(
      'starting',
    )
    expect(stepThrough([...inputsToRunning, { type: 'time', now: 100 * startTimeoutMs }]).state.stage).toBe(
      'running',
    )
  })

  it('is waited for without end where it is a folder: what is there already is looked for first', () => {
    const { state } = stepThrough(
      [...inputsToStarting, readyInput, { type: 'time', now: 100 * startTimeoutMs }],
      ['folder'],
    )
    expect(state).toMatchObject({ stage: 'starting', startBy: null, total: 100 })
    const needed: TestInput[] = [{ type: 'blocker', blocker: 'sign-in' }, { type: 'resume' }]
    expect(stepThrough([...inputsToStarting, ...needed], ['folder']).state.startBy).toBeNull()
  })

  it('is not left once something may have been saved', () => {
    expect(stepThrough([...inputsToRunning, { type: 'not-started' }]).state.end).toMatchObject(
      failedEnd('browser-stopped'),
    )
    const unsaved: TestInput = { type: 'failed', fault: fault('unsaved'), entry: 3 }
    expect(stepThrough([...inputsToRunning, unsaved]).state.end).toMatchObject(failedEnd('unsaved', 3))
  })
})

describe('what a download needs', () => {
  const blockerInput = (blocker: DownloadBlocker | null, now = 0): TestInput => ({
    type: 'blocker',
    blocker,
    now,
  })

  it('is told, and told when it is there', () => {
    const waiting = stepThrough([...inputsToRunning, blockerInput('network')])
    expect(waiting.emitted).toHaveLength(1)
    expect(waiting.state).toMatchObject({ stage: 'running', blocker: 'network' })
    expect(
      stepThrough([...inputsToRunning, blockerInput('network'), blockerInput('network')]).emitted,
    ).toEqual([])
    expect(
      stepThrough([...inputsToRunning, blockerInput('network'), blockerInput(null)]).state.blocker,
    ).toBeNull()
  })

  it('suspends the start timeout of a sink that has not started', () => {
    const held = stepThrough([...inputsToStarting, blockerInput('link-password')])
    expect(held.state.startBy).toBeNull()
    expect(
      stepThrough([...inputsToStarting, blockerInput('link-password'), { type: 'time', now: 9e9 }]).state
        .stage,
    ).toBe('starting')
    for (const later of [blockerInput(null, 50), { type: 'resume', now: 50 } as const]) {
      const { state } = stepThrough([...inputsToStarting, blockerInput('link-password'), later])
      expect(state).toMatchObject({ stage: 'starting', startBy: 50 + startTimeoutMs, blocker: null })
    }
  })

  it('is a press for an opened file that is to be shared, and that alone', () => {
    const toPress: TestInput[] = [...inputsToHandingOver, blockerInput('user-activation')]
    expect(stepThrough(toPress, ['share']).state).toMatchObject({
      stage: 'handing-over',
      blocker: 'user-activation',
    })
    const pressed = stepThrough([...toPress, { type: 'resume' }], ['share'])
    expect(pressed.done).toEqual([{ do: 'resume' }])
    expect(pressed.state.blocker).toBeNull()
    expect(stepThrough([...inputsToHandingOver, blockerInput('network')], ['share']).state.blocker).toBeNull()
  })

  it('ends as not shared where the share sheet does not take the file', () => {
    const refused: TestInput[] = [
      ...inputsToHandingOver,
      { type: 'failed', fault: fault('not-shared'), entry: null },
    ]
    expect(stepThrough(refused, ['share']).state.end).toMatchObject(failedEnd('not-shared'))
    const aborted: TestInput[] = [...inputsToHandingOver, { type: 'aborted' }]
    expect(stepThrough(aborted).state.end).toMatchObject(failedEnd('browser-stopped'))
  })

  it('is over with the network that was missing when that is back, and with nothing else', () => {
    const back = stepThrough([...inputsToRunning, blockerInput('network'), { type: 'network-back' }])
    expect(back.done).toEqual([{ do: 'resume' }])
    expect(back.state.blocker).toBeNull()
    const begun = stepThrough([
      ...inputsToStarting,
      blockerInput('network'),
      { type: 'network-back', now: 50 },
    ])
    expect(begun.state).toMatchObject({ stage: 'starting', startBy: 50 + startTimeoutMs })
    for (const other of ['link-password', 'sign-in', null] as const) {
      const still = stepThrough([...inputsToRunning, blockerInput(other), { type: 'network-back' }])
      expect(still.done).toEqual([])
      expect(still.state.blocker).toBe(other)
    }
  })

  it('is answered by going on, once', () => {
    const on = stepThrough([...inputsToRunning, blockerInput('sign-in'), { type: 'resume' }])
    expect(on.done).toEqual([{ do: 'resume' }])
    expect(on.state).toMatchObject({ stage: 'running', blocker: null, startBy: null })
    expect(
      stepThrough([...inputsToRunning, blockerInput('sign-in'), { type: 'resume' }, { type: 'resume' }]).done,
    ).toEqual([])
    expect(stepThrough([...inputsToRunning, { type: 'resume' }]).done).toEqual([])
  })
})

describe('a running download', () => {
  it('says how far it is', () => {
    const { state, emitted } = stepThrough([
      ...inputsToRunning,
      { type: 'progressed', bytes: 40, filesDone: 2 },
    ])
    expect(emitted).toEqual([{ do: 'emit', state }])
    expect(state).toMatchObject({ stage: 'running', bytes: 40, filesDone: 2, startBy: null })
  })

  it('is compared once every byte has come', () => {
    expect(stepThrough([...inputsToRunning, { type: 'arrived' }]).state.stage).toBe('checking')
    const last: TestInput[] = [{ type: 'arrived' }, { type: 'progressed', bytes: 100, filesDone: 0 }]
    expect(stepThrough([...inputsToRunning, ...last]).state).toMatchObject({ stage: 'checking', bytes: 100 })
  })

  it('notes what is left out, and goes on', () => {
    const leftOut: TestInput[] = [1, 4].map((entry) => ({ type: 'left-out', entry, fault: fault('damaged') }))
    const { state } = stepThrough([...inputsToRunning, ...leftOut])
    expect(state.stage).toBe('running')
    expect(state.leftOut.map(({ entry }) => entry)).toEqual([1, 4])
  })

  it('is handed over when all is opened, and saved when that is done', () => {
    const { state, done } = stepThrough(inputsToHandingOver)
    expect(done).toEqual([{ do: 'hand-over' }])
    expect(state).toMatchObject({ stage: 'handing-over', end: null })
    const over = stepThrough([...inputsToHandingOver, { type: 'handed-over' }])
    expect(over.state.end).toEqual({ type: 'saved', bytes: 100 })
    expect(over.done).toEqual([{ do: 'leave' }])
  })

  it.each(['aborted', 'died'] as const)('that ends before its end is not whole: %s', (type) => {
    for (const before of [
      inputsToStarting,
      inputsToRunning,
      [...inputsToRunning, { type: 'arrived' } as const],
    ]) {
      const { state, done } = stepThrough([...before, { type }])
      expect(state.end).toMatchObject(failedEnd('browser-stopped'))
      expect(done).toEqual([{ do: 'leave' }])
    }
  })

  it('is not saved where the browser aborts it during the handover', () => {
    expect(stepThrough([...inputsToHandingOver, { type: 'aborted' }]).state.end).toMatchObject(
      failedEnd('browser-stopped'),
    )
    // Its thread has nothing more to do there.
    expect(stepThrough([...inputsToHandingOver, { type: 'died' }]).state.stage).toBe('handing-over')
  })

  it('fails with the file that failed', () => {
    const failed: TestInput = { type: 'failed', fault: fault('damaged'), entry: 2 }
    expect(stepThrough([...inputsToRunning, failed]).state.end).toMatchObject(failedEnd('damaged', 2))
  })

  it.each([99, 101])('of another length than was announced is never handed over: %i', (bytes) => {
    const { state, done } = stepThrough([...inputsToRunning, { type: 'opened', bytes }])
    expect(done).toEqual([{ do: 'leave' }])
    expect(state.end).toMatchObject(failedEnd('incomplete'))
    expect(stepThrough([...inputsToStarting, { type: 'opened', bytes: 0 }]).state.end).toMatchObject(
      failedEnd('incomplete'),
    )
  })

  it('of a folder has no length that others count on', () => {
    const { state } = stepThrough([...inputsToRunning, { type: 'opened', bytes: 60 }], ['folder'])
    expect(state.stage).toBe('handing-over')
  })
})

it('is cancelled from everywhere', () => {
  const places: TestInput[][] = [
    [],
    [{ type: 'begin' }],
    inputsToStarting,
    [...inputsToStarting, { type: 'blocker', blocker: 'link-password' }],
    inputsToRunning,
    [...inputsToRunning, { type: 'arrived' }],
    inputsToHandingOver,
  ]
  for (const before of places) {
    const { state, done, emitted } = stepThrough([...before, { type: 'cancel' }])
    expect(state).toMatchObject({ stage: 'ended', end: { type: 'cancelled' }, startBy: null, blocker: null })
    expect(done).toEqual([{ do: 'leave' }])
    expect(emitted).toHaveLength(1)
  }
})

describe('whatever happens in whatever order', () => {
  const blockers: (DownloadBlocker | null)[] = [
    'network',
    'link-password',
    'sign-in',
    'user-activation',
    null,
  ]
  const bytes = fc.constantFrom(0, 50, 100)
  const anyInput: fc.Arbitrary<TestInput> = fc.oneof(
    fc
      .constantFrom(
        ...(['cancel', 'resume', 'network-back', 'time', 'not-started', 'aborted'] as const),
        ...(['handed-over', 'arrived', 'died'] as const),
      )
      .map((type): TestInput => ({ type })),
    fc.boolean().map((isOpen): TestInput => ({ type: 'sink', isOpen })),
    bytes.map((total): TestInput => ({ type: 'ready', total })),
    bytes.map((done): TestInput => ({ type: 'progressed', bytes: done, filesDone: 1 })),
    bytes.map((done): TestInput => ({ type: 'opened', bytes: done })),
    fc.constantFrom(...blockers).map((blocker): TestInput => ({ type: 'blocker', blocker })),
    fc
      .constantFrom('unsaved', 'damaged')
      .map((code): TestInput => ({ type: 'failed', fault: fault(code), entry: null })),
  )
  const anyTimedInput = fc.tuple(anyInput, fc.nat(60_000)).map(([input, wait]) => ({ input, wait }))

  it('the rules hold', () => {
    fc.assert(
      fc.property(fc.array(anyTimedInput, { maxLength: 40 }), fc.boolean(), (happenings, isFolder) => {
        const sinks: SinkName[] = isFolder ? ['folder'] : ['stream', 'private-file', 'memory']
        let now = 0
        let { state } = stepDownload(initialState(sinks, noSink), { type: 'begin', now })
        let handedOver: number | null = null
        for (const { input, wait } of happenings) {
          now += wait
          const before: DownloadState = state
          const next = stepDownload(before, { ...input, now })
          ;({ state } = next)
          const done = next.effects.map((effect) => effect.do)
          if (before.stage === 'ended') expect(next).toEqual({ state: before, effects: [] })
          if (done.includes('hand-over')) {
            handedOver = state.bytes
            if (!isFolder) expect(state.bytes).toBe(state.total)
          }
          if (done.includes('open-sink')) handedOver = null
          if (state.end?.type === 'saved' && before.stage !== 'ended') {
            expect(handedOver).toBe(state.end.bytes)
            expect(before.stage).toBe('handing-over')
          }
          expect(state.stage === 'ended').toBe(state.end !== null)
          // Only who has not begun is timed; nobody who waits for a person or the network, and no folder.
          const isTimed = state.stage === 'starting' && state.blocker === null && !isFolder
          expect(state.startBy !== null).toBe(isTimed)
          if (state.stage === 'ended' && before.stage !== 'ended') expect(done).toContain('leave')
          expect(done.includes('emit')).toBe(state !== before)
        }
      }),
      { numRuns: caseCount(100, 500) },
    )
  })
})
