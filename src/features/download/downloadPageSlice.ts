import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import type { LinkUses } from '../../../contract/schemas/downloads.ts'
import type { ManifestDifference } from '../../../core/crypto/index.ts'
import type { Fault } from '../../../core/faults/fault.ts'
import { type RootState, rootReducer } from '../../store/store.ts'

/** The page's steps; a link whose keys are missing waits for them in step 3. */
export const step = { loading: 0, password: 1, ready: 2, error: 3 } as const
export type Step = (typeof step)[keyof typeof step]

/** A file of the link, in plain data; what opens it lies with the link's service. How it is being saved: src/saving. */
export interface SharedRow {
  id: number
  name: string
  path: string
  size: number
  /** There is a manifest, or it is not known: the file does not open. */
  isSealed: boolean
  /** What the server shows otherwise than it was sealed, and the name that it shows. */
  difference: { what: readonly ManifestDifference[]; shown: string } | null
  /** How it was saved last, by itself or with all others. */
  last: RowEnd | null
}

/** @param sha256 where somebody asked to compare it */
export type RowEnd = { type: 'saved'; sha256: string | null } | { type: 'failed'; fault: Fault }

/**
 *     loading → password → loading → ready
 *        |________________________↗
 *        ↓ error (→ loading, when keys are pasted or the failure may pass)
 */
export interface DownloadPageState {
  step: Step
  linkToken: string
  /** Of step 'error'. */
  failure: Fault | null
  /** The failure may be gone when the page is asked again. */
  mayPass: boolean
  /** The link lacks its keys: they may be pasted. */
  keysMissing: boolean
  /** The keys came in the path of the address, see `linkAddress.ts`. */
  exposed: boolean
  /** What is left of a link that is limited; null: it is not, or that is not known yet. */
  uses: LinkUses | null
  /** ISO time; null: it ends never, or that is not known yet. */
  validUntil: string | null
  /** This visit has taken a use of it. */
  hasBegun: boolean
  /** Keys are being opened: so many of so many files. */
  opening: { done: number; files: number } | null
  unlocking: boolean
  passwordFailure: Fault | null
  rows: SharedRow[]
  /** Files that the link names and the server does not offer. */
  notOffered: number
  /** Somebody asks for it, see `SavingDownload`. */
  compareSha256: boolean
}

const initialState: DownloadPageState = {
  step: step.loading,
  linkToken: '',
  failure: null,
  mayPass: false,
  keysMissing: false,
  exposed: false,
  uses: null,
  validUntil: null,
  hasBegun: false,
  opening: null,
  unlocking: false,
  passwordFailure: null,
  rows: [],
  notOffered: 0,
  compareSha256: false,
}

interface Failure {
  fault: Fault
  mayPass?: boolean
  keysMissing?: boolean
}

export const downloadPageSlice = createSlice({
  name: 'downloadPage',
  initialState,
  reducers: {
    pageOpened: (_, { payload }: PayloadAction<{ linkToken: string; exposed: boolean }>) => ({
      ...initialState,
      ...payload,
    }),
    pageLeft: () => initialState,
    linkFailed: (
      state,
      { payload: { fault, mayPass = false, keysMissing = false } }: PayloadAction<Failure>,
    ) => {
      Object.assign(state, { step: step.error, failure: fault, mayPass, keysMissing, opening: null })
    },
    usesKnown: (state, { payload }: PayloadAction<LinkUses | null>) => {
      state.uses = payload
    },
    endKnown: (state, { payload }: PayloadAction<string | null>) => {
      state.validUntil = payload
    },
    usesBegun: (state) => {
      state.hasBegun = true
    },
    keysGiven: (state) => {
      Object.assign(state, { step: step.loading, failure: null, keysMissing: false })
    },
    passwordAsked: (state) => {
      state.step = step.password
    },
    passwordSent: (state) => {
      state.unlocking = true
      state.passwordFailure = null
    },
    /** Where the files are there already, they stay: the pass of before has lapsed. */
    passwordRefused: (state, { payload: fault }: PayloadAction<Fault>) => {
      Object.assign(state, { unlocking: false, passwordFailure: fault, opening: null })
      if (state.step !== step.ready) state.step = step.password
    },
    passwordTaken: (state) => {
      state.unlocking = false
    },
    keysOpened: (state, { payload }: PayloadAction<{ done: number; files: number }>) => {
      if (state.step !== step.ready && state.step !== step.error) state.opening = payload
    },
    filesReady: (state, { payload }: PayloadAction<{ rows: SharedRow[]; notOffered: number }>) => {
      Object.assign(state, { step: step.ready, unlocking: false, opening: null, ...payload })
    },
    sha256Asked: (state, { payload: isAsked }: PayloadAction<boolean>) => {
      state.compareSha256 = isAsked
    },
    /** That it failed before says nothing any more. */
    rowBegan: (state, { payload: id }: PayloadAction<number>) => {
      const row = state.rows.find((one) => one.id === id)
      if (row?.last?.type === 'failed') row.last = null
    },
    rowsEnded: (state, { payload: ends }: PayloadAction<readonly (readonly [number, RowEnd])[]>) => {
      const lasts = new Map(ends)
      for (const row of state.rows) row.last = lasts.get(row.id) ?? row.last
    },
  },
})

export const {
  pageOpened,
  pageLeft,
  linkFailed,
  usesKnown,
  endKnown,
  usesBegun,
  keysGiven,
  passwordAsked,
  passwordSent,
  passwordRefused,
  passwordTaken,
  keysOpened,
  filesReady,
  sha256Asked,
  rowBegan,
  rowsEnded,
} = downloadPageSlice.actions

declare module '../../store/store.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface LazySlices extends WithSlice<typeof downloadPageSlice> {}
}

const injected = downloadPageSlice.injectInto(rootReducer)

export const selectPage = (state: RootState): DownloadPageState => injected.selectSlice(state)
