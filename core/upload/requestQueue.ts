import { KiB } from '../../contract/limits.ts'
import type { Fault } from '../faults/fault.ts'
import type { ServerState } from '../faults/otherAnswer.ts'
import { failingSince, isTemporary, maxRetryAfterMs, giveUpAfterMs } from '../faults/retries.ts'
import type { StepBuilder } from './stepBuilder.ts'
import { bytesInFlightFor, paceAfter, sentBytes } from './pace.ts'
import { limitAfterSuccess, limitAfterTooLarge, mayBeTooLarge } from './sizeLimit.ts'
import { isQueueEmpty } from './stepBuilder.ts'
import type {
  UploadResponse,
  QueuedRequest,
  UnitId,
  RequestKind,
  RequestQueue,
  UploadState,
} from './state.ts'

/**
 * [Note: The way to the server]
 * Every request waits in one queue. After a transient failure it is retried with growing waits, or as soon as
 * the network is back; meanwhile fewer requests are sent at a time. A pause and a closed gate stop the queue:
 * requests in flight are stopped or refused, and keep their position. Calls without a body go first, then small
 * files, then parts in the order of their files; how much is in flight says [Note: The pace of a line].
 */
/** Browsers open six connections to an HTTP/1.1 server: one is left for small calls. */
const maxConcurrency = 5
/** Bodies that share the line: the others wait for their answers meanwhile, so that the line is never idle. */
const maxBodiesAtOnce = 3
const successesToGrow = 4
const initialWaitMs = 500
const maxWaitMs = 30_000
/** Statuses of a proxy that ran into a time limit. */
const timeoutStatuses: ReadonlySet<number> = new Set([408, 504])
/** Connections broken in a row, after bytes were sent, from which on the size is to blame. */
const maxBrokenConnections = 3
/** A refusal sets a fresh token; one that is refused again and again has another cause. */
const maxCsrfRefusals = 2
/** A body that arrives altered is sent again this often; then something on the way has a lasting fault. */
const maxAlterations = 2

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
  concurrency: maxConcurrency,
  successes: 0,
  requests: [],
  paused: false,
  gate: 'open',
  server: 'reachable',
  lostAt: 0,
  storeMisses: 0,
}

/** Outcome of a request: 'again' is handled here, the others by its unit. */
export type RequestOutcome = 'again' | 'done' | 'too-large' | 'failed'

export function queueRequest(
  builder: StepBuilder,
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
    ...{ state: 'waiting', notBefore: 0, began: 0, sentBefore: 0, isStopped: false },
    ...{ storeFailures: 0, tries: 0, csrfRefusals: 0, alterations: 0, brokenConnections: 0 },
    ...{ sent: 0, isAllSent: false },
    failingSince: null,
  }
  builder.updateQueue({ requests: [...builder.state.requestQueue.requests, request] })
}

/** @param call sends a request */
export function sendDueRequests(builder: StepBuilder, call: (request: QueuedRequest) => void) {
  if (!isOpen(builder.state.requestQueue)) return
  for (const request of builder.state.requestQueue.requests.toSorted(byTurn)) {
    if (request.state === 'in-flight' || request.notBefore > builder.now) continue
    if (!hasRoom(builder.state, request)) continue
    replace(builder, request, {
      ...request,
      state: 'in-flight',
      began: builder.now,
      sentBefore: sentBytes(builder.state.pace, builder.state.requestQueue),
      isStopped: false,
      ...{ sent: 0, isAllSent: false },
    })
    call(request)
  }
}

/** Time when the next waiting request is due; null if a response comes first. */
export function nextWaitEnd(state: UploadState): number | null {
  const { requestQueue } = state
  if (!isOpen(requestQueue)) return null
  const times = requestQueue.requests.flatMap((request) =>
    request.state === 'waiting' && hasRoom(state, request) ? [request.notBefore] : [],
  )
  return times.length > 0 ? Math.min(...times) : null
}

export const mayGoToStore = ({ storeMisses }: RequestQueue, { storeFailures }: QueuedRequest): boolean =>
  storeFailures < maxStoreFailures && storeMisses < maxStoreMisses

const isOpen = ({ paused, gate }: RequestQueue): boolean => !paused && gate === 'open'

const isBeingSent = ({ bytes, isAllSent }: QueuedRequest): boolean => bytes > 0 && !isAllSent

