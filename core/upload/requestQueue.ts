import type { Fault } from '../faults/fault.ts'
import { failingSince, isTemporary, maxRetryAfterMs, giveUpAfterMs } from '../faults/retries.ts'
import type { Change } from './change.ts'
import { afterSuccess, withBandwidthSample, afterTooLarge, mayBeTooLarge } from './sizeLimit.ts'
import type { UploadResponse, QueuedRequest, UnitId, RequestKind, RequestQueue } from './state.ts'

/**
 * [Note: The way to the server]
 * Every request waits in one queue. After a transient failure it is retried with growing waits, or as soon as
 * the network is back; meanwhile fewer requests are sent at a time. A pause and a closed gate stop the queue:
 * requests in flight are stopped or refused, and keep their position.
 */
const initialConcurrency = 4
/** Browsers open six connections to an HTTP/1.1 server: one is left for small calls. */
const maxConcurrency = 5
const successesToGrow = 4
const initialWaitMs = 500
const maxWaitMs = 30_000
/** Statuses of a proxy that ran into a time limit. */
const timeoutStatuses: ReadonlySet<number> = new Set([408, 504])
/** Connections broken in a row, after bytes were sent, from which on the size is to blame. */
const maxBrokenConnections = 3
/** A refusal sets a fresh token; one that is refused again and again has another cause. */
const maxCsrfRefusals = 2

/**
 * [Note: Straight to the store]
 * If the server offers it, a part is sent to a presigned address of the store, which is requested before each
 * try and never stored. Between browser and store there are policies, networks and clocks that the server does
 * not see: a part that failed there twice, or has no address, is sent through the server, and after three such
 * parts in a row all are. Failures of the store are no outages: without a network there would be no address.
 */
const maxStoreFailures = 2
const maxStoreMisses = 3

export const initialRequestQueue: RequestQueue = {
  concurrency: initialConcurrency,
  successes: 0,
  requests: [],
  paused: false,
  gate: 'open',
  isOffline: false,
  storeMisses: 0,
}

/** Outcome of a request: 'again' is handled here, the others by its unit. */
export type Outcome = 'again' | 'done' | 'too-large' | 'failed'

export function queueRequest(
  change: Change,
  unit: UnitId,
  kind: RequestKind,
  {
    bytes = 0,
    mayShrink = false,
    isLast = false,
  }: Partial<Pick<QueuedRequest, 'bytes' | 'mayShrink' | 'isLast'>> = {},
) {
  const request: QueuedRequest = {
    ...{ unit, kind, bytes, mayShrink, isLast },
    ...{ state: 'waiting', notBefore: 0, began: 0, isStopped: false },
    ...{ storeFailures: 0, tries: 0, csrfRefusals: 0, brokenConnections: 0, sent: 0, failingSince: null },
  }
  change.updateQueue({ requests: [...change.state.requestQueue.requests, request] })
}

/** @param call sends a request */
export function sendDue(change: Change, call: (request: QueuedRequest) => void) {
  if (!isOpen(change.state.requestQueue)) return
  for (const request of change.state.requestQueue.requests) {
    if (freeSlots(change.state.requestQueue) <= 0) return
    if (request.state === 'in-flight' || request.notBefore > change.now) continue
    replace(change, request, { ...request, state: 'in-flight', began: change.now, isStopped: false, sent: 0 })
    call(request)
  }
}

/** Time when the next waiting request is due; null if a response comes first. */
export function nextWaitEnd(queue: RequestQueue): number | null {
  if (!isOpen(queue) || freeSlots(queue) <= 0) return null
  const times = queue.requests.flatMap(({ state, notBefore }) => (state === 'waiting' ? [notBefore] : []))
  return times.length > 0 ? Math.min(...times) : null
}

export const mayGoStraight = ({ storeMisses }: RequestQueue, { storeFailures }: QueuedRequest): boolean =>
  storeFailures < maxStoreFailures && storeMisses < maxStoreMisses

const isOpen = ({ paused, gate }: RequestQueue): boolean => !paused && gate === 'open'

const freeSlots = ({ concurrency, requests }: RequestQueue): number =>
  concurrency - requests.filter(({ state }) => state === 'in-flight').length

export function pause(change: Change) {
  change.updateQueue({
    paused: true,
    requests: change.state.requestQueue.requests.map((request): QueuedRequest => ({
      ...request,
      isStopped: request.state === 'in-flight',
      failingSince: null,
    })),
  })
  change.do({ do: 'stop' })
}

export function endWaits(change: Change) {
  change.updateQueue({
    requests: change.state.requestQueue.requests.map((request) => ({ ...request, notBefore: 0 })),
  })
}

export function onGateChecked(change: Change, isClosed: boolean) {
  if (change.state.requestQueue.gate !== 'asked') return
  change.updateQueue({ gate: isClosed ? 'closed' : 'open' })
  if (isClosed) change.emit({ type: 'gate', isClosed: true })
}

export function onGatePassed(change: Change) {
  if (change.state.requestQueue.gate !== 'closed') return
  const requests = change.state.requestQueue.requests.map((request): QueuedRequest => ({
    ...request,
    notBefore: 0,
    tries: 0,
    failingSince: null,
  }))
  change.updateQueue({ gate: 'open', requests })
  change.emit({ type: 'gate', isClosed: false })
}

export function recordSent(change: Change, request: QueuedRequest, bytes: number) {
  replace(change, request, { ...request, sent: bytes })
}

