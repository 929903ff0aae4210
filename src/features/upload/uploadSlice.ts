import { createSlice, type WithSlice } from '@reduxjs/toolkit'
import { maxSentBytesOf } from '../../../contract/fileLimits.ts'
import { usualMaxFileBytes } from '../../../contract/limits.ts'
import type { SenderField } from '../../../contract/schemas/senderFields.ts'
import type { UploadStatus } from '../../../contract/schemas/uploads.ts'
import type { Fault } from '../../../core/faults/fault.ts'
import { type RootState, rootReducer } from '../../store/store.ts'
import { initialLink, type LinkInput, type LinkState, stepLink } from '../../../core/link/step.ts'
import type { InterruptedUpload } from '../../platform/interruptedUploads.ts'
import { failedCount, type BatchOutcome } from './sending/batchOutcome.ts'
import * as events from './uploadEvents.ts'

export const uploadStep = {
  loading: 0,
  password: 1,
  email: 2,
  code: 3,
  ready: 4,
  processing: 5,
  uploading: 6,
  finishedWithErrors: 7,
  fatal: 8,
  keyFailed: 9,
} as const
export type UploadStep = (typeof uploadStep)[keyof typeof uploadStep]

/**
 *     loading → password → email ⇄ code → ready ⇄ processing → uploading → ready | finishedWithErrors
 *        ↓                                             ↓  ↖________________________________|
 *      fatal                                       keyFailed → processing
 *
 * Gates lead to 'ready' as core/link/step.ts decides. One that closes during an upload is shown over it, and the
 * upload resumes once it is passed.
 */
export interface UploadState extends LinkState {
  step: UploadStep
  /** The step behind a gate, which is shown again once the gate is passed. */
  stepBehindGate:
    | typeof uploadStep.processing
    | typeof uploadStep.uploading
    | typeof uploadStep.finishedWithErrors
    | null
  linkToken: string
  /** Fingerprint of the recipient's key, if the link contains one; no other key is accepted then. */
  keyFingerprint: string | null
  /** Who says that the server must not learn names; null if nobody does. Never becomes null again. */
  privateNames: 'link' | 'server' | null
  /** True if only listed addresses pass; the list is not disclosed. */
  hasAllowedEmails: boolean
  /** True if the server can mail a confirmation to the verified address. */
  confirmsByEmail: boolean
  title: string | null
  description: string | null
  /** Display name of the folder's owner, as the server says; null for none. */
  ownerName: string | null
  /** Days after which the server deletes files; null if they stay. */
  retentionDays: number | null
  /** The folder's questions to senders, validated. */
  senderFields: readonly SenderField[]
  /** True to refuse files whose content contradicts their extension. */
  checkTypes: boolean
  /** Bytes, sealed, that the link still takes; null if unlimited or unknown. */
  remainingCapacity: number | null
  /** Maximum plaintext size of a file, in bytes. */
  maxFileBytes: number
  /** The error of the steps 'fatal' and 'keyFailed'. */
  failure: Fault | null
  /** Outcome of the last batch, until a new one begins. */
  lastOutcome: BatchOutcome | null
  /** Time of its end, in milliseconds since 1970. */
  endedAt: number
  endedBatchId: string
  cancelled: boolean
  paused: boolean
  /** Fingerprint of the key that was used last. */
  recipient: string | null
  connectionLost: boolean
  interrupted: ResumableUpload | null
}

export interface ResumableUpload extends InterruptedUpload {
  searching: boolean
  /** Number of missing files that are available again; null before the search. */
  found: number | null
  problem: events.ResumeProblem | null
}

const initialState: UploadState = {
  ...initialLink('upload'),
  step: uploadStep.loading,
  stepBehindGate: null,
  linkToken: '',
  keyFingerprint: null,
  privateNames: null,
  hasAllowedEmails: false,
  confirmsByEmail: false,
  title: null,
  description: null,
  ownerName: null,
  retentionDays: null,
  senderFields: [],
  checkTypes: true,
  remainingCapacity: null,
  maxFileBytes: usualMaxFileBytes,
  lastOutcome: null,
  endedAt: 0,
  endedBatchId: '',
  cancelled: false,
  paused: false,
  recipient: null,
  connectionLost: false,
  interrupted: null,
}

type StepState = Pick<UploadState, 'step' | 'stepBehindGate'>

export function isSending({ step: shown, stepBehindGate }: StepState): boolean {
  const currentStep = stepBehindGate ?? shown
  return currentStep === uploadStep.processing || currentStep === uploadStep.uploading
}

export const takesFiles = ({ step }: Pick<UploadState, 'step'>): boolean =>
  step === uploadStep.ready || step === uploadStep.finishedWithErrors || step === uploadStep.keyFailed

export const isAtGate = ({ step }: Pick<UploadState, 'step'>): boolean =>
  step === uploadStep.password || step === uploadStep.email || step === uploadStep.code

const stepAt = {
  status: uploadStep.loading,
  keys: uploadStep.fatal,
  password: uploadStep.password,
  address: uploadStep.email,
  code: uploadStep.code,
  open: uploadStep.ready,
  failed: uploadStep.fatal,
} as const satisfies Record<LinkState['at'], UploadStep>

/** Applies an input of the link, and shows what a gate covered once none is left. */
function stepTheLink(state: UploadState, input: LinkInput) {
  const { at: previousStep } = state
  Object.assign(state, stepLink(state, input).state)
  if (state.at === previousStep) return
  state.step = stepAt[state.at]
  if (state.at !== 'open') return
  state.step = state.stepBehindGate ?? uploadStep.ready
  state.stepBehindGate = null
}

