import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import { type RootState, rootReducer } from '../../store/store.ts'

/** The page's steps; a link whose keys are missing waits for them in step 3. */
export const step = { loading: 0, password: 1, ready: 2, error: 3 } as const
export type Step = (typeof step)[keyof typeof step]

export type FilePhase = 'idle' | 'starting' | 'downloading' | 'decrypting' | 'done' | 'failed'

export interface Progress {
  bytes: number
  total: number
  filesDone: number
  bytesPerSecond: number | null
}

/** A file of the link, in plain data; what opens it lies in `openedFiles.ts`. */
export interface SharedRow {
  id: number
  name: string
  path: string
  size: number
  /** There is a manifest, or it is not known: the file does not open. */
  isSealed: boolean
  /** What the server shows otherwise than it was sealed. */
  difference: string | null
  phase: FilePhase
  progress: Progress | null
  /** Said once it has been saved, and after 'Done!' is gone too. */
  verified: string | null
  failure: string | null
}

/** Everything at once, as an archive or into a folder. */
export type Collection =
  | { phase: 'saving'; to: CollectionTarget; progress: Progress | null }
  | { phase: 'ended'; severity: 'success' | 'warning' | 'error' | 'info'; text: string; failures: string[] }

export type CollectionTarget = 'archive' | 'folder'

/**
 *     loading → password → loading → ready
 *        |________________________↗
 *        ↓ error (→ loading, when keys are pasted or the failure may pass)
 */
export interface DownloadPageState {
  step: Step
  linkToken: string
  /** Of step 'error'. */
  failure: string | null
  /** The failure may be gone when the page is asked again. */
  mayPass: boolean
  /** The link lacks its keys: they may be pasted. */
  keysMissing: boolean
  /** The keys came in the path of the address, see `linkAddress.ts`. */
  exposed: boolean
  /** Keys are being opened: so many of so many files. */
  opening: { done: number; files: number } | null
  unlocking: boolean
  passwordFailure: string | null
  rows: SharedRow[]
  /** Files that the link names and the server does not offer. */
  notOffered: number
  /** Somebody asks for it, see `DownloadJob`. */
  compareSha256: boolean
  collection: Collection | null
}

const initialState: DownloadPageState = {
  step: step.loading,
  linkToken: '',
  failure: null,
  mayPass: false,
  keysMissing: false,
  exposed: false,
  opening: null,
  unlocking: false,
  passwordFailure: null,
  rows: [],
  notOffered: 0,
  compareSha256: false,
  collection: null,
}

interface Failure {
  message: string
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
      { payload: { message, mayPass = false, keysMissing = false } }: PayloadAction<Failure>,
    ) => {
      Object.assign(state, { step: step.error, failure: message, mayPass, keysMissing, opening: null })
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
    passwordRefused: (state, { payload: message }: PayloadAction<string>) => {
      Object.assign(state, { step: step.password, unlocking: false, passwordFailure: message, opening: null })
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

    fileBegan: (state, { payload: id }: PayloadAction<number>) => {
      change(state, id, { phase: 'starting', progress: null, failure: null })
    },
    fileProgressed: (
      state,
      { payload: { id, progress } }: PayloadAction<{ id: number; progress: Progress }>,
    ) => {
      const row = rowOf(state, id)
      if (row?.phase === 'decrypting') row.progress = progress
      else change(state, id, { phase: 'downloading', progress })
    },
    fileArrived: (state, { payload: id }: PayloadAction<number>) => {
      change(state, id, { phase: 'decrypting' })
    },
    fileSaved: (state, { payload: { id, verified } }: PayloadAction<{ id: number; verified: string }>) => {
      change(state, id, { phase: 'done', progress: null, failure: null, verified })
    },
    fileFailed: (state, { payload: { id, failure } }: PayloadAction<{ id: number; failure: string }>) => {
      change(state, id, { phase: 'failed', progress: null, failure, verified: null })
    },
    /** Cancelled, or 'Done!' has been read. */
    fileRested: (state, { payload: id }: PayloadAction<number>) => {
      change(state, id, { phase: 'idle', progress: null })
    },

    collectionBegan: (state, { payload: to }: PayloadAction<CollectionTarget>) => {
      state.collection = { phase: 'saving', to, progress: null }
    },
    collectionProgressed: (state, { payload: progress }: PayloadAction<Progress>) => {
      if (state.collection?.phase === 'saving') state.collection.progress = progress
    },
    collectionEnded: (
      state,
      {
        payload,
      }: PayloadAction<{ end: Omit<Extract<Collection, { phase: 'ended' }>, 'phase'>; files: FileEnd[] }>,
    ) => {
      state.collection = { phase: 'ended', ...payload.end }
      const ends = new Map(payload.files.map((file) => [file.id, file]))
      for (const row of state.rows) {
        const end = ends.get(row.id)
        if (!end || (row.phase !== 'idle' && row.phase !== 'failed')) continue
        if ('verified' in end) Object.assign(row, { phase: 'idle', verified: end.verified, failure: null })
        else Object.assign(row, { phase: 'failed', verified: null, failure: end.failure })
      }
    },
    collectionClosed: (state) => {
      if (state.collection?.phase === 'ended') state.collection = null
    },
  },
})

/** What became of one file of a collection. */
export type FileEnd = { id: number; verified: string } | FileFailure
export interface FileFailure {
  id: number
  failure: string
}

const rowOf = (state: DownloadPageState, id: number) => state.rows.find((row) => row.id === id)

function change(state: DownloadPageState, id: number, changes: Partial<SharedRow>) {
  const row = rowOf(state, id)
  if (row) Object.assign(row, changes)
}

export const {
  pageOpened,
  pageLeft,
  linkFailed,
  keysGiven,
  passwordAsked,
  passwordSent,
  passwordRefused,
  keysOpened,
  filesReady,
  sha256Asked,
  fileBegan,
  fileProgressed,
  fileArrived,
  fileSaved,
  fileFailed,
  fileRested,
  collectionBegan,
  collectionProgressed,
  collectionEnded,
  collectionClosed,
} = downloadPageSlice.actions

declare module '../../store/store.ts' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- declaration merging
  interface LazySlices extends WithSlice<typeof downloadPageSlice> {}
}

const injected = downloadPageSlice.injectInto(rootReducer)

export const selectPage = (state: RootState): DownloadPageState => injected.selectSlice(state)

const running: readonly FilePhase[] = ['starting', 'downloading', 'decrypting']
export const isRunning = ({ phase }: Pick<SharedRow, 'phase'>): boolean => running.includes(phase)

/** Whether anything is being saved: leaving the page would end it. */
export const selectIsSaving = (state: RootState): boolean => {
  const { collection, rows } = selectPage(state)
  return collection?.phase === 'saving' || rows.some(isRunning)
}