/** Whether a request may go beside those in flight. */
function hasRoom(
  { requestQueue: { requests, concurrency }, pace, small, units }: UploadState,
  { bytes, isLast }: QueuedRequest,
): boolean {
  // The last request ends the batch for the server: all others have gone before.
  if (isLast && requests.some((one) => !one.isLast && one.state === 'waiting' && one.tries === 0))
    return false
  const inFlight = requests.filter(({ state }) => state === 'in-flight')
  if (inFlight.length >= concurrency) return false
  const bytesInFlight = inFlight.reduce((sum, one) => sum + one.bytes, 0)
  if (bytes === 0 || bytesInFlight === 0) return true
  if (inFlight.filter(isBeingSent).length >= maxBodiesAtOnce) return false
  const hasForms = !isQueueEmpty(small) || [...units.values()].some(({ kind }) => kind === 'form')
  return bytesInFlight < bytesInFlightFor(pace, hasForms)
}

const turnOf = ({ bytes, kind, isLast }: QueuedRequest): number =>
  isLast ? 3 : bytes === 0 ? 0 : kind === 'form' ? 1 : 2

const byTurn = (one: QueuedRequest, other: QueuedRequest): number =>
  turnOf(one) - turnOf(other) || one.unit - other.unit

export function pause(builder: StepBuilder) {
  builder.updateQueue({
    paused: true,
    requests: builder.state.requestQueue.requests.map((request): QueuedRequest => ({
      ...request,
      isStopped: request.state === 'in-flight',
      failingSince: null,
    })),
  })
  builder.addEffect({ do: 'stop' })
}

export function endWaits(builder: StepBuilder) {
  builder.updateQueue({
    requests: builder.state.requestQueue.requests.map((request) => ({ ...request, notBefore: 0 })),
  })
}

export function onGateChecked(builder: StepBuilder, isClosed: boolean) {
  if (builder.state.requestQueue.gate !== 'asked') return
  builder.updateQueue({ gate: isClosed ? 'closed' : 'open' })
  if (isClosed) builder.emit({ type: 'gate', isClosed: true })
}

export function onGatePassed(builder: StepBuilder) {
  if (builder.state.requestQueue.gate !== 'closed') return
  const requests = builder.state.requestQueue.requests.map((request): QueuedRequest => ({
    ...request,
    notBefore: 0,
    tries: 0,
    failingSince: null,
  }))
  builder.updateQueue({ gate: 'open', requests })
  builder.emit({ type: 'gate', isClosed: false })
}

/** Clients take so much of a body before they are connected. */
const maxBytesBeforeConnection = 256 * KiB

/**
 * Bytes that leave end the wait for the network, long before a large request is answered: those of a request that began
 * after the loss, as others had theirs in buffers.
 */
export function recordSent(
  builder: StepBuilder,
  request: QueuedRequest,
  { bytes, isAll }: { bytes: number; isAll: boolean },
) {
  if (bytes > maxBytesBeforeConnection && request.began > builder.state.requestQueue.lostAt)
    reportServer(builder, 'reachable')
  replace(builder, request, { ...request, sent: bytes, isAllSent: isAll })
}

export function applyResponse(
  builder: StepBuilder,
  request: QueuedRequest,
  response: UploadResponse,
): RequestOutcome {
  if (response.ok) return succeeded(builder, request, response)
  const { fault } = response
  // A request stopped by a pause has not failed.
  if (request.isStopped) return retry(builder, request)
  if (response.at === 'store') return failedAtStore(builder, request, request.storeFailures + 1)
  if (fault.code === 'csrf' && request.csrfRefusals < maxCsrfRefusals)
    return retry(builder, request, { csrfRefusals: request.csrfRefusals + 1 })
  if (fault.code === 'bodyAltered' && request.alterations < maxAlterations)
    return retry(builder, request, { alterations: request.alterations + 1 })
  if (fault.code === 'gateClosed') return refusedByGate(builder, request)
  if (fault.status === 413 && request.bytes > 0) return tooLarge(builder, request, true)
  if (isTemporary(fault)) return failed(builder, request, fault)
  // The refusal concerns the address; the part may still go through the server.
  if (response.at === 'address' && fault.code === 'refused')
    return failedAtStore(builder, request, maxStoreFailures)
  return finish(builder, request, 'failed')
}

/** Retries a part, at another address or through the server. */
function failedAtStore(builder: StepBuilder, request: QueuedRequest, storeFailures: number): RequestOutcome {
  const { requestQueue } = builder.state
  const isMiss = storeFailures >= maxStoreFailures
  if (isMiss) builder.updateQueue({ storeMisses: requestQueue.storeMisses + 1 })
  return retry(builder, request, {
    ...{ storeFailures, csrfRefusals: 0 },
    notBefore: isMiss ? 0 : builder.now + backoff(builder, request),
  })
}

