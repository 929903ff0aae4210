import { chunkBytes, sealedChunkBytes } from '../../contract/limits.ts'
import { sealedSize } from '../crypto/index.ts'
import { type Fault, type FaultCode, fault } from '../faults/fault.ts'
import { attempts, type Change, fileAt, taken, waitingIn } from './change.ts'
import { partChunks } from './sizes.ts'
import type { FailureStage } from './messages.ts'
import type { FileRecord, PartsUnit, Place, UnitId, UploadState } from './state.ts'
import { queueCall } from './wire.ts'

/** What was sent is of another content than is there now, or cannot be completed; all else may be gone on from. */
const ofNoUse: ReadonlySet<FaultCode> = new Set([
  ...(['file-changed', 'not-as-sealed', 'storage-unsafe', 'stored-otherwise', 'notEncrypted'] as const),
  ...(['uploadUnknown', 'uploadConfirmed', 'uploadSentTooOften'] as const),
])

type History = Pick<PartsUnit, 'fresh' | 'deaths' | 'told'>

/** Takes the next large file; one that the journal knows is gone on with. */
export function beginFile(change: Change) {
  const { large, plan } = change.state
  const [file] = waitingIn(large)
  if (file === undefined) return
  change.set({ large: taken(large, 1) })
  open(change, file, plan.records.get(file) ?? null, { fresh: 0, deaths: 0, told: 0 })
}

function open(change: Change, file: Place, record: FileRecord | null, history: History) {
  const chunks = record?.partChunks ?? partChunks(change.state.size, change.sizeOf(file))
  const seal = record?.seal ?? null
  const unit = change.begin({
    ...{ kind: 'parts', file, stage: 'opening', partChunks: chunks, record, seal },
    ...{
      direct: false,
      stored: new Set<number>(),
      ordered: 0,
      made: 0,
      newMarks: [],
      isKeeping: false,
      held: 0,
    },
    ...{ leftOf: new Map<number, number>(), ...history },
  })
  change.tell({ type: 'status', file, status: 'hashing' })
  change.do({ do: 'open', unit, file, partChunks: chunks, seal })
}

/** Its key is there; what is on the server is asked, or a place for it. */
export function opened(change: Change, id: UnitId, unit: PartsUnit, seal: unknown) {
  if (unit.stage !== 'opening') return
  change.put(id, { ...unit, stage: 'asking', seal })
  change.tell({ type: 'status', file: unit.file, status: 'encrypting' })
  queueCall(change, id, unit.record ? 'ask' : 'create')
}

/** What the journal has of it, and no more, is gone on with by another thread. */
export function fileDied(change: Change, id: UnitId, unit: PartsUnit) {
  if (unit.deaths + 1 >= attempts) {
    failFile(change, id, unit, { stage: 'processing', fault: fault('thread-died') })
    return
  }
  const { file, record, fresh, told } = unit
  leave(change, id, unit)
  const isKept = record !== null && record.sealedParts > 0
  if (record && !isKept) change.do({ do: 'abort', uploadId: record.uploadId })
  open(change, file, isKept ? record : null, { fresh, told, deaths: unit.deaths + 1 })
}

/** Why a file begins anew, or ends. */
export interface Reason {
  stage: FailureStage
  fault: Fault
}

/** With a fresh key: the file of then is gone, or what was sent of it, or the one place that knows its key. */
export function restart(change: Change, id: UnitId, unit: PartsUnit, reason: Reason) {
  if (unit.fresh >= attempts) failFile(change, id, unit, reason)
  else again(change, id, unit, unit.fresh + 1)
}

/** In smaller parts, as the limit is by now: that comes to an end by itself. */
export const beginSmaller = (change: Change, id: UnitId, unit: PartsUnit) =>
  again(change, id, unit, unit.fresh)

function again(change: Change, id: UnitId, unit: PartsUnit, fresh: number) {
  const { file, deaths, told } = unit
  discard(change, unit)
  leave(change, id, unit)
  open(change, file, null, { fresh, deaths, told: 0 })
  if (told > 0) change.forgetProgress(file)
}

/** What may be of use later stays in the journal and on the server. */
export function failFile(change: Change, id: UnitId, unit: PartsUnit, { stage, fault }: Reason) {
  discardUseless(change, unit, fault)
  change.fail(unit.file, stage, fault)
  leave(change, id, unit)
}

/** Sent again in the same batch, the file would meet the same end; or no journal knows what was sent. */
export function discardUseless(change: Change, unit: PartsUnit, { code }: Fault) {
  if (ofNoUse.has(code) || unit.record?.sealedParts === 0) discard(change, unit)
}

/** Nothing of it stays in the journal or on the server. */
export function discard(change: Change, { file, record }: Pick<PartsUnit, 'file' | 'record'>) {
  if (!record) return
  change.do({ do: 'unkeep', file })
  change.do({ do: 'abort', uploadId: record.uploadId })
}

function leave(change: Change, id: UnitId, unit: PartsUnit) {
  change.set({ room: change.state.room + unit.held * partBytes(unit) })
  change.end(id)
}

/** Plaintext of each part but the last. */
export const partBytes = ({ partChunks: chunks }: Pick<PartsUnit, 'partChunks'>): number =>
  chunks * chunkBytes

export const partCount = (state: UploadState, unit: Pick<PartsUnit, 'file' | 'partChunks'>): number =>
  Math.ceil(fileAt(state, unit.file).size / partBytes(unit))

export function sealedPartBytes(state: UploadState, unit: PartsUnit, n: number): number {
  const whole = unit.partChunks * sealedChunkBytes
  return Math.min(whole, sealedSize(fileAt(state, unit.file).size) - (n - 1) * whole)
}

/** Parts 1 to this one are in its record: what is sent, and may be gone on with. None before there is one. */
export const coveredParts = ({ record }: PartsUnit): number => (record ? record.sealedParts : 0)

/** Of the last part: what the manifest says of the content (see [Note: Marks]). Null while it is not kept. */
export const lastMarkOf = (state: UploadState, unit: PartsUnit): string | null =>
  unit.record?.marks[partCount(state, unit)] ?? null
