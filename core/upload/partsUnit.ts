import { chunkBytes, sealedChunkBytes } from '../../contract/limits.ts'
import { sealedSize } from '../crypto/index.ts'
import { type Fault, type FaultCode, fault } from '../faults/fault.ts'
import { maxAttempts, type StepBuilder, fileAt, withoutFirst, filesWaitingIn } from './stepBuilder.ts'
import { partChunksFor } from './sizeLimit.ts'
import type { FailureStage } from './messages.ts'
import type { JournalRecord, PartsUnit, PlanIndex, UnitId, UploadState } from './state.ts'
import { queueRequest } from './requestQueue.ts'

/** Failures after which the parts that were sent are useless; after all others they can be resumed from. */
const unusableAfter: ReadonlySet<FaultCode> = new Set([
  ...(['file-changed', 'not-as-sealed', 'storage-unsafe', 'stored-otherwise', 'notEncrypted'] as const),
  ...(['uploadUnknown', 'uploadConfirmed', 'uploadSentTooOften'] as const),
])

/** Parts that arrive altered are sent again this often. */
export const maxResends = 2

type AttemptCounts = Pick<PartsUnit, 'restarts' | 'threadFailures' | 'resends' | 'reported'>

/** Begins the next large file, or resumes it if the journal has a record. */
export function beginLargeFile(builder: StepBuilder) {
  const { large, plan } = builder.state
  const [file] = filesWaitingIn(large)
  if (file === undefined) return
  builder.setState({ large: withoutFirst(large, 1) })
  open(builder, file, plan.records.get(file) ?? null, {
    restarts: 0,
    threadFailures: 0,
    resends: 0,
    reported: 0,
  })
}

function open(builder: StepBuilder, file: PlanIndex, record: JournalRecord | null, attempts: AttemptCounts) {
  const chunks = record?.partChunks ?? partChunksFor(builder.state, builder.sizeOf(file))
  const packedKey = record?.seal ?? null
  const unit = builder.beginUnit({
    ...{ kind: 'parts', file, stage: 'opening', partChunks: chunks, record, packedKey },
    ...{
      isDirectToStore: false,
      stored: new Set<number>(),
      partsRequested: 0,
      partsSealed: 0,
      newCheckpoints: [],
      isWritingRecord: false,
      bufferedParts: 0,
    },
    ...{ sentByPart: new Map<number, number>(), ...attempts },
  })
  builder.emit({ type: 'status', file, status: 'hashing' })
  builder.addEffect({ do: 'open', unit, file, partChunks: chunks, packedKey })
}

/** The file's key is ready: asks for the parts on the server, or creates the upload. */
export function onOpened(builder: StepBuilder, id: UnitId, unit: PartsUnit, packedKey: unknown) {
  if (unit.stage !== 'opening') return
  builder.setUnit(id, { ...unit, stage: 'asking', packedKey })
  builder.emit({ type: 'status', file: unit.file, status: 'encrypting' })
  queueRequest(builder, id, unit.record ? 'ask' : 'create')
}

/** Another thread resumes from the journal's record. */
export function onPartsUnitDied(builder: StepBuilder, id: UnitId, unit: PartsUnit) {
  if (unit.threadFailures + 1 >= maxAttempts) {
    failFile(builder, id, unit, { stage: 'processing', fault: fault('thread-died') })
    return
  }
  const { file, record, restarts, resends, reported } = unit
  endUnit(builder, id, unit)
  const isRecorded = record !== null && record.sealedParts > 0
  if (record && !isRecorded) builder.addEffect({ do: 'abort', uploadId: record.uploadId })
  open(builder, file, isRecorded ? record : null, {
    restarts,
    resends,
    reported,
    threadFailures: unit.threadFailures + 1,
  })
}

/** Reads the file again, and sends the parts that the server did not find as they were sent. */
export function resendParts(builder: StepBuilder, id: UnitId, unit: PartsUnit) {
  const { file, record, restarts, threadFailures, resends, reported } = unit
  endUnit(builder, id, unit)
  open(builder, file, record, { restarts, threadFailures, reported, resends: resends + 1 })
}

interface FailureReason {
  stage: FailureStage
  fault: Fault
}

/** Starts a file again with a fresh key, because the file, its parts or its record are no longer usable. */
export function restart(builder: StepBuilder, id: UnitId, unit: PartsUnit, reason: FailureReason) {
  if (unit.restarts >= maxAttempts) failFile(builder, id, unit, reason)
  else startAgain(builder, id, unit, unit.restarts + 1)
}

/** Starts a file again in smaller parts, by the current limit. This ends, since parts have a minimum size. */
export const restartInSmallerParts = (builder: StepBuilder, id: UnitId, unit: PartsUnit) =>
  startAgain(builder, id, unit, unit.restarts)

function startAgain(builder: StepBuilder, id: UnitId, unit: PartsUnit, restarts: number) {
  const { file, threadFailures, resends, reported } = unit
  discard(builder, unit)
  endUnit(builder, id, unit)
  open(builder, file, null, { restarts, threadFailures, resends, reported: 0 })
  if (reported > 0) builder.forgetProgress(file)
}

/** Fails a file; parts that may be resumed from stay in the journal and on the server. */
export function failFile(builder: StepBuilder, id: UnitId, unit: PartsUnit, { stage, fault }: FailureReason) {
  discardUseless(builder, unit, fault)
  builder.failFile(unit.file, stage, fault)
  endUnit(builder, id, unit)
}

/** Discards parts that could not be resumed from: the file would fail again, or no journal knows them. */
export function discardUseless(builder: StepBuilder, unit: PartsUnit, { code }: Fault) {
  if (unusableAfter.has(code) || unit.record?.sealedParts === 0) discard(builder, unit)
}

/** Removes the record from the journal and the parts from the server. */
export function discard(builder: StepBuilder, { file, record }: Pick<PartsUnit, 'file' | 'record'>) {
  if (!record) return
  builder.addEffect({ do: 'remove-record', file })
  builder.addEffect({ do: 'abort', uploadId: record.uploadId })
}

function endUnit(builder: StepBuilder, id: UnitId, unit: PartsUnit) {
  builder.setState({ freeBufferBytes: builder.state.freeBufferBytes + unit.bufferedParts * partBytes(unit) })
  builder.endUnit(id)
}

/** Plaintext bytes of each part but the last. */
export const partBytes = ({ partChunks: chunks }: Pick<PartsUnit, 'partChunks'>): number =>
  chunks * chunkBytes

export const partCount = (state: UploadState, unit: Pick<PartsUnit, 'file' | 'partChunks'>): number =>
  Math.ceil(fileAt(state, unit.file).size / partBytes(unit))

export function sealedPartBytes(state: UploadState, unit: PartsUnit, n: number): number {
  const whole = unit.partChunks * sealedChunkBytes
  return Math.min(whole, sealedSize(fileAt(state, unit.file).size) - (n - 1) * whole)
}

/** Number of parts, from 1 on, that the record covers: they may be sent and resumed from. */
export const coveredParts = ({ record }: PartsUnit): number => record?.sealedParts ?? 0

/** Checkpoint of the last part, see [Note: Checkpoints]; null before it is recorded. */
export const lastCheckpointOf = (state: UploadState, unit: PartsUnit): string | null =>
  unit.record?.marks[partCount(state, unit)] ?? null
