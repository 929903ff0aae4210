import { MiB } from '../../contract/limits.ts'
import { type Fault, fault } from '../faults/fault.ts'
import { maxAttempts, type StepBuilder, requeue, withoutFirst, filesWaitingIn } from './stepBuilder.ts'
import {
  formFieldsBytes,
  minPartBytes,
  fitsInRequest,
  maxFormFileBytes,
  firstFilesThatFit,
  withFewerFiles,
} from './sizeLimit.ts'
import type { StoredFile } from './messages.ts'
import type {
  UploadResponse,
  PlanIndex,
  FormProgress,
  FormUnit,
  SealedFormFile,
  UnitId,
  UploadState,
  Verdict,
} from './state.ts'
import { type RequestOutcome, queueRequest } from './requestQueue.ts'
import { storedAs } from './storedAs.ts'

/** Most bytes of forms in memory. */
const maxFormsBytes = 48 * MiB
/** Forms for each thread that may wait to be sent: enough to go on sealing until the first is answered. */
const formsAheadPerThread = 2
const noProgress: FormProgress = { sent: 0, sentFiles: 0, sentFilesBytes: 0 }

/** Whether another form may be sealed beside the others. */
export function mayBeginForm({ units, requestQueue, plan }: UploadState): boolean {
  const forms = [...units].flatMap(([id, unit]) => (unit.kind === 'form' ? [{ id, unit }] : []))
  const isInFlight = (id: UnitId) =>
    requestQueue.requests.some(({ unit, state }) => unit === id && state === 'in-flight')
  const ahead = forms.filter(({ id }) => !isInFlight(id)).length
  const bytes = forms.reduce((sum, { unit }) => sum + unit.bytes, 0)
  return (
    ahead < formsAheadPerThread * plan.threads &&
    (forms.length === 0 || bytes + maxFormFileBytes <= maxFormsBytes)
  )
}

/** Packs the next small files into a request; files that no longer fit into one are sent in parts. */
export function beginForm(builder: StepBuilder) {
  const tooLarge: PlanIndex[] = []
  for (const file of filesWaitingIn(builder.state.small)) {
    if (fitsInRequest(builder.state, builder.sizeOf(file))) break
    tooLarge.push(file)
  }
  if (tooLarge.length > 0) {
    builder.setState({
      small: withoutFirst(builder.state.small, tooLarge.length),
      large: requeue(builder.state.large, tooLarge),
    })
    return
  }
  const files = filesOfNextForm(builder, filesWaitingIn(builder.state.small))
  builder.setState({ small: withoutFirst(builder.state.small, files.length) })
  // In the order of the plan, which is that of their paths, so that numbers on the server follow it.
  const inOrder = files.toSorted((a, b) => a - b)
  seal(builder, inOrder, 0)
}

const filesOfNextForm = (builder: StepBuilder, waiting: Iterable<PlanIndex>): PlanIndex[] =>
  firstFilesThatFit(
    builder.state,
    waiting,
    (planIndex) => builder.sizeOf(planIndex),
    builder.state.plan.threads,
  )

function seal(builder: StepBuilder, files: readonly PlanIndex[], threadFailures: number) {
  const bytes = files.reduce((sum, file) => sum + builder.sizeOf(file) + formFieldsBytes, 0)
  const unit = builder.beginUnit({
    ...{ kind: 'form', files, stage: 'sealing', bytes, sealed: [], progress: noProgress, threadFailures },
  })
  for (const file of files) builder.emit({ type: 'status', file, status: 'hashing' })
  builder.addEffect({ do: 'seal', unit, files })
}

export function onSealed(
  builder: StepBuilder,
  id: UnitId,
  unit: FormUnit,
  outcomes: readonly (SealedFormFile | Fault)[],
) {
  const ready: [PlanIndex, SealedFormFile][] = []
  unit.files.forEach((file, at) => {
    const outcome = outcomes[at] ?? fault('unexpected', { said: 'A file was left out in sealing.' })
    if ('hash' in outcome) ready.push([file, outcome])
    else builder.failFile(file, 'processing', outcome)
  })
  if (ready.length === 0) {
    builder.endUnit(id)
    return
  }
  const files = ready.map(([file]) => file)
  builder.setUnit(id, { ...unit, stage: 'ready', files, sealed: ready.map(([, one]) => one) })
  builder.addEffect({ do: 'free-thread', unit: id })
  for (const file of files) builder.emit({ type: 'status', file, status: 'uploading' })
}

