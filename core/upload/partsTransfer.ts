import { minPartChunksOf } from '../../contract/fileLimits.ts'
import { chunkBytes, sealedChunkBytes } from '../../contract/limits.ts'
import { type FaultCode, fault } from '../faults/fault.ts'
import { readFinalCheckpoint } from './finalCheckpoint.ts'
import type { StepBuilder } from './stepBuilder.ts'
import {
  restart,
  restartInSmallerParts,
  coveredParts,
  discardUseless,
  failFile,
  lastCheckpointOf,
  partBytes,
  maxResends,
  partCount,
  resendParts,
  sealedPartBytes,
} from './partsUnit.ts'
import { applyVerdicts } from './formUnit.ts'
import type { UploadResponse, JournalRecord, Durability, PartsUnit, UnitId, RequestKind } from './state.ts'
import { type RequestOutcome, queueRequest } from './requestQueue.ts'

/** Number of parts ordered ahead if none needs memory because they are only read again. */
const maxOrdersAhead = 4
/** Failures after which the server accepts no more of this upload. */
const finalCodes: ReadonlySet<FaultCode> = new Set(['uploadUnknown', 'uploadConfirmed', 'uploadSentTooOften'])

/** Records the checkpoints of new parts before any of their bytes is sent. One write at a time. */
export function storeRecord(builder: StepBuilder, id: UnitId, unit: PartsUnit) {
  const { record, newCheckpoints, stored, isWritingRecord, file } = unit
  if (!record || isWritingRecord || newCheckpoints.length === 0) return
  const needed = Object.entries(record.marks).filter(([part]) => !stored.has(Number(part)))
  const added = newCheckpoints.map((checkpoint, at) => [record.sealedParts + 1 + at, checkpoint] as const)
  const next: JournalRecord = {
    ...record,
    sealedParts: record.sealedParts + newCheckpoints.length,
    marks: Object.fromEntries<string>([...needed, ...added]),
  }
  builder.setUnit(id, { ...unit, isWritingRecord: true })
  builder.addEffect({ do: 'store-record', unit: id, file, record: next })
}

/** A record has been stored: its parts may be sent, and checkpoints made meanwhile are recorded next. */
export function onRecordStored(
  builder: StepBuilder,
  id: UnitId,
  unit: PartsUnit,
  { record, as }: { record: JournalRecord; as: Durability },
) {
  if (as === 'unsafe') {
    restart(builder, id, unit, { stage: 'processing', fault: fault('storage-unsafe') })
    return
  }
  const before = coveredParts(unit)
  const newCheckpoints = unit.newCheckpoints.slice(record.sealedParts - before)
  // The disk keeps few: two in a row reveal the content between them.
  const marks = { ...unit.record?.marks, ...record.marks }
  builder.setUnit(id, { ...unit, record: { ...record, marks }, newCheckpoints, isWritingRecord: false })
  for (let n = before + 1; n <= record.sealedParts; n++) sendPart(builder, id, unit, n)
}

function sendPart(builder: StepBuilder, id: UnitId, unit: PartsUnit, n: number) {
  const bytes = sealedPartBytes(builder.state, unit, n)
  queueRequest(builder, id, n, {
    bytes,
    mayShrink: unit.partChunks > minPartChunksOf(builder.sizeOf(unit.file)),
  })
}

/** Orders the next part. @returns false if all parts are on the server, or it has to wait */
export function makeNextPart(builder: StepBuilder, id: UnitId, unit: PartsUnit): boolean {
  const { record, stored, partsRequested, partsSealed: partSealed } = unit
  if (isWhole(builder, unit)) {
    if (lastCheckpointOf(builder.state, unit) !== null) builder.setUnit(id, { ...unit, stage: 'ready' })
    else restart(builder, id, unit, { stage: 'processing', fault: fault('not-as-sealed') })
    return false
  }
  const n = partsRequested + 1
  if (n > partCount(builder.state, unit) || partsRequested - partSealed >= maxOrdersAhead) return false
  const isWanted = !stored.has(n)
  if (isWanted && builder.state.freeBufferBytes < partBytes(unit)) return false
  if (isWanted) builder.setState({ freeBufferBytes: builder.state.freeBufferBytes - partBytes(unit) })
  builder.setUnit(id, { ...unit, partsRequested: n, bufferedParts: unit.bufferedParts + (isWanted ? 1 : 0) })
  const checkpoint = record?.marks[n] ?? null
  builder.addEffect({ do: 'make', unit: id, n, checkpoint, isWanted, isNew: n > coveredParts(unit) })
  return true
}

/** True if only the confirmation is missing, and the file need not be read again. */
function isWhole(builder: StepBuilder, { stored, record, file, partChunks }: PartsUnit): boolean {
  const count = partCount(builder.state, { file, partChunks })
  return stored.size === count && record?.sealedParts === count
}

export function onPartMade(
  builder: StepBuilder,
  id: UnitId,
  unit: PartsUnit,
  { n, checkpoint }: { n: number; checkpoint: string },
) {
  if (n === 1) builder.emit({ type: 'status', file: unit.file, status: 'uploading' })
  if (n === partCount(builder.state, unit)) builder.addEffect({ do: 'free-thread', unit: id })
  const isNew = n > coveredParts(unit)
  builder.setUnit(id, {
    ...unit,
    partsSealed: n,
    newCheckpoints: isNew ? [...unit.newCheckpoints, checkpoint] : unit.newCheckpoints,
  })
  if (!isNew && !unit.stored.has(n)) sendPart(builder, id, unit, n)
}

