import { type Fault, fault } from '../faults/fault.ts'
import type { SinkName, SinkEvent, SavingEffect, SavingEnd, SavingInput, SavingState } from './types.ts'

/** How long the browser may take for its first step on a sink, in milliseconds. */
export const startMs = 20_000

export interface SavingStep {
  state: SavingState
  effects: readonly SavingEffect[]
}

/** @param sinks in the order in which they are tried @param noSink what to say where none of them can */
export const beginning = (sinks: readonly SinkName[], noSink: Fault): SavingState => ({
  sinks,
  noSink,
  stage: 'sink',
  startBy: null,
  bytes: 0,
  total: null,
  filesDone: 0,
  leftOut: [],
  needs: null,
  end: null,
})

/** What an input changes, and what is to be done then, in this order. What comes after the end changes nothing. */
export function step(before: SavingState, input: SavingInput): SavingStep {
  if (before.stage === 'ended') return { state: before, effects: [] }
  const { state, effects } = change(before, input)
  return state === before
    ? { state, effects }
    : { state, effects: [...effects, { do: 'tell', state } satisfies SavingEffect] }
}

function change(state: SavingState, input: SavingInput): SavingStep {
  switch (input.type) {
    case 'begin':
      return openSink(state)
    case 'cancel':
      return ended(state, { type: 'cancelled' })
    case 'time':
      return state.startBy !== null && input.now >= state.startBy ? nextSink(state) : same(state)
    case 'sink':
      if (state.stage !== 'sink') return same(state)
      if (!input.isOpen) return nextSink(state)
      return { state: clocked({ ...state, stage: 'starting' }, input.now), effects: [{ do: 'open' }] }
    case 'go-on':
      return state.needs === null ? same(state) : resume(state, input.now)
    case 'network-back':
      // Where a person is asked, the network is not what is missing.
      return state.needs === 'network' ? resume(state, input.now) : same(state)
    case 'handed-over':
      return state.stage === 'handing-over'
        ? ended(state, { type: 'saved', bytes: state.bytes })
        : same(state)
    default:
      if (state.stage === 'sink') return same(state)
      // All that the thread had to open has been taken: what counts is whether it reaches its place.
      if (state.stage === 'handing-over') return input.type === 'aborted' ? stopped(state) : same(state)
      return hear(state, input, input.now)
  }
}

function hear(state: SavingState, news: SinkEvent, now: number): SavingStep {
  switch (news.type) {
    case 'ready':
      return { state: { ...state, total: news.total }, effects: [{ do: 'show', total: news.total }] }
    case 'progressed':
      return same({ ...started(state), bytes: news.bytes, filesDone: news.filesDone })
    case 'arrived':
      return same({ ...started(state), stage: 'checking' })
    case 'left-out':
      return same({ ...state, leftOut: [...state.leftOut, { entry: news.entry, fault: news.fault }] })
    case 'needs':
      return same(news.what === state.needs ? state : clocked({ ...state, needs: news.what }, now))
    case 'opened':
      return opened(state, news.bytes)
    case 'failed':
      // A thread that cannot even begin to save has saved nothing yet.
      if (state.stage === 'starting' && news.fault.code === 'unsaved') return nextSink(state)
      return ended(state, { type: 'failed', fault: news.fault, entry: news.entry })
    case 'not-started':
      return state.stage === 'starting' ? nextSink(state) : stopped(state)
    case 'aborted':
    case 'died':
      return stopped(state)
  }
}

const same = (state: SavingState): SavingStep => ({ state, effects: [] })

function openSink(state: SavingState): SavingStep {
  const [sink] = state.sinks
  if (sink === undefined) return ended(state, { type: 'failed', fault: state.noSink, entry: null })
  return { state, effects: [{ do: 'take-sink', sink }] }
}

/** Nothing has been saved on the one at work. */
function nextSink({ sinks, noSink }: SavingState): SavingStep {
  const { state, effects } = openSink(beginning(sinks.slice(1), noSink))
  return { state, effects: state.stage === 'ended' ? effects : [{ do: 'leave' }, ...effects] }
}

const resume = (state: SavingState, now: number): SavingStep => ({
  state: clocked({ ...state, needs: null }, now),
  effects: [{ do: 'go-on' }],
})

/** The browser has taken its first step. */
const started = (state: SavingState): SavingState =>
  state.stage === 'starting' ? { ...state, stage: 'running', startBy: null } : state

/**
 * A need holds the clock: whoever has to type a password first is not late. In a folder no browser takes a first step:
 * what is there is looked for and compared, for as long as that takes.
 */
const clocked = (state: SavingState, now: number): SavingState => {
  if (state.stage !== 'starting') return state
  return { ...state, startBy: state.needs === null && !isToFolder(state) ? now + startMs : null }
}

const isToFolder = ({ sinks }: SavingState): boolean => sinks[0] === 'folder'

/** A folder has no length that was announced to anybody: what is not in it was left out. */
function opened(state: SavingState, bytes: number): SavingStep {
  if (!isToFolder(state) && bytes !== state.total)
    return ended(state, { type: 'failed', fault: fault('incomplete'), entry: null })
  return {
    state: { ...started(state), stage: 'handing-over', bytes, needs: null },
    effects: [{ do: 'hand-over' }],
  }
}

const stopped = (state: SavingState): SavingStep =>
  ended(state, { type: 'failed', fault: fault('browser-stopped'), entry: null })

const ended = (state: SavingState, end: SavingEnd): SavingStep => ({
  state: { ...state, stage: 'ended', startBy: null, needs: null, end },
  effects: [{ do: 'leave' }],
})
