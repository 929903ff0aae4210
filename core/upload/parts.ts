import { minPartChunksOf } from '../../contract/fileLimits.ts'
import { chunkBytes, sealedChunkBytes } from '../../contract/limits.ts'
import { type FaultCode, fault } from '../faults/fault.ts'
import { contentOf } from './finalCheckpoint.ts'
import type { Change } from './change.ts'
import {
  restart,
  beginSmaller,
  coveredParts,
  discardUseless,
  failFile,
  lastCheckpointOf,
  partBytes,
  partCount,
  sealedPartBytes,
} from './partsUnit.ts'
import { applyVerdicts } from './formUnit.ts'
import type { UploadResponse, JournalRecord, Durability, PartsUnit, UnitId, RequestKind } from './state.ts'
import { type Outcome, queueRequest } from './requestQueue.ts'

/** Number of parts ordered ahead if none needs memory because they are only read again. */
const maxOrdersAhead = 4
/** Failures after which the server accepts no more of this upload. */
const finalCodes: ReadonlySet<FaultCode> = new Set(['uploadUnknown', 'uploadConfirmed', 'uploadSentTooOften'])

/** Records the checkpoints of new parts before any of their bytes is sent. One write at a time. */
export function keepRecord(change: Change, id: UnitId, unit: PartsUnit) {
  const { record, newCheckpoints, stored, isWritingRecord, file } = unit
  if (!record || isWritingRecord || newCheckpoints.length === 0) return
  const needed = Object.entries(record.marks).filter(([part]) => !stored.has(Number(part)))
  const added = newCheckpoints.map((checkpoint, at) => [record.sealedParts + 1 + at, checkpoint] as const)
  const next: JournalRecord = {
    ...record,
    sealedParts: record.sealedParts + newCheckpoints.length,
    marks: Object.fromEntries<string>([...needed, ...added]),
  }
  change.put(id, { ...unit, isWritingRecord: true })
  change.do({ do: 'store-record', unit: id, file, record: next })
}

/** A record has been stored: its parts may be sent, and checkpoints made meanwhile are recorded next. */
export function onRecordStored(
  change: Change,
  id: UnitId,
  unit: PartsUnit,
  { record, as }: { record: JournalRecord; as: Durability },
) {
  if (as === 'unsafe') {
    restart(change, id, unit, { stage: 'processing', fault: fault('storage-unsafe') })
    return
  }
  const before = coveredParts(unit)
  const newCheckpoints = unit.newCheckpoints.slice(record.sealedParts - before)
  change.put(id, { ...unit, record, newCheckpoints, isWritingRecord: false })
  for (let n = before + 1; n <= record.sealedParts; n++) sendPart(change, id, unit, n)
}

function sendPart(change: Change, id: UnitId, unit: PartsUnit, n: number) {
  const bytes = sealedPartBytes(change.state, unit, n)
  queueRequest(change, id, n, {
    bytes,
    mayShrink: unit.partChunks > minPartChunksOf(change.sizeOf(unit.file)),
  })
}

/** Orders the next part. @returns false if all parts are on the server, or it has to wait */
export function orderPart(change: Change, id: UnitId, unit: PartsUnit): boolean {
  const { record, stored, ordered, made: partSealed } = unit
  if (isWhole(change, unit)) {
    if (lastCheckpointOf(change.state, unit) !== null) change.put(id, { ...unit, stage: 'ready' })
    else restart(change, id, unit, { stage: 'processing', fault: fault('not-as-sealed') })
    return false
  }
  const n = ordered + 1
  if (n > partCount(change.state, unit) || ordered - partSealed >= maxOrdersAhead) return false
  const isWanted = !stored.has(n)
  if (isWanted && change.state.freeBufferBytes < partBytes(unit)) return false
  if (isWanted) change.set({ freeBufferBytes: change.state.freeBufferBytes - partBytes(unit) })
  change.put(id, { ...unit, ordered: n, bufferedParts: unit.bufferedParts + (isWanted ? 1 : 0) })
  const checkpoint = record?.marks[n] ?? null
  change.do({ do: 'make', unit: id, n, checkpoint, isWanted, isNew: n > coveredParts(unit) })
  return true
}

/** True if only the confirmation is missing, and the file need not be read again. */
function isWhole(change: Change, { stored, record, file, partChunks }: PartsUnit): boolean {
  const count = partCount(change.state, { file, partChunks })
  return stored.size === count && record?.sealedParts === count
}

