import type { Fault } from '../faults/fault.ts'
import { failingSince, maxRetryAfterMs, retryMs } from '../util/retryLimits.ts'
import type { Change } from './change.ts'
import { cameThrough, withSample, didNotFit, mayBeSize } from './sizes.ts'
import type { Answer, QueuedRequest, UnitId, What, RequestQueue } from './state.ts'

/**
 * [Note: The way to the server]
 * Every request waits in one queue. After a transient failure it is retried with growing waits, or as soon as
 * the network is back; meanwhile fewer requests are sent at a time, since a bad network copes worst with
 * many. A pause and a closed gate stop the queue: requests in flight are stopped or refused, and keep their
 * position.
 */
const initialLanes = 4
/**
 * Browsers open six connections to an HTTP/1.1 server: one is left for small calls, so that none queues in
 * the browser.
 */
const maxLanes = 5
const successesToGrow = 4
const initialWaitMs = 500
const maxWaitMs = 30_000
/** Statuses that are worth a retry. */
const retryableStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])
/** Statuses of a proxy that ran into a time limit. */
const timeoutStatuses: ReadonlySet<number> = new Set([408, 504])
/** Connections broken in a row, after bytes were sent, from which on the size is to blame. */
const maxBrokenConnections = 3
/** A refusal sets a fresh token; one that is refused again and again has another cause. */
const maxTokensRefused = 2

/**
 * [Note: Straight to the store]
 * If the server offers it, a part is sent to a presigned address of the store, which is requested before each
 * try and never stored. Between browser and store there are policies, networks and clocks that the server
 * does not see: a part that failed there twice is sent through the server, and after three such parts in a
 * row all are. So is a part without an address. Failures of the store do not count as outages: without a
 * network there would be no address either.
 */
const maxStoreFailures = 2
const maxStoreMisses = 3

export const openWire: RequestQueue = {
  lanes: initialLanes,
  successes: 0,
  flights: [],
  paused: false,
  gate: 'open',
  lost: false,
  storeMisses: 0,
}

/** Outcome of a request: 'again' is handled here, the others by its unit. */
export type Outcome = 'again' | 'done' | 'too-large' | 'refused'

export function queueCall(
  change: Change,
  unit: UnitId,
  what: What,
  {
    bytes = 0,
    mayShrink = false,
    isLast = false,
  }: Partial<Pick<QueuedRequest, 'bytes' | 'mayShrink' | 'isLast'>> = {},
) {
  const flight: QueuedRequest = {
    ...{ unit, what, bytes, mayShrink, isLast },
    ...{ state: 'waiting', notBefore: 0, began: 0, isStopped: false },
    ...{ storeFailures: 0, tries: 0, tokensRefused: 0, brokenConnections: 0, sent: 0, failingSince: null },
  }
  change.wire({ flights: [...change.state.wire.flights, flight] })
}

/** Sends the requests that may be sent now. @param call sends a request */
export function launch(change: Change, call: (flight: QueuedRequest) => void) {
  if (!isOpen(change.state.wire)) return
  for (const flight of change.state.wire.flights) {
    if (freeLanes(change.state.wire) <= 0) return
    if (flight.state === 'flying' || flight.notBefore > change.now) continue
    replace(change, flight, { ...flight, state: 'flying', began: change.now, isStopped: false, sent: 0 })
    call(flight)
  }
}

/**
 * Time when the next waiting request is due; null if all lanes are taken, since a response comes first then.
 */
export function nextWaitEnd(wire: RequestQueue): number | null {
  if (!isOpen(wire) || freeLanes(wire) <= 0) return null
  const times = wire.flights.flatMap(({ state, notBefore }) => (state === 'waiting' ? [notBefore] : []))
  return times.length > 0 ? Math.min(...times) : null
}

/** True if a part may be sent straight to the store, if the server offers it. */
export const mayGoStraight = ({ storeMisses }: RequestQueue, { storeFailures }: QueuedRequest): boolean =>
  storeFailures < maxStoreFailures && storeMisses < maxStoreMisses

const isOpen = ({ paused, gate }: RequestQueue): boolean => !paused && gate === 'open'

const freeLanes = ({ lanes, flights }: RequestQueue): number =>
  lanes - flights.filter(({ state }) => state === 'flying').length

/** Stops the requests in flight. */
export function pause(change: Change) {
  change.wire({
    paused: true,
    flights: change.state.wire.flights.map((flight): QueuedRequest => ({
      ...flight,
      isStopped: flight.state === 'flying',
      failingSince: null,
    })),
  })
  change.do({ do: 'stop' })
}

/** The network is back: ends all waits. */
export function endWaits(change: Change) {
  change.wire({ flights: change.state.wire.flights.map((flight) => ({ ...flight, notBefore: 0 })) })
}

/** Applies the response to 'ask-gate'. */
export function gateAnswered(change: Change, isClosed: boolean) {
  if (change.state.wire.gate !== 'asked') return
  change.wire({ gate: isClosed ? 'closed' : 'open' })
  if (isClosed) change.emit({ type: 'gate', isClosed: true })
}

export function gatePassed(change: Change) {
  if (change.state.wire.gate !== 'closed') return
  const flights = change.state.wire.flights.map((flight): QueuedRequest => ({
    ...flight,
    notBefore: 0,
    tries: 0,
    failingSince: null,
  }))
  change.wire({ gate: 'open', flights })
  change.emit({ type: 'gate', isClosed: false })
}