export function applyResponse(change: Change, request: QueuedRequest, response: UploadResponse): Outcome {
  if (response.ok) return succeeded(change, request, response)
  const { fault } = response
  // A request stopped by a pause has not failed.
  if (request.isStopped) return retry(change, request)
  if (response.at === 'store') return failedAtStore(change, request, request.storeFailures + 1)
  if (fault.code === 'csrf' && request.csrfRefusals < maxCsrfRefusals)
    return retry(change, request, { csrfRefusals: request.csrfRefusals + 1 })
  if (fault.code === 'gateClosed') return refusedByGate(change, request)
  if (fault.status === 413 && request.bytes > 0) return tooLarge(change, request, true)
  if (isTemporary(fault)) return failed(change, request, fault)
  // The refusal concerns the address; the part may still go through the server.
  if (response.at === 'address' && fault.code === 'refused')
    return failedAtStore(change, request, maxStoreFailures)
  return finish(change, request, 'failed')
}

/** Retries a part, at another address or through the server. */
function failedAtStore(change: Change, request: QueuedRequest, storeFailures: number): Outcome {
  const { requestQueue } = change.state
  const isMiss = storeFailures >= maxStoreFailures
  if (isMiss) change.updateQueue({ storeMisses: requestQueue.storeMisses + 1 })
  return retry(change, request, {
    ...{ storeFailures, csrfRefusals: 0 },
    notBefore: isMiss ? 0 : change.now + backoff(change, request),
  })
}

function succeeded(change: Change, request: QueuedRequest, { at }: UploadResponse & { ok: true }): Outcome {
  if (at === 'store') change.updateQueue({ storeMisses: 0 })
  const { requestQueue, size } = change.state
  const isEnough = requestQueue.successes + 1 >= successesToGrow
  change.updateQueue({
    successes: isEnough ? 0 : requestQueue.successes + 1,
    concurrency: isEnough ? Math.min(maxConcurrency, requestQueue.concurrency + 1) : requestQueue.concurrency,
  })
  reportConnection(change, false)
  const update = at === 'store' ? withBandwidthSample : afterSuccess
  if (request.bytes > 0) change.set({ size: update(size, request.bytes, change.now - request.began) })
  return finish(change, request, 'done')
}

/** Retries a request once the gates are open, with growing waits in case the server contradicts itself. */
function refusedByGate(change: Change, request: QueuedRequest): Outcome {
  const since = request.failingSince ?? change.now
  if (change.now - since > giveUpAfterMs) return finish(change, request, 'failed')
  if (change.state.requestQueue.gate === 'open') {
    change.updateQueue({ gate: 'asked' })
    change.do({ do: 'ask-gate' })
  }
  return retry(change, request, {
    tries: request.tries + 1,
    failingSince: since,
    notBefore: change.now + backoff(change, request),
  })
}

function failed(change: Change, request: QueuedRequest, fault: Fault): Outcome {
  const { requestQueue, size } = change.state
  const since = failingSince(fault, request.failingSince, change.now)
  if (since !== null && change.now - since > giveUpAfterMs) return finish(change, request, 'failed')
  change.updateQueue({ successes: 0, concurrency: Math.max(1, Math.floor(requestQueue.concurrency / 2)) })
  reportConnection(change, true)
  const isCut =
    request.mayShrink && request.sent > 0 && isBrokenConnection(fault) && mayBeTooLarge(size, request.bytes)
  const brokenConnections = isCut ? request.brokenConnections + 1 : 0
  if (brokenConnections >= maxBrokenConnections) return tooLarge(change, request, false)
  const wait = fault.after === undefined ? backoff(change, request) : fault.after * 1000
  return retry(change, request, {
    ...{ brokenConnections, failingSince: since, csrfRefusals: 0 },
    tries: request.tries + 1,
    notBefore: change.now + Math.min(wait, maxRetryAfterMs),
  })
}

function tooLarge(change: Change, request: QueuedRequest, isRefusal: boolean): Outcome {
  change.set({ size: afterTooLarge(change.state.size, request.bytes, isRefusal) })
  return finish(change, request, request.mayShrink ? 'too-large' : 'failed')
}

/** In milliseconds, with a jitter of a quarter, also at `maxWaitMs`: clients must not return together. */
const backoff = ({ random }: Change, { tries }: QueuedRequest): number =>
  Math.min(maxWaitMs, initialWaitMs * 2 ** tries) * (0.75 + random / 2)

const isBrokenConnection = ({ code, status }: Fault): boolean =>
  code === 'unanswered' || (status !== null && timeoutStatuses.has(status))

function reportConnection(change: Change, isLost: boolean) {
  if (change.state.requestQueue.isOffline === isLost) return
  change.updateQueue({ isOffline: isLost })
  change.emit({ type: 'connection', isLost })
}

function retry(change: Change, request: QueuedRequest, more: Partial<QueuedRequest> = {}): Outcome {
  replace(change, request, { ...request, state: 'waiting', ...more })
  return 'again'
}

function finish(change: Change, request: QueuedRequest, outcome: Outcome): Outcome {
  change.updateQueue({ requests: change.state.requestQueue.requests.filter((one) => one !== request) })
  return outcome
}

function replace(change: Change, before: QueuedRequest, after: QueuedRequest) {
  change.updateQueue({
    requests: change.state.requestQueue.requests.map((one) => (one === before ? after : one)),
  })
}
