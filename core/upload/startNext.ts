import { type StepBuilder, isQueueEmpty, queueOf, filesWaitingIn } from './stepBuilder.ts'
import { beginLargeFile, lastCheckpointOf, partCount } from './partsUnit.ts'
import * as parts from './partsTransfer.ts'
import * as forms from './formUnit.ts'
import type { QueuedRequest, PartsUnit, Unit, UnitId, UploadState } from './state.ts'
import { sendDueRequests, mayGoToStore } from './requestQueue.ts'

/** Second half of a step: starts what can start now, by the state alone. */
export function startNext(builder: StepBuilder) {
  failQueued(builder)
  beginUnits(builder)
  for (const [id, unit] of partsUnits(builder)) parts.storeRecord(builder, id, unit)
  makeNextParts(builder)
  confirmUnits(builder)
  sendDueRequests(builder, (request) => addCallEffect(builder, request))
  if (builder.state.unfinishedFiles > 0) return
  builder.setState({ phase: 'ended' })
  builder.emit({ type: 'ended' })
}

function failQueued(builder: StepBuilder) {
  const { stopReason, small, large } = builder.state
  if (!stopReason) return
  for (const line of [small, large])
    for (const file of filesWaitingIn(line)) builder.failFile(file, 'request', stopReason)
  builder.setState({ small: queueOf([]), large: queueOf([]) })
}

function beginUnits(builder: StepBuilder) {
  for (;;) {
    const { units, plan, small, large } = builder.state
    const sealing = [...units.values()].filter((unit) => needsThread(builder.state, unit))
    const mayForm = !isQueueEmpty(small) && forms.mayBeginForm(builder.state)
    const mayFile = !isQueueEmpty(large)
    if (sealing.length >= plan.threads || !(mayForm || mayFile)) return
    // A large file occupies its thread until it is sealed; small ones must not wait for that.
    const isFormBeingSealed = sealing.some(({ kind }) => kind === 'form')
    if (mayForm && (!mayFile || !isFormBeingSealed)) forms.beginForm(builder)
    else beginLargeFile(builder)
  }
}

/** Units that are sealed are only sent. */
export const needsThread = (state: UploadState, unit: Unit): boolean =>
  unit.kind === 'form'
    ? unit.stage === 'sealing'
    : unit.stage !== 'confirming' && unit.partsSealed < partCount(state, unit)

/** Units whose parts can be made: a new upload's already while it is announced. */
const partsUnits = (builder: StepBuilder): [UnitId, PartsUnit][] =>
  [...builder.state.units].flatMap(([id, unit]): [UnitId, PartsUnit][] => {
    if (unit.kind !== 'parts') return []
    const isBeingAnnounced = unit.stage === 'asking' && unit.record === null
    return unit.stage === 'parts' || isBeingAnnounced ? [[id, unit]] : []
  })

/** Gives memory to the unit that has least of it, so that all threads have work. */
function makeNextParts(builder: StepBuilder) {
  for (let isOrdered = true; isOrdered;) {
    const byBufferedParts = partsUnits(builder).sort(
      ([, one], [, other]) => one.bufferedParts - other.bufferedParts,
    )
    isOrdered = byBufferedParts.some(([id, unit]) => parts.makeNextPart(builder, id, unit))
  }
}

/**
 * The request that confirms the last files is marked, for a server that notifies the folder's owner once a batch. It goes
 * when all others are on their way, without their answers: the server takes what arrives within half a minute as the same
 * batch. If its files fail before they are sent, no request is marked; files that are requeued, because their request or
 * thread has failed, end the batch once more.
 */
function confirmUnits(builder: StepBuilder) {
  for (const [id, unit] of builder.state.units) {
    if (unit.stage !== 'ready') continue
    const { small, large, units } = builder.state
    const isLast =
      isQueueEmpty(small) &&
      isQueueEmpty(large) &&
      [...units].every(([other, { stage }]) => other === id || stage === 'confirming')
    if (unit.kind === 'form') forms.queueForm(builder, id, unit, isLast)
    else parts.queueConfirmation(builder, id, unit, isLast)
  }
}

function addCallEffect(builder: StepBuilder, request: QueuedRequest) {
  const { unit, kind, isLast } = request
  const unitOfCall = builder.state.units.get(unit)
  const isFile = unitOfCall?.kind === 'parts'
  const uploadId = isFile && unitOfCall.record ? unitOfCall.record.uploadId : null
  const finalCheckpoint = isFile && kind === 'confirm' ? lastCheckpointOf(builder.state, unitOfCall) : null
  const isDirectToStore =
    isFile &&
    unitOfCall.isDirectToStore &&
    typeof kind === 'number' &&
    mayGoToStore(builder.state.requestQueue, request)
  builder.addEffect({ do: 'call', unit, kind, isLast, uploadId, isDirectToStore, finalCheckpoint })
}
