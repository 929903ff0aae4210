import { type Fault, fault } from '../faults/fault.ts'
import { maxAttempts, type Change, requeue, withoutFirst, waitingIn } from './change.ts'
import {
  fieldsBytes,
  firstRequestBytes,
  fitsARequest,
  firstFilesThatFit,
  withFewerFiles,
} from './sizeLimit.ts'
import type { Stored } from './messages.ts'
import type {
  UploadResponse,
  PlanIndex,
  FormProgress,
  FormUnit,
  SealedFile,
  UnitId,
  Verdict,
} from './state.ts'
import { type Outcome, queueRequest } from './requestQueue.ts'

/** Number of concurrent forms: one is sealed, another sent, and a third stored. */
export const maxForms = 3
const noProgress: FormProgress = { sent: 0, sentFiles: 0, sentFilesBytes: 0 }

/** Packs the next small files into a request; files that no longer fit into one are sent in parts. */
export function beginForm(change: Change) {
  const tooLarge: PlanIndex[] = []
  for (const file of waitingIn(change.state.small)) {
    if (fitsARequest(change.state.size, change.sizeOf(file))) break
    tooLarge.push(file)
  }
  if (tooLarge.length > 0) {
    change.set({
      small: withoutFirst(change.state.small, tooLarge.length),
      large: requeue(change.state.large, tooLarge),
    })
    return
  }
  const files = firstFilesThatFit(change.state.size, waitingIn(change.state.small), (planIndex) =>
    change.sizeOf(planIndex),
  )
  change.set({ small: withoutFirst(change.state.small, files.length) })
  seal(change, files, 0)
}

function seal(change: Change, files: readonly PlanIndex[], deaths: number) {
  const unit = change.begin({
    ...{ kind: 'form', files, stage: 'sealing', sealed: [], progress: noProgress, deaths },
  })
  for (const file of files) change.emit({ type: 'status', file, status: 'hashing' })
  change.do({ do: 'seal', unit, files })
}

export function onSealed(
  change: Change,
  id: UnitId,
  unit: FormUnit,
  outcomes: readonly (SealedFile | Fault)[],
) {
  const ready: [PlanIndex, SealedFile][] = []
  unit.files.forEach((file, at) => {
    const outcome = outcomes[at] ?? fault('unexpected', { said: 'A file was left out in sealing.' })
    if ('hash' in outcome) ready.push([file, outcome])
    else change.fail(file, 'processing', outcome)
  })
  if (ready.length === 0) {
    change.end(id)
    return
  }
  const files = ready.map(([file]) => file)
  change.put(id, { ...unit, stage: 'ready', files, sealed: ready.map(([, one]) => one) })
  for (const file of files) change.emit({ type: 'status', file, status: 'uploading' })
}

export function confirmForm(change: Change, id: UnitId, unit: FormUnit, isLast: boolean) {
  change.put(id, { ...unit, stage: 'confirming' })
  const bytes = unit.sealed.reduce((sum, { sealedBytes }) => sum + sealedBytes + fieldsBytes, 0)
  const plain = unit.files.reduce((sum, file) => sum + change.sizeOf(file), 0)
  const mayShrink = unit.files.length > 1 || plain > firstRequestBytes
  queueRequest(change, id, 'form', { bytes, mayShrink, isLast })
}

/** Spreads the bytes of the form that were sent over its files, in order. */
export function onFormSent(change: Change, id: UnitId, unit: FormUnit, sent: number) {
  if (sent <= unit.progress.sent) return
  let { sentFiles, sentFilesBytes } = unit.progress
  for (; sentFiles < unit.files.length; sentFiles++) {
    const file = unit.files[sentFiles]
    const bytes = unit.sealed[sentFiles]?.sealedBytes
    if (file === undefined || bytes === undefined) break
    const share = Math.min(1, (sent - sentFilesBytes) / bytes)
    change.emit({ type: 'progressed', file, bytes: Math.floor(share * change.sizeOf(file)) })
    if (share < 1) break
    sentFilesBytes += bytes
  }
  change.put(id, { ...unit, progress: { sent, sentFiles, sentFilesBytes } })
}

export function onFormResponse(
  change: Change,
  id: UnitId,
  unit: FormUnit,
  { outcome, response }: { outcome: Outcome; response: UploadResponse },
) {
  if (response.ok) {
    const hashes = unit.sealed.map(({ hash }) => hash)
    applyVerdicts(change, unit.files, hashes, response.verdicts)
    change.end(id)
  } else if (outcome === 'too-large') {
    requeueFiles(change, id, unit)
  } else {
    for (const file of unit.files) change.fail(file, 'request', response.fault)
    // The others would not fit either.
    if (response.fault.status === 507) change.set({ stopReason: response.fault })
    change.end(id)
  }
}

export function applyVerdicts(
  change: Change,
  files: readonly PlanIndex[],
  hashes: readonly string[],
  verdicts: readonly Verdict[] = [],
) {
  const stored: Stored[] = []
  files.forEach((file, at) => {
    const verdict = verdicts[at]
    const hash = hashes[at]
    if (verdict?.ok === true && hash !== undefined) stored.push({ file, fileId: verdict.fileId, hash })
    else change.fail(file, 'server', verdict?.ok === false ? verdict.fault : fault('unreported'))
  })
  change.set({ open: change.state.open - stored.length })
  for (const one of stored) change.emit({ type: 'stored', ...one })
  if (stored.length > 0) change.do({ do: 'store-completed', files: stored })
}

/** Another thread seals the files again, with fresh keys. */
export function onFormDied(change: Change, id: UnitId, unit: FormUnit) {
  change.end(id)
  if (unit.deaths + 1 >= maxAttempts) {
    for (const file of unit.files) change.fail(file, 'processing', fault('thread-died'))
    return
  }
  seal(change, unit.files, unit.deaths + 1)
  resetProgress(change, unit)
}

/** Returns the files to the queue: by the current limit they share smaller requests or are sent in parts. */
function requeueFiles(change: Change, id: UnitId, unit: FormUnit) {
  const { files } = unit
  for (const file of files) change.emit({ type: 'status', file, status: 'pending' })
  resetProgress(change, unit)
  const again = firstFilesThatFit(change.state.size, files, (planIndex) => change.sizeOf(planIndex))
  if (files.length > 1 && again.length === files.length)
    change.set({ size: withFewerFiles(change.state.size, files.length) })
  change.set({ small: requeue(change.state.small, files) })
  change.end(id)
}

function resetProgress(change: Change, { files, progress }: FormUnit) {
  if (progress.sent > 0) for (const file of files) change.forgetProgress(file)
}