export function onPartMade(
  change: Change,
  id: UnitId,
  unit: PartsUnit,
  { n, checkpoint }: { n: number; checkpoint: string },
) {
  if (n === 1) change.emit({ type: 'status', file: unit.file, status: 'uploading' })
  const isNew = n > coveredParts(unit)
  change.put(id, {
    ...unit,
    made: n,
    newCheckpoints: isNew ? [...unit.newCheckpoints, checkpoint] : unit.newCheckpoints,
  })
  if (!isNew && !unit.stored.has(n)) sendPart(change, id, unit, n)
}

export function onPartsResponse(
  change: Change,
  id: UnitId,
  unit: PartsUnit,
  { kind, outcome, response }: { kind: RequestKind; outcome: Outcome; response: UploadResponse },
) {
  if (outcome === 'too-large') beginSmaller(change, id, unit)
  else if (!response.ok) {
    const reason = { stage: 'request', fault: response.fault } as const
    if (finalCodes.has(response.fault.code) && kind !== 'create') restart(change, id, unit, reason)
    else failFile(change, id, unit, reason)
  } else if (kind === 'create') onCreated(change, id, unit, response)
  else if (kind === 'ask') applyStoredParts(change, id, unit, response)
  else if (kind === 'confirm') onFileConfirmed(change, id, unit, response)
  else if (typeof kind === 'number') {
    change.set({ freeBufferBytes: change.state.freeBufferBytes + partBytes(unit) })
    change.put(id, { ...unit, stored: new Set(unit.stored).add(kind), bufferedParts: unit.bufferedParts - 1 })
    reportProgress(change, id)
  }
}

/** With parts beyond the record, its key must seal nothing more: another process has used it. */
function applyStoredParts(
  change: Change,
  id: UnitId,
  unit: PartsUnit,
  { parts, direct }: UploadResponse & { ok: true },
) {
  const isKnown = (n: number) => Number.isInteger(n) && n >= 1 && n <= coveredParts(unit)
  if (!parts?.every(isKnown)) {
    restart(change, id, unit, { stage: 'processing', fault: fault('not-as-sealed') })
    return
  }
  change.put(id, { ...unit, stage: 'parts', direct: direct === true, stored: new Set(parts) })
  reportProgress(change, id)
}

function onCreated(
  change: Change,
  id: UnitId,
  unit: PartsUnit,
  { uploadId, direct }: UploadResponse & { ok: true },
) {
  if (uploadId === undefined) {
    const reason = fault('unexpected', { said: 'The upload that was begun has no id.' })
    failFile(change, id, unit, { stage: 'request', fault: reason })
    return
  }
  const { packedKey: seal, partChunks } = unit
  change.put(id, {
    ...unit,
    stage: 'parts',
    direct: direct === true,
    record: { seal, uploadId, partChunks, sealedParts: 0, marks: {} },
  })
}

function onFileConfirmed(
  change: Change,
  id: UnitId,
  unit: PartsUnit,
  { verdicts }: UploadResponse & { ok: true },
) {
  const [verdict] = verdicts ?? []
  // All parts had arrived, but the upload was removed: it expired, or another address has been verified
  // since.
  if (verdict?.ok === false && verdict.fault.code === 'uploadUnknown') {
    restart(change, id, unit, { stage: 'server', fault: verdict.fault })
    return
  }
  const checkpoint = lastCheckpointOf(change.state, unit)
  const hashes = checkpoint === null ? [] : [contentOf(checkpoint).hash]
  applyVerdicts(change, [unit.file], hashes, verdicts)
  if (verdict?.ok === false) discardUseless(change, unit, verdict.fault)
  change.end(id)
}

export function confirmFile(change: Change, id: UnitId, unit: PartsUnit, isLast: boolean) {
  change.put(id, { ...unit, stage: 'confirming' })
  queueRequest(change, id, 'confirm', { isLast })
}

export function onPartSent(change: Change, id: UnitId, unit: PartsUnit, n: number, bytes: number) {
  change.put(id, { ...unit, sentOf: new Map(unit.sentOf).set(n, bytes) })
  reportProgress(change, id)
}

/** Reports plaintext bytes; a retry reports nothing until it is past the last report. */
function reportProgress(change: Change, id: UnitId) {
  const unit = change.state.units.get(id)
  if (unit?.kind !== 'parts') return
  let sent = 0
  for (const n of unit.stored) sent += sealedPartBytes(change.state, unit, n)
  for (const [n, bytes] of unit.sentOf) if (!unit.stored.has(n)) sent += bytes
  const bytes = Math.min(change.sizeOf(unit.file), Math.floor((sent * chunkBytes) / sealedChunkBytes))
  if (bytes <= unit.reported) return
  change.put(id, { ...unit, reported: bytes })
  change.emit({ type: 'progressed', file: unit.file, bytes })
}