export function onPartsResponse(
  builder: StepBuilder,
  id: UnitId,
  unit: PartsUnit,
  { kind, outcome, response }: { kind: RequestKind; outcome: RequestOutcome; response: UploadResponse },
) {
  if (outcome === 'too-large') restartInSmallerParts(builder, id, unit)
  else if (!response.ok) {
    const reason = { stage: 'request', fault: response.fault } as const
    if (finalCodes.has(response.fault.code) && kind !== 'create') restart(builder, id, unit, reason)
    else failFile(builder, id, unit, reason)
  } else if (kind === 'create') onCreated(builder, id, unit, response)
  else if (kind === 'ask') applyStoredParts(builder, id, unit, response)
  else if (kind === 'confirm') onFileConfirmed(builder, id, unit, response)
  else if (typeof kind === 'number') {
    builder.setState({ freeBufferBytes: builder.state.freeBufferBytes + partBytes(unit) })
    builder.setUnit(id, {
      ...unit,
      stored: new Set(unit.stored).add(kind),
      bufferedParts: unit.bufferedParts - 1,
    })
    reportProgress(builder, id)
  }
}

/** An upload whose server has parts beyond its record is not continued with its key: another process has used it. */
function applyStoredParts(
  builder: StepBuilder,
  id: UnitId,
  unit: PartsUnit,
  { parts, direct }: UploadResponse & { ok: true },
) {
  const isKnown = (n: number) => Number.isInteger(n) && n >= 1 && n <= coveredParts(unit)
  if (!parts?.every(isKnown)) {
    restart(builder, id, unit, { stage: 'processing', fault: fault('not-as-sealed') })
    return
  }
  builder.setUnit(id, { ...unit, stage: 'parts', isDirectToStore: direct === true, stored: new Set(parts) })
  reportProgress(builder, id)
}

function onCreated(
  builder: StepBuilder,
  id: UnitId,
  unit: PartsUnit,
  { uploadId, direct }: UploadResponse & { ok: true },
) {
  if (uploadId === undefined) {
    const reason = fault('unexpected', { said: 'The upload that was begun has no id.' })
    failFile(builder, id, unit, { stage: 'request', fault: reason })
    return
  }
  const { packedKey: seal, partChunks } = unit
  builder.setUnit(id, {
    ...unit,
    stage: 'parts',
    isDirectToStore: direct === true,
    record: { seal, uploadId, partChunks, sealedParts: 0, marks: {} },
  })
}

function onFileConfirmed(
  builder: StepBuilder,
  id: UnitId,
  unit: PartsUnit,
  { verdicts }: UploadResponse & { ok: true },
) {
  const [verdict] = verdicts ?? []
  // All parts had arrived, but the upload was removed: it expired, or another address has been verified
  // since.
  if (verdict?.ok === false && verdict.fault.code === 'uploadUnknown') {
    restart(builder, id, unit, { stage: 'server', fault: verdict.fault })
    return
  }
  if (verdict?.ok === false && verdict.fault.code === 'partsMissing' && unit.resends < maxResends) {
    resendParts(builder, id, unit)
    return
  }
  const checkpoint = lastCheckpointOf(builder.state, unit)
  const hashes = checkpoint === null ? [] : [readFinalCheckpoint(checkpoint).hash]
  applyVerdicts(builder, [unit.file], hashes, verdicts)
  if (verdict?.ok === false) discardUseless(builder, unit, verdict.fault)
  builder.endUnit(id)
}

export function queueConfirmation(builder: StepBuilder, id: UnitId, unit: PartsUnit, isLast: boolean) {
  builder.setUnit(id, { ...unit, stage: 'confirming' })
  if (unit.partsSealed < partCount(builder.state, unit)) builder.addEffect({ do: 'free-thread', unit: id })
  queueRequest(builder, id, 'confirm', { isLast })
}

export function onPartSent(builder: StepBuilder, id: UnitId, unit: PartsUnit, n: number, bytes: number) {
  builder.setUnit(id, { ...unit, sentByPart: new Map(unit.sentByPart).set(n, bytes) })
  reportProgress(builder, id)
}

/** Reports plaintext bytes; a retry reports nothing until it is past the last report. */
function reportProgress(builder: StepBuilder, id: UnitId) {
  const unit = builder.state.units.get(id)
  if (unit?.kind !== 'parts') return
  let sent = 0
  for (const n of unit.stored) sent += sealedPartBytes(builder.state, unit, n)
  for (const [n, bytes] of unit.sentByPart) if (!unit.stored.has(n)) sent += bytes
  const bytes = Math.min(builder.sizeOf(unit.file), Math.floor((sent * chunkBytes) / sealedChunkBytes))
  if (bytes <= unit.reported) return
  builder.setUnit(id, { ...unit, reported: bytes })
  builder.emit({ type: 'progressed', file: unit.file, bytes })
}
