import { createSlice, type WithSlice } from '@reduxjs/toolkit'
import { type RootState, rootReducer } from '../../store/store.ts'
import { failedCount, type Tally } from './batchOutcome.ts'
import {
  batchCancelled,
  batchEnded,
  batchStarted,
  filesAdded,
  filesProgressed,
  linkFailed,
  linkLoaded,
  pageLeft,
  pageOpened,
  recipientKeyRefused,
} from './uploadEvents.ts'

/** The page's steps, numbered as in the specification. */
export const step = {
  loading: 0,
  ready: 4,
  processing: 5,
  uploading: 6,
  finishedWithErrors: 7,
  fatal: 8,
  keyFailed: 9,
} as const
export type Step = (typeof step)[keyof typeof step]

/**
 *     loading → ready ⇄ processing → uploading → ready | finishedWithErrors
 *        ↓                  ↓  ↖________________________________|
 *      fatal            keyFailed → processing
 */
export interface UploadState {
  step: Step
  linkToken: string
  title: string | null
  description: string | null
  /** Refuse files whose content contradicts their extension. */
  checkTypes: boolean
  /** The text of the steps 'fatal' and 'keyFailed'. */
  failure: string | null
  /** A fatal failure that may be gone when the page is asked again. */
  mayPass: boolean
  /** The batch that ended last, until something new begins. */
  ended: Tally | null
  cancelled: boolean
}

const initialState: UploadState = {
  step: step.loading,
  linkToken: '',
  title: null,
  description: null,
  checkTypes: true,
  failure: null,
  mayPass: false,
  ended: null,
  cancelled: false,
}

export const isSending = ({ step: at }: Pick<UploadState, 'step'>): boolean =>
  at === step.processing || at === step.uploading

export const takesFiles = ({ step: at }: Pick<UploadState, 'step'>): boolean =>
  at === step.ready || at === step.finishedWithErrors || at === step.keyFailed

export const uploadSlice = createSlice({
  name: 'upload',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(pageOpened, (_, { payload: { linkToken } }) => ({ ...initialState, linkToken }))
      .addCase(pageLeft, () => initialState)
      .addCase(linkLoaded, (state, { payload }) => {
        if (state.step !== step.loading) return
        const { title, description, perform_mime_check: checkTypes } = payload
        Object.assign(state, { step: step.ready, title, description, checkTypes })
      })
      .addCase(linkFailed, (state, { payload: { message, mayPass } }) => {
        if (state.step !== step.loading) return
        Object.assign(state, { step: step.fatal, failure: message, mayPass })
      })
      .addCase(filesAdded, (state) => {
        if (takesFiles(state)) forgetEnd(state)
      })
      .addCase(batchStarted, (state) => {
        if (!takesFiles(state)) return
        forgetEnd(state)
        state.step = step.processing
        state.failure = null
      })
      .addCase(recipientKeyRefused, (state, { payload: message }) => {
        if (state.step !== step.processing) return
        state.step = step.keyFailed
        state.failure = message
      })
      .addCase(filesProgressed, (state, { payload: { changes } }) => {
        if (state.step !== step.processing) return
        if (changes.some(({ status }) => status === 'uploading')) state.step = step.uploading
      })
      .addCase(batchEnded, (state, { payload: tally }) => {
        if (!isSending(state)) return
        state.step = failedCount(tally) > 0 || tally.succeeded === 0 ? step.finishedWithErrors : step.ready
        state.ended = tally
      })
      .addCase(batchCancelled, (state) => {
        if (!isSending(state)) return
        state.step = step.ready
        state.cancelled = true
      })
  },
})

function forgetEnd(state: UploadState) {
  state.ended = null
  state.cancelled = false
}

declare module '../../store/store.ts' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- declaration merging
  interface LazySlices extends WithSlice<typeof uploadSlice> {}
}

const injected = uploadSlice.injectInto(rootReducer)

export const selectUpload = (state: RootState): UploadState => injected.selectSlice(state)
export const selectIsSending = (state: RootState) => isSending(selectUpload(state))
