import { type Fault, fault } from '../faults/fault.ts'
import { isSelfEnding } from '../open/openJob.ts'
import type {
  SinkName,
  SinkEvent,
  DownloadEffect,
  DownloadEnd,
  DownloadInput,
  DownloadState,
} from './types.ts'

/** Time limit for the browser to start using a sink, in milliseconds. */
export const startTimeoutMs = 20_000

interface DownloadStep {
  state: DownloadState
  effects: readonly DownloadEffect[]
}

/** @param sinks in order of preference @param noSink the fault if no sink works */
export const initialState = (sinks: readonly SinkName[], noSink: Fault): DownloadState => ({
  sinks,
  noSink,
  stage: 'sink',
  startBy: null,
  bytes: 0,
  total: null,
  filesDone: 0,
  leftOut: [],
  blocker: null,
  end: null,
})

/** Applies an input, and returns the effects to carry out in order. Inputs after the end change nothing. */
export function stepDownload(before: DownloadState, input: DownloadInput): DownloadStep {
  if (before.stage === 'ended') return { state: before, effects: [] }
  const { state, effects } = change(before, input)
  return state === before
    ? { state, effects }
    : { state, effects: [...effects, { do: 'emit', state } satisfies DownloadEffect] }
}

function change(state: DownloadState, input: DownloadInput): DownloadStep {
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
      return { state: withDeadline({ ...state, stage: 'starting' }, input.now), effects: [{ do: 'open' }] }
    case 'resume':
      return state.blocker === null ? same(state) : resume(state, input.now)
    case 'network-back':
      // While a person is asked for something, the network is not the problem.
      return isSelfEnding(state.blocker) ? resume(state, input.now) : same(state)
    case 'handed-over':
      return state.stage === 'handing-over'
        ? ended(state, { type: 'saved', bytes: state.bytes })
        : same(state)
    default:
      if (state.stage === 'sink') return same(state)
      // The thread has passed on everything: the result of handing over counts.
      if (state.stage === 'handing-over') return whileHandingOver(state, input)
      return applyEvent(state, input, input.now)
  }
}

function whileHandingOver(state: DownloadState, event: SinkEvent): DownloadStep {
  if (event.type === 'aborted') return stopped(state)
  if (event.type === 'failed') return ended(state, { type: 'failed', fault: event.fault, entry: event.entry })
  return same(
    event.type === 'blocker' && event.blocker === 'user-activation'
      ? { ...state, blocker: event.blocker }
      : state,
  )
}

function applyEvent(state: DownloadState, event: SinkEvent, now: number): DownloadStep {
  switch (event.type) {
    case 'ready':
      return { state: { ...state, total: event.total }, effects: [{ do: 'show', total: event.total }] }
    case 'progressed':
      return same({ ...started(state), bytes: event.bytes, filesDone: event.filesDone })
    case 'arrived':
      return same({ ...started(state), stage: 'checking' })
    case 'left-out':
      return same({ ...state, leftOut: [...state.leftOut, { entry: event.entry, fault: event.fault }] })
    case 'blocker':
      return same(
        event.blocker === state.blocker ? state : withDeadline({ ...state, blocker: event.blocker }, now),
      )
    case 'opened':
      return opened(state, event.bytes)
    case 'failed':
      // A thread that cannot start has saved nothing yet.
      if (state.stage === 'starting' && event.fault.code === 'unsaved') return nextSink(state)
      return ended(state, { type: 'failed', fault: event.fault, entry: event.entry })
    case 'not-started':
      return state.stage === 'starting' ? nextSink(state) : stopped(state)
    case 'aborted':
    case 'died':
      return stopped(state)
  }
}

const same = (state: DownloadState): DownloadStep => ({ state, effects: [] })

function openSink(state: DownloadState): DownloadStep {
  const [sink] = state.sinks
  if (sink === undefined) return ended(state, { type: 'failed', fault: state.noSink, entry: null })
  return { state, effects: [{ do: 'open-sink', sink }] }
}

/** Tries the next sink; the current one has saved nothing. */
function nextSink({ sinks, noSink }: DownloadState): DownloadStep {
  const { state, effects } = openSink(initialState(sinks.slice(1), noSink))
  return { state, effects: state.stage === 'ended' ? effects : [{ do: 'leave' }, ...effects] }
}

const resume = (state: DownloadState, now: number): DownloadStep => ({
  state: withDeadline({ ...state, blocker: null }, now),
  effects: [{ do: 'resume' }],
})

const started = (state: DownloadState): DownloadState =>
  state.stage === 'starting' ? { ...state, stage: 'running', startBy: null } : state

/** Stops the time limit while something blocks the download. A folder has none, since it is compared first. */
const withDeadline = (state: DownloadState, now: number): DownloadState => {
  if (state.stage !== 'starting') return state
  return { ...state, startBy: state.blocker === null && !isToFolder(state) ? now + startTimeoutMs : null }
}

const isToFolder = ({ sinks }: DownloadState): boolean => sinks[0] === 'folder'

/** A folder has no announced length: missing files were left out. */
function opened(state: DownloadState, bytes: number): DownloadStep {
  if (!isToFolder(state) && bytes !== state.total)
    return ended(state, { type: 'failed', fault: fault('incomplete'), entry: null })
  return {
    state: { ...started(state), stage: 'handing-over', bytes, blocker: null },
    effects: [{ do: 'hand-over' }],
  }
}

const stopped = (state: DownloadState): DownloadStep =>
  ended(state, { type: 'failed', fault: fault('browser-stopped'), entry: null })

const ended = (state: DownloadState, end: DownloadEnd): DownloadStep => ({
  state: { ...state, stage: 'ended', startBy: null, blocker: null, end },
  effects: [{ do: 'leave' }],
})