/** Records how many bytes of a request were sent. */
export function recordSent(change: Change, flight: QueuedRequest, bytes: number) {
  replace(change, flight, { ...flight, sent: bytes })
}

export function answered(change: Change, flight: QueuedRequest, answer: Answer): Outcome {
  if (answer.ok) return succeeded(change, flight, answer)
  const { fault } = answer
  // A request stopped by a pause has not failed.
  if (flight.isStopped) return retry(change, flight)
  if (answer.at === 'store') return failedAtStore(change, flight, flight.storeFailures + 1)
  if (fault.code === 'csrf' && flight.tokensRefused < maxTokensRefused)
    return retry(change, flight, { tokensRefused: flight.tokensRefused + 1 })
  if (fault.code === 'gateClosed') return refusedByGate(change, flight)
  if (fault.status === 413 && flight.bytes > 0) return tooLarge(change, flight, true)
  if (isRetryable(fault)) return failed(change, flight, fault)
  // The refusal concerns the address; the part may still go through the server.
  if (answer.at === 'address' && fault.code === 'refused')
    return failedAtStore(change, flight, maxStoreFailures)
  return finish(change, flight, 'refused')
}

/** Retries a part, at another address or through the server. */
function failedAtStore(change: Change, flight: QueuedRequest, storeFailures: number): Outcome {
  const { wire } = change.state
  const isMiss = storeFailures >= maxStoreFailures
  if (isMiss) change.wire({ storeMisses: wire.storeMisses + 1 })
  return retry(change, flight, {
    ...{ storeFailures, tokensRefused: 0 },
    notBefore: isMiss ? 0 : change.now + backoff(change, flight),
  })
}

function succeeded(change: Change, flight: QueuedRequest, { at }: Answer & { ok: true }): Outcome {
  if (at === 'store') change.wire({ storeMisses: 0 })
  const { wire, size } = change.state
  const isEnough = wire.successes + 1 >= successesToGrow
  change.wire({
    successes: isEnough ? 0 : wire.successes + 1,
    lanes: isEnough ? Math.min(maxLanes, wire.lanes + 1) : wire.lanes,
  })
  reportConnection(change, false)
  const update = at === 'store' ? withSample : cameThrough
  if (flight.bytes > 0) change.set({ size: update(size, flight.bytes, change.now - flight.began) })
  return finish(change, flight, 'done')
}

/** Retries a request once the gates are open, with growing waits in case the server contradicts itself. */
function refusedByGate(change: Change, flight: QueuedRequest): Outcome {
  const since = flight.failingSince ?? change.now
  if (change.now - since > retryMs) return finish(change, flight, 'refused')
  if (change.state.wire.gate === 'open') {
    change.wire({ gate: 'asked' })
    change.do({ do: 'ask-gate' })
  }
  return retry(change, flight, {
    tries: flight.tries + 1,
    failingSince: since,
    notBefore: change.now + backoff(change, flight),
  })
}

function failed(change: Change, flight: QueuedRequest, fault: Fault): Outcome {
  const { wire, size } = change.state
  const since = failingSince(fault, flight.failingSince, change.now)
  if (since !== null && change.now - since > retryMs) return finish(change, flight, 'refused')
  change.wire({ successes: 0, lanes: Math.max(1, Math.floor(wire.lanes / 2)) })
  reportConnection(change, true)
  const isCut =
    flight.mayShrink && flight.sent > 0 && isBrokenConnection(fault) && mayBeSize(size, flight.bytes)
  const brokenConnections = isCut ? flight.brokenConnections + 1 : 0
  if (brokenConnections >= maxBrokenConnections) return tooLarge(change, flight, false)
  const wait = fault.after === undefined ? backoff(change, flight) : fault.after * 1000
  return retry(change, flight, {
    ...{ brokenConnections, failingSince: since, tokensRefused: 0 },
    tries: flight.tries + 1,
    notBefore: change.now + Math.min(wait, maxRetryAfterMs),
  })
}

function tooLarge(change: Change, flight: QueuedRequest, isRefusal: boolean): Outcome {
  change.set({ size: didNotFit(change.state.size, flight.bytes, isRefusal) })
  return finish(change, flight, flight.mayShrink ? 'too-large' : 'refused')
}

const backoff = ({ random }: Change, { tries }: QueuedRequest): number =>
  Math.min(maxWaitMs, initialWaitMs * 2 ** tries) * (0.75 + random / 2)

const isRetryable = ({ code, status }: Fault): boolean =>
  code === 'unanswered' || (status !== null && retryableStatuses.has(status))

const isBrokenConnection = ({ code, status }: Fault): boolean =>
  code === 'unanswered' || (status !== null && timeoutStatuses.has(status))

function reportConnection(change: Change, isLost: boolean) {
  if (change.state.wire.lost === isLost) return
  change.wire({ lost: isLost })
  change.emit({ type: 'connection', isLost })
}

function retry(change: Change, flight: QueuedRequest, more: Partial<QueuedRequest> = {}): Outcome {
  replace(change, flight, { ...flight, state: 'waiting', ...more })
  return 'again'
}

function finish(change: Change, flight: QueuedRequest, outcome: Outcome): Outcome {
  change.wire({ flights: change.state.wire.flights.filter((one) => one !== flight) })
  return outcome
}

function replace(change: Change, before: QueuedRequest, after: QueuedRequest) {
  change.wire({ flights: change.state.wire.flights.map((one) => (one === before ? after : one)) })
}