function applyLinkStatus(state: UploadState, link: UploadStatus) {
  const { requires_password, requires_email } = link
  stepTheLink(state, {
    type: 'accepted',
    call: 'status',
    answer: { gates: { requires_password, requires_email } },
  })
  state.title = link.title
  state.description = link.description
  state.ownerName = link.owner_name ?? null
  state.retentionDays = link.retention_days ?? null
  state.hasAllowedEmails = link.has_allowed_emails_list
  state.confirmsByEmail = link.confirms_by_email ?? false
  state.checkTypes = link.perform_mime_check
  if (link.private_names === true) state.privateNames ??= 'server'
  state.remainingCapacity = link.room_left
  state.maxFileBytes = maxSentBytesOf(link)
}

/** Sets the step of the upload itself, whether or not a gate covers it. */
function setStepBehindGate(
  state: UploadState,
  to: NonNullable<UploadState['stepBehindGate']> | typeof uploadStep.ready,
) {
  if (!isAtGate(state)) state.step = to
  else state.stepBehindGate = to === uploadStep.ready ? null : to
}

export const uploadSlice = createSlice({
  name: 'upload',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(events.pageOpened, (before, { payload: { linkToken, keyFingerprint, privateNames } }) => ({
        ...initialState,
        linkToken,
        keyFingerprint,
        privateNames: privateNames ? 'link' : before.linkToken === linkToken ? before.privateNames : null,
      }))
      .addCase(events.pageLeft, () => initialState)
      .addCase(events.linkStepped, (state, { payload }) => stepTheLink(state, payload))
      .addCase(events.linkLoaded, (state, { payload }) => {
        const isFirst = state.step === uploadStep.loading
        if (isFirst || isAtGate(state)) applyLinkStatus(state, payload)
        if (isFirst) Object.assign(state, { senderFields: payload.sender_fields })
      })
      .addCase(events.privateNamesAsked, (state) => {
        state.privateNames ??= 'server'
      })
      .addCase(events.capacityKnown, (state, { payload }) => {
        state.remainingCapacity = payload
      })
      .addCase(events.gateLapsed, (state, { payload }) => {
        const { step } = state
        if (step !== uploadStep.processing && step !== uploadStep.uploading) return
        applyLinkStatus(state, payload)
        if (isAtGate(state)) state.stepBehindGate = step
      })
      .addCase(events.filesAdded, (state) => {
        if (takesFiles(state)) clearOutcome(state)
      })
      .addCase(events.batchStarted, (state) => {
        // The next batch may begin behind a gate that closed during the last one.
        if (!takesFiles(state) && !isAtGate(state)) return
        clearOutcome(state)
        setStepBehindGate(state, uploadStep.processing)
        Object.assign(state, { failure: null, paused: false, connectionLost: false })
      })
      .addCase(events.pauseRequested, (state) => {
        state.paused = isSending(state)
      })
      .addCase(events.continueRequested, (state) => {
        state.paused = false
      })
      .addCase(events.recipientKnown, (state, { payload: fingerprint }) => {
        state.recipient = fingerprint
      })
      .addCase(events.connectionChanged, (state, { payload: { lost } }) => {
        state.connectionLost = lost
      })
      .addCase(events.recipientKeyRefused, (state, { payload: fault }) => {
        if (!isSending(state)) return
        Object.assign(state, { at: 'open', step: uploadStep.keyFailed, stepBehindGate: null, failure: fault })
      })
      .addCase(events.filesProgressed, (state, { payload: { changes } }) => {
        if ((state.stepBehindGate ?? state.step) !== uploadStep.processing) return
        if (changes.some(({ status }) => status === 'uploading'))
          setStepBehindGate(state, uploadStep.uploading)
      })
      .addCase(events.batchEnded, (state, { payload: outcome, meta }) => {
        if (!isSending(state)) return
        const isFullSuccess = failedCount(outcome) === 0 && outcome.succeeded > 0
        setStepBehindGate(state, isFullSuccess ? uploadStep.ready : uploadStep.finishedWithErrors)
        state.lastOutcome = outcome
        state.endedAt = meta.at
        state.endedBatchId = meta.batchId
      })
      .addCase(events.batchCancelled, (state, { payload: { wanted } }) => {
        if (!isSending(state)) return
        setStepBehindGate(state, uploadStep.ready)
        state.cancelled = wanted
      })
      .addCase(events.interruptedUploadFound, (state, { payload: interrupted }) => {
        state.interrupted = interrupted && { ...interrupted, searching: false, found: null, problem: null }
      })
      .addCase(events.fileSearchStarted, (state) => {
        if (state.interrupted) Object.assign(state.interrupted, { searching: true, problem: null })
      })
      .addCase(events.fileSearchEnded, (state, { payload }) => {
        if (state.interrupted) Object.assign(state.interrupted, { searching: false, ...payload })
      })
      .addCase(events.uploadResumed, (state) => {
        state.interrupted = null
      })
  },
})

function clearOutcome(state: UploadState) {
  state.lastOutcome = null
  state.cancelled = false
}

declare module '../../store/store.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface LazySlices extends WithSlice<typeof uploadSlice> {}
}

const injected = uploadSlice.injectInto(rootReducer)

export const selectUpload = (state: RootState): UploadState => injected.selectSlice(state)
export const selectIsSending = (state: RootState) => isSending(selectUpload(state))