function succeeded(
  builder: StepBuilder,
  request: QueuedRequest,
  { at }: UploadResponse & { ok: true },
): RequestOutcome {
  if (at === 'store') builder.updateQueue({ storeMisses: 0 })
  const { requestQueue, size, pace } = builder.state
  const isEnough = requestQueue.successes + 1 >= successesToGrow
  builder.updateQueue({
    successes: isEnough ? 0 : requestQueue.successes + 1,
    concurrency: isEnough ? Math.min(maxConcurrency, requestQueue.concurrency + 1) : requestQueue.concurrency,
  })
  reportServer(builder, 'reachable')
  const outcome = finish(builder, request, 'done')
  if (request.bytes === 0) return outcome
  const others = sentBytes(pace, builder.state.requestQueue) - request.sentBefore
  const since = { bytes: others + request.bytes, milliseconds: builder.now - request.began }
  builder.setState({ pace: paceAfter(pace, request.bytes, since) })
  // A request to the store says nothing about the way to the server.
  if (at !== 'store') builder.setState({ size: limitAfterSuccess(size, request.bytes) })
  return outcome
}

/** Retries a request once the gates are open, with growing waits in case the server contradicts itself. */
function refusedByGate(builder: StepBuilder, request: QueuedRequest): RequestOutcome {
  const since = request.failingSince ?? builder.now
  if (builder.now - since > giveUpAfterMs) return finish(builder, request, 'failed')
  if (builder.state.requestQueue.gate === 'open') {
    builder.updateQueue({ gate: 'asked' })
    builder.addEffect({ do: 'ask-gate' })
  }
  return retry(builder, request, {
    tries: request.tries + 1,
    failingSince: since,
    notBefore: builder.now + backoff(builder, request),
  })
}

function failed(builder: StepBuilder, request: QueuedRequest, fault: Fault): RequestOutcome {
  const { requestQueue, size } = builder.state
  const since = failingSince(fault, request.failingSince, builder.now)
  if (since !== null && builder.now - since > giveUpAfterMs) return finish(builder, request, 'failed')
  builder.updateQueue({ successes: 0, concurrency: Math.max(1, Math.floor(requestQueue.concurrency / 2)) })
  // Whatever answers takes bytes, and is out of order, or not the server, all the same.
  builder.updateQueue({ lostAt: fault.code === 'unanswered' ? builder.now : Infinity })
  reportServer(builder, fault.code === 'other-answer' ? 'replaced' : 'unreachable')
  const isCut =
    request.mayShrink && request.sent > 0 && isBrokenConnection(fault) && mayBeTooLarge(size, request.bytes)
  const brokenConnections = isCut ? request.brokenConnections + 1 : 0
  if (brokenConnections >= maxBrokenConnections) return tooLarge(builder, request, false)
  const wait = fault.after === undefined ? backoff(builder, request) : fault.after * 1000
  return retry(builder, request, {
    ...{ brokenConnections, failingSince: since, csrfRefusals: 0 },
    tries: request.tries + 1,
    notBefore: builder.now + Math.min(wait, maxRetryAfterMs),
  })
}

function tooLarge(builder: StepBuilder, request: QueuedRequest, isRefusal: boolean): RequestOutcome {
  builder.setState({ size: limitAfterTooLarge(builder.state.size, request.bytes, isRefusal) })
  return finish(builder, request, request.mayShrink ? 'too-large' : 'failed')
}

/** In milliseconds, with a jitter of a quarter, also at `maxWaitMs`: clients must not return together. */
const backoff = ({ random }: StepBuilder, { tries }: QueuedRequest): number =>
  Math.min(maxWaitMs, initialWaitMs * 2 ** tries) * (0.75 + random / 2)

const isBrokenConnection = ({ code, status }: Fault): boolean =>
  code === 'unanswered' || (status !== null && timeoutStatuses.has(status))

function reportServer(builder: StepBuilder, server: ServerState) {
  if (builder.state.requestQueue.server === server) return
  builder.updateQueue({ server })
  builder.emit({ type: 'connection', server })
}

function retry(
  builder: StepBuilder,
  request: QueuedRequest,
  more: Partial<QueuedRequest> = {},
): RequestOutcome {
  replace(builder, request, { ...request, state: 'waiting', ...more })
  return 'again'
}

function finish(builder: StepBuilder, request: QueuedRequest, outcome: RequestOutcome): RequestOutcome {
  builder.updateQueue({ requests: builder.state.requestQueue.requests.filter((one) => one !== request) })
  return outcome
}

function replace(builder: StepBuilder, before: QueuedRequest, after: QueuedRequest) {
  builder.updateQueue({
    requests: builder.state.requestQueue.requests.map((one) => (one === before ? after : one)),
  })
}
