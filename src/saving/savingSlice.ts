import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import type { ManifestDifference } from '../../core/crypto/index.ts'
import type { Fault } from '../../core/faults/fault.ts'
import { type RootState, rootReducer } from '../store/store.ts'
import type { ChangedName } from '../../core/download/safeNames.ts'
import type { DownloadBlocker, DownloadEnd, DownloadState } from '../../core/download/types.ts'

/** A file of a link, all of its files, an owner's selection from a folder, or what is looked at. */
export type SavingId = `file:${number}` | 'all' | `folder:${number}` | 'preview'

/** One file; several as an archive; or each under its path in a folder that the person picks. */
export type SavingKind = 'file' | 'archive' | 'folder'

export interface SavingProgress {
  /** Opened bytes of `total`. */
  readonly bytes: number
  readonly total: number
  /** Recent rate; null while it is unknown. */
  readonly bytesPerSecond: number | null
}

/**
 * What screens show of a saving: its keys are opened, then its stage is that of the download ([Note: A download step by
 * step]). It has names and figures alone; keys and threads are with the service (runSaving.ts).
 */
export interface Saving {
  readonly kind: SavingKind
  /** Name of the file or archive; for a folder, the action. */
  readonly title: string
  readonly files: number
  /** User id, if the bytes are fetched with a session. */
  readonly owner: number | null
  readonly stage: 'opening-keys' | DownloadState['stage']
  /** Number of opened keys, then of saved files. */
  readonly done: number
  readonly progress: SavingProgress | null
  readonly blocker: DownloadBlocker | null
  readonly end: EndedSaving | null
}

export interface FailedFile {
  readonly id: number
  readonly name: string
  readonly fault: Fault
}

/** The outcome of a saving. A file counts as saved only if every byte was verified. */
export interface EndedSaving {
  readonly kind: SavingKind
  readonly end: DownloadEnd
  /** Number of files requested, and of those saved. */
  readonly files: number
  readonly saved: number
  /** True if the file was passed to the share sheet in place of the disk. */
  readonly isShared: boolean
  /** The file whose failure ended the saving. */
  readonly failedName: string | null
  /** True if the browser has started the download. */
  readonly wasBegun: boolean
  /** True if the browser may have kept a part. */
  readonly hasRemains: boolean
  /** Files that did not open or do not fit in an archive; `sealedTo` is the fingerprint of another key. */
  readonly unopened: readonly (FailedFile & { readonly sealedTo: string | null })[]
  /** Files that failed during the download, and were left out. */
  readonly leftOut: readonly FailedFile[]
  /** Names of saved files without a manifest: the server vouches for name and content alone. */
  readonly unsealed: readonly string[]
  /** Saved files whose sealed metadata differs from the server's. */
  readonly differences: readonly { readonly name: string; readonly what: readonly ManifestDifference[] }[]
  /** Files saved under another path than they were sent with: their number, and the first of them. */
  readonly renamed: { readonly files: number; readonly first: readonly ChangedName[] }
  /** Set if a comparison was requested. `sha256` is that of a single file with a manifest. */
  readonly compared: { readonly sha256: string | null } | null
}

type Savings = Readonly<Partial<Record<SavingId, Saving>>>
type StartedPayload = Pick<Saving, 'kind' | 'title' | 'files' | 'owner'> & {
  id: SavingId
  keysAreOpen: boolean
}
type ProgressPayload = { id: SavingId } & Partial<Pick<Saving, 'done' | 'progress' | 'blocker'>> & {
    stage: Exclude<Saving['stage'], 'ended'>
  }

const isRunning = (saving: Saving | undefined): saving is Saving =>
  saving !== undefined && saving.stage !== 'ended'

const noSavings: Savings = {}

export const savingSlice = createSlice({
  name: 'savings',
  initialState: noSavings,
  reducers: {
    savingBegan: (state, { payload: { id, keysAreOpen, ...what } }: PayloadAction<StartedPayload>) => ({
      ...state,
      [id]: {
        ...what,
        stage: keysAreOpen ? 'sink' : 'opening-keys',
        done: 0,
        progress: null,
        blocker: null,
        end: null,
      } satisfies Saving,
    }),
    savingProgressed: (state, { payload: { id, ...news } }: PayloadAction<ProgressPayload>) => {
      const saving = state[id]
      return isRunning(saving) ? { ...state, [id]: { ...saving, ...news } } : state
    },
    savingEnded: (state, { payload: { id, end } }: PayloadAction<{ id: SavingId; end: EndedSaving }>) => {
      const saving = state[id]
      if (!isRunning(saving)) return state
      return { ...state, [id]: { ...saving, stage: 'ended', blocker: null, end } satisfies Saving }
    },
    savingClosed: (state, { payload: id }: PayloadAction<SavingId>) =>
      isRunning(state[id]) ? state : without(state, [id]),
    /** Removes savings that the current user must not see. */
    savingsForgotten: (state, { payload: ids }: PayloadAction<readonly SavingId[]>) => without(state, ids),
  },
})

function without(state: Savings, ids: readonly SavingId[]): Savings {
  const remaining = Object.entries(state).filter(([id]) => !ids.includes(id as SavingId))
  return remaining.length === Object.keys(state).length ? state : Object.fromEntries(remaining)
}

export const { savingBegan, savingProgressed, savingEnded, savingClosed, savingsForgotten } =
  savingSlice.actions

declare module '../store/store.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface LazySlices extends WithSlice<typeof savingSlice> {}
}

const injected = savingSlice.injectInto(rootReducer)

export const selectSavings = (state: RootState): Savings => injected.selectSlice(state)

export const selectSaving = (state: RootState, id: SavingId): Saving | null =>
  selectSavings(state)[id] ?? null

export const selectIsRunning = (state: RootState, id: SavingId): boolean =>
  isRunning(selectSavings(state)[id])

/** Ids of running savings; with `blocker`, of those that wait for it. */
export const runningSavingIds = (savings: Savings, blocker?: DownloadBlocker): SavingId[] =>
  (Object.entries(savings) as [SavingId, Saving][]).flatMap(([id, saving]) =>
    isRunning(saving) && (blocker === undefined || saving.blocker === blocker) ? [id] : [],
  )

export const selectIsAnyRunning = (state: RootState): boolean =>
  runningSavingIds(selectSavings(state)).length > 0

/** True if a running saving needs the session of the user who began it. */
export const selectNeedsOwner = (state: RootState): boolean => {
  const savings = selectSavings(state)
  return runningSavingIds(savings).some((id) => typeof savings[id]?.owner === 'number')
}

export const selectIsAnyWaitingFor = (state: RootState, blocker: DownloadBlocker): boolean =>
  runningSavingIds(selectSavings(state), blocker).length > 0
