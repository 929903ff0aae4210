import { type Change, isEmpty, queueOf, waitingIn } from './change.ts'
import { beginFile, lastCheckpointOf } from './partsUnit.ts'
import * as parts from './parts.ts'
import * as forms from './formUnit.ts'
import type { QueuedRequest, PartsUnit, UnitId } from './state.ts'
import { sendDue, mayGoStraight } from './requestQueue.ts'

/** Second half of a step: starts what can start now, by the state alone. */
export function startNext(change: Change) {
  failQueued(change)
  beginUnits(change)
  for (const [id, unit] of partsUnits(change)) parts.keepRecord(change, id, unit)
  orderParts(change)
  confirmUnits(change)
  sendDue(change, (request) => call(change, request))
  if (change.state.open > 0) return
  change.set({ phase: 'ended' })
  change.emit({ type: 'ended' })
}

function failQueued(change: Change) {
  const { stopReason, small, large } = change.state
  if (!stopReason) return
  for (const line of [small, large])
    for (const file of waitingIn(line)) change.fail(file, 'request', stopReason)
  change.set({ small: queueOf([]), large: queueOf([]) })
}

function beginUnits(change: Change) {
  for (;;) {
    const { units, plan, small, large } = change.state
    const formCount = [...units.values()].filter(({ kind }) => kind === 'form').length
    const mayForm = !isEmpty(small) && formCount < forms.maxForms
    const mayFile = !isEmpty(large)
    if (units.size >= plan.threads || !(mayForm || mayFile)) return
    // A large file occupies its thread until it is sent; small ones must not wait for that.
    if (mayForm && (!mayFile || formCount === 0)) forms.beginForm(change)
    else beginFile(change)
  }
}

const partsUnits = (change: Change): [UnitId, PartsUnit][] =>
  [...change.state.units].flatMap(([id, unit]): [UnitId, PartsUnit][] =>
    unit.kind === 'parts' && unit.stage === 'parts' ? [[id, unit]] : [],
  )

/** Gives memory to the unit that has least of it, so that all threads have work. */
function orderParts(change: Change) {
  for (let isOrdered = true; isOrdered;) {
    const byBufferedParts = partsUnits(change).sort(
      ([, one], [, other]) => one.bufferedParts - other.bufferedParts,
    )
    isOrdered = byBufferedParts.some(([id, unit]) => parts.orderPart(change, id, unit))
  }
}

/**
 * The request that ends the batch waits until all other files have ended, and is marked as the last, for a
 * server that notifies the folder's owner once a batch; if its files fail before they are sent, no request is
 * marked. Files that are requeued, because their request or thread has failed, end the batch themselves.
 */
function confirmUnits(change: Change) {
  for (const [id, unit] of change.state.units) {
    if (unit.stage !== 'ready') continue
    const { small, large, units } = change.state
    const others = [...units].filter(([other]) => other !== id)
    const hasUnsentFiles =
      !isEmpty(small) || !isEmpty(large) || others.some(([, other]) => other.stage !== 'confirming')
    if (!hasUnsentFiles && others.length > 0) continue
    const isLast = !hasUnsentFiles
    if (unit.kind === 'form') forms.confirmForm(change, id, unit, isLast)
    else parts.confirmFile(change, id, unit, isLast)
  }
}

function call(change: Change, request: QueuedRequest) {
  const { unit, kind, isLast } = request
  const unitOfCall = change.state.units.get(unit)
  const isFile = unitOfCall?.kind === 'parts'
  const uploadId = isFile && unitOfCall.record ? unitOfCall.record.uploadId : null
  const finalCheckpoint = isFile && kind === 'confirm' ? lastCheckpointOf(change.state, unitOfCall) : null
  const direct =
    isFile &&
    unitOfCall.direct &&
    typeof kind === 'number' &&
    mayGoStraight(change.state.requestQueue, request)
  change.do({ do: 'call', unit, kind, isLast, uploadId, direct, finalCheckpoint })
}
