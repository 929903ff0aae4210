import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import type { LinkUses, SenderText } from '../../../contract/schemas/downloads.ts'
import type { LinkStatus } from '../../../core/keys/linkContents.ts'
import type { ManifestDifference } from '../../../core/crypto/index.ts'
import { type Fault, fault } from '../../../core/faults/fault.ts'
import { initialLink, type LinkInput, type LinkState, stepLink } from '../../../core/link/step.ts'
import { type RootState, rootReducer } from '../../store/store.ts'

/** Steps of the page; 'error' also covers links whose keys are missing. */
export const downloadStep = { loading: 0, password: 1, ready: 2, error: 3, email: 4 } as const
export type DownloadStep = (typeof downloadStep)[keyof typeof downloadStep]

/** A file of the link as plain data; its keys are in the `LinkService`, its progress in src/saving. */
export interface SharedRow {
  id: number
  name: string
  path: string
  size: number
  /** True if there is a manifest, or if the file does not open and this is unknown. */
  isSealed: boolean
  /** True for a message of the sender. */
  isText: boolean
  /** Fields in which the server's data differs from the manifest, and the name that the server gives. */
  difference: { fields: readonly ManifestDifference[]; serverName: string } | null
  /** Outcome when the file was last saved, alone or with others. */
  last: RowOutcome | null
}

/** `sha256`: the checksum, if it was asked for. */
export type RowOutcome = { type: 'saved'; sha256: string | null } | { type: 'failed'; fault: Fault }

/** The link as core/link/step.ts opens it, and what the page shows. In the step 'ready', `failure` says why no more is offered. */
export interface DownloadPageState extends LinkState {
  step: DownloadStep
  linkToken: string
  /** True if the link lacks its keys, which may be pasted. */
  keysMissing: boolean
  /** True if the keys were in the path of the address; see `linkAddress.ts`. */
  exposed: boolean
  /** Remaining uses of a limited link; null if unlimited or unknown. */
  uses: LinkUses | null
  /** ISO time; null if there is none or it is unknown. */
  validUntil: string | null
  /** The sender's name, title and message, and when files are deleted, as the server says. */
  senderText: SenderText
  /** True if this visit has consumed a use. */
  hasUsedLink: boolean
  /** True if the sender has changed the link since it was opened here. */
  isChanged: boolean
  /** Progress of opening keys, in files. */
  opening: { done: number; files: number } | null
  unlocking: boolean
  passwordFailure: Fault | null
  rows: SharedRow[]
  /** Number of files that the link names and the server does not offer. */
  notOffered: number
  /** True if the person wants checksums; see `NewDownload`. */
  compareSha256: boolean
}

const initialState: DownloadPageState = {
  ...initialLink('download'),
  step: downloadStep.loading,
  linkToken: '',
  keysMissing: false,
  exposed: false,
  uses: null,
  validUntil: null,
  senderText: {},
  hasUsedLink: false,
  isChanged: false,
  opening: null,
  unlocking: false,
  passwordFailure: null,
  rows: [],
  notOffered: 0,
  compareSha256: false,
}

/** Codes of links that have expired or were deleted while the page was open. */
const linkEndCodes: ReadonlySet<string> = new Set(['downloadLinkExpired', 'linkInvalid'])

export interface EndedRows {
  ends: readonly (readonly [number, RowOutcome])[]
  isAnyRunning: boolean
}

interface EndedLink {
  fault: Fault
  isAnyRunning: boolean
}

/** Keeps in sight what was saved and what still runs. */
function endLink(state: DownloadPageState, { fault: failure, isAnyRunning }: EndedLink): void {
  const keepsRows = isAnyRunning || state.rows.some(({ last }) => last?.type === 'saved')
  Object.assign(state, {
    step: keepsRows ? downloadStep.ready : downloadStep.error,
    failure,
    isTemporary: false,
  })
}

const stepAt = {
  status: downloadStep.loading,
  keys: downloadStep.error,
  password: downloadStep.password,
  address: downloadStep.email,
  code: downloadStep.email,
  open: downloadStep.ready,
  failed: downloadStep.error,
} as const satisfies Record<LinkState['at'], DownloadStep>

function stepTheLink(state: DownloadPageState, input: LinkInput): void {
  const { at: previousStep } = state
  Object.assign(state, stepLink(state, input).state)
  const { at, gate } = state
  if (at !== previousStep) state.step = stepAt[at]
  const passwordFailure = gate.refused?.fault ?? null
  Object.assign(state, {
    keysMissing: at === 'keys',
    unlocking: gate.waiting,
    passwordFailure,
    opening: null,
  })
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
    linkStepped: (state, { payload }: PayloadAction<LinkInput>) => stepTheLink(state, payload),
    statusLoaded: (state, { payload }: PayloadAction<Pick<LinkStatus, 'uses' | 'expiration_date'>>) => {
      state.uses = payload.uses
      state.validUntil = payload.expiration_date
    },
    senderTextLoaded: (state, { payload }: PayloadAction<SenderText>) => {
      const { owner_name, title, message, files_expire_at } = payload
      state.senderText = { owner_name, title, message, files_expire_at }
    },
    linkChanged: (state) => {
      state.isChanged = true
    },
    linkUsed: (state) => {
      state.hasUsedLink = true
    },
    keysProgressed: (state, { payload }: PayloadAction<{ done: number; files: number }>) => {
      if (state.step !== downloadStep.ready && state.step !== downloadStep.error) state.opening = payload
    },
    filesReady: (state, { payload }: PayloadAction<{ rows: SharedRow[]; notOffered: number }>) => {
      stepTheLink(state, { type: 'accepted', call: 'keys' })
      Object.assign(state, payload)
    },
    compareSha256Changed: (state, { payload: isAsked }: PayloadAction<boolean>) => {
      state.compareSha256 = isAsked
    },
    rowBegan: (state, { payload: id }: PayloadAction<number>) => {
      const row = state.rows.find((one) => one.id === id)
      if (row?.last?.type === 'failed') row.last = null
    },
    rowsEnded: (state, { payload: { ends, isAnyRunning } }: PayloadAction<EndedRows>) => {
      const lasts = new Map(ends)
      for (const row of state.rows) row.last = lasts.get(row.id) ?? row.last
      if (ends.some(([, end]) => end.type === 'failed' && end.fault.code === 'fileNotFound'))
        state.isChanged = true
      // A link that has ended offers nothing more.
      const [failure] = ends.flatMap(([, end]) =>
        end.type === 'failed' && linkEndCodes.has(end.fault.code) ? [end.fault] : [],
      )
      if (failure) endLink(state, { fault: failure, isAnyRunning })
    },
    /** It expired, and nothing is running. */
    linkExpired: (state) => {
      if (state.step !== downloadStep.error)
        endLink(state, { fault: fault('downloadLinkExpired'), isAnyRunning: false })
    },
  },
})

export const {
  pageOpened,
  pageLeft,
  linkStepped,
  statusLoaded,
  senderTextLoaded,
  linkUsed,
  linkExpired,
  linkChanged,
  keysProgressed,
  filesReady,
  compareSha256Changed,
  rowBegan,
  rowsEnded,
} = downloadPageSlice.actions

declare module '../../store/store.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface LazySlices extends WithSlice<typeof downloadPageSlice> {}
}

const injected = downloadPageSlice.injectInto(rootReducer)

export const selectDownloadPage = (state: RootState): DownloadPageState => injected.selectSlice(state)