export function queueForm(builder: StepBuilder, id: UnitId, unit: FormUnit, isLast: boolean) {
  builder.setUnit(id, { ...unit, stage: 'confirming' })
  const bytes = unit.sealed.reduce((sum, { sealedBytes }) => sum + sealedBytes + formFieldsBytes, 0)
  const plain = unit.files.reduce((sum, file) => sum + builder.sizeOf(file), 0)
  const mayShrink = unit.files.length > 1 || plain > minPartBytes
  queueRequest(builder, id, 'form', { bytes, mayShrink, isLast })
}

/** Spreads the bytes of the form that were sent over its files, in order. */
export function onFormSent(builder: StepBuilder, id: UnitId, unit: FormUnit, sent: number) {
  if (sent <= unit.progress.sent) return
  let { sentFiles, sentFilesBytes } = unit.progress
  for (; sentFiles < unit.files.length; sentFiles++) {
    const file = unit.files[sentFiles]
    const bytes = unit.sealed[sentFiles]?.sealedBytes
    if (file === undefined || bytes === undefined) break
    const share = Math.min(1, (sent - sentFilesBytes) / bytes)
    builder.emit({ type: 'progressed', file, bytes: Math.floor(share * builder.sizeOf(file)) })
    if (share < 1) break
    sentFilesBytes += bytes
  }
  builder.setUnit(id, { ...unit, progress: { sent, sentFiles, sentFilesBytes } })
}

export function onFormResponse(
  builder: StepBuilder,
  id: UnitId,
  unit: FormUnit,
  { outcome, response }: { outcome: RequestOutcome; response: UploadResponse },
) {
  if (response.ok) {
    const hashes = unit.sealed.map(({ hash }) => hash)
    applyVerdicts(builder, unit.files, hashes, response.verdicts)
    builder.endUnit(id)
  } else if (outcome === 'too-large') {
    requeueFiles(builder, id, unit)
  } else {
    for (const file of unit.files) builder.failFile(file, 'request', response.fault)
    // The others would not fit either.
    if (response.fault.status === 507) builder.setState({ stopReason: response.fault })
    builder.endUnit(id)
  }
}

export function applyVerdicts(
  builder: StepBuilder,
  files: readonly PlanIndex[],
  hashes: readonly string[],
  verdicts: readonly Verdict[] = [],
) {
  const stored: StoredFile[] = []
  files.forEach((file, at) => {
    const verdict = verdicts[at]
    const hash = hashes[at]
    if (verdict?.ok === true && hash !== undefined) stored.push({ file, hash, ...storedAs(verdict) })
    else builder.failFile(file, 'server', verdict?.ok === false ? verdict.fault : fault('unreported'))
  })
  builder.setState({ unfinishedFiles: builder.state.unfinishedFiles - stored.length })
  for (const one of stored) builder.emit({ type: 'stored', ...one })
  if (stored.length > 0) builder.addEffect({ do: 'store-completed', files: stored })
}

/** Another thread seals the files again, with fresh keys. */
export function onFormDied(builder: StepBuilder, id: UnitId, unit: FormUnit) {
  builder.endUnit(id)
  if (unit.threadFailures + 1 >= maxAttempts) {
    for (const file of unit.files) builder.failFile(file, 'processing', fault('thread-died'))
    return
  }
  seal(builder, unit.files, unit.threadFailures + 1)
  resetProgress(builder, unit)
}

/** Returns the files to the queue: by the current limit they share smaller requests or are sent in parts. */
function requeueFiles(builder: StepBuilder, id: UnitId, unit: FormUnit) {
  const { files } = unit
  for (const file of files) builder.emit({ type: 'status', file, status: 'pending' })
  resetProgress(builder, unit)
  const again = filesOfNextForm(builder, files)
  if (files.length > 1 && again.length === files.length)
    builder.setState({ size: withFewerFiles(builder.state.size, files.length) })
  builder.setState({ small: requeue(builder.state.small, files) })
  builder.endUnit(id)
}

function resetProgress(builder: StepBuilder, { files, progress }: FormUnit) {
  if (progress.sent > 0) for (const file of files) builder.forgetProgress(file)
}
