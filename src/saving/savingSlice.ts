import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import type { ManifestDifference } from '../../core/crypto/index.ts'
import type { Fault } from '../../core/faults/fault.ts'
import { type RootState, rootReducer } from '../store/store.ts'
import type { ChangedName } from '../../core/download/safeNames.ts'
import type { Blocker, SavingEnd } from '../../core/download/types.ts'

/** A file of a link, all of them, or what an owner takes out of a folder. */
export type SavingId = `file:${number}` | 'all' | `folder:${number}`

/** One file as it is; several as an archive, or each under its path in a folder that the person picks. */
export type SavingKind = 'file' | 'archive' | 'folder'

export interface Progress {
  /** Opened, of `total`. */
  readonly bytes: number
  readonly total: number
  /** Lately; null while it is too early to say. */
  readonly bytesPerSecond: number | null
}

/**
 *     opening-keys → starting → saving → checking → ended → (gone)
 *          |____________|_________|_________|__________↑
 *
 * What is saved is known here by names and figures alone; keys and threads are with the service (save.ts).
 */
export interface Saving {
  readonly kind: SavingKind
  /** Name of the file or of the archive; of a folder, what is done. */
  readonly title: string
  readonly files: number
  /** User id, where the bytes are fetched with somebody's session. */
  readonly owner: number | null
  readonly phase: 'opening-keys' | 'starting' | 'saving' | 'checking' | 'ended'
  /** Keys that are open; then files that are saved. */
  readonly done: number
  readonly progress: Progress | null
  readonly needs: Blocker | null
  readonly end: EndedSaving | null
}

export interface FailedFile {
  readonly id: number
  readonly name: string
  readonly fault: Fault
}

/** How a saving ended. Nothing counts as saved unless every byte of it was verified. */
export interface EndedSaving {
  readonly kind: SavingKind
  readonly end: SavingEnd
  /** Files that were to be saved, and those that were. */
  readonly files: number
  readonly saved: number
  /** The file that ended all of it. */
  readonly failedName: string | null
  /** The browser was told to ask for it. */
  readonly wasBegun: boolean
  /** And may have kept a part of it. */
  readonly hasRemains: boolean
  /** Files that did not open, or fit no archive; `sealedTo`: fingerprint of another key than the one in force. */
  readonly unopened: readonly (FailedFile & { readonly sealedTo: string | null })[]
  /** Files that failed on the way, and were left out. */
  readonly leftOut: readonly FailedFile[]
  /** Names of saved files without a manifest: name and content are the server's word. */
  readonly unsealed: readonly string[]
  /** Saved files of which the server shows other than was sealed. */
  readonly differences: readonly { readonly name: string; readonly what: readonly ManifestDifference[] }[]
  /** Saved under another path than they were sent with: how many in all, and the first of them. */
  readonly renamed: { readonly files: number; readonly first: readonly ChangedName[] }
  /** Because somebody asked for it. `sha256`: of one file with a manifest. */
  readonly compared: { readonly sha256: string | null } | null
}

type Savings = Readonly<Partial<Record<SavingId, Saving>>>
type Begun = Pick<Saving, 'kind' | 'title' | 'files' | 'owner'> & { id: SavingId; keysAreOpen: boolean }
type Going = { id: SavingId } & Partial<Pick<Saving, 'done' | 'progress' | 'needs'>> & {
    phase: Exclude<Saving['phase'], 'ended'>
  }

const isGoing = (saving: Saving | undefined): saving is Saving =>
  saving !== undefined && saving.phase !== 'ended'

const none: Savings = {}

export const savingSlice = createSlice({
  name: 'savings',
  initialState: none,
  reducers: {
    savingBegan: (state, { payload: { id, keysAreOpen, ...what } }: PayloadAction<Begun>) => ({
      ...state,
      [id]: {
        ...what,
        phase: keysAreOpen ? 'starting' : 'opening-keys',
        done: 0,
        progress: null,
        needs: null,
        end: null,
      } satisfies Saving,
    }),
    savingWentOn: (state, { payload: { id, ...news } }: PayloadAction<Going>) => {
      const before = state[id]
      return isGoing(before) ? { ...state, [id]: { ...before, ...news } } : state
    },
    savingEnded: (state, { payload: { id, end } }: PayloadAction<{ id: SavingId; end: EndedSaving }>) => {
      const before = state[id]
      if (!isGoing(before)) return state
      return { ...state, [id]: { ...before, phase: 'ended', needs: null, end } satisfies Saving }
    },
    /** How it ended has been read. */
    savingClosed: (state, { payload: id }: PayloadAction<SavingId>) =>
      isGoing(state[id]) ? state : without(state, [id]),
    /** What was saved for somebody else is not shown. */
    savingsForgotten: (state, { payload: ids }: PayloadAction<readonly SavingId[]>) => without(state, ids),
  },
})

function without(state: Savings, ids: readonly SavingId[]): Savings {
  const kept = Object.entries(state).filter(([id]) => !ids.includes(id as SavingId))
  return kept.length === Object.keys(state).length ? state : Object.fromEntries(kept)
}

export const { savingBegan, savingWentOn, savingEnded, savingClosed, savingsForgotten } = savingSlice.actions

declare module '../store/store.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface LazySlices extends WithSlice<typeof savingSlice> {}
}

const injected = savingSlice.injectInto(rootReducer)

export const selectSavings = (state: RootState): Savings => injected.selectSlice(state)

export const selectSaving = (state: RootState, id: SavingId): Saving | null =>
  selectSavings(state)[id] ?? null

/** Whether it is under way. */
export const selectIsGoing = (state: RootState, id: SavingId): boolean => isGoing(selectSavings(state)[id])

/** Ids of those under way that wait for something, or of all that are under way. */
export const goingIds = (savings: Savings, needs?: Blocker): SavingId[] =>
  (Object.entries(savings) as [SavingId, Saving][]).flatMap(([id, saving]) =>
    isGoing(saving) && (needs === undefined || saving.needs === needs) ? [id] : [],
  )

export const selectIsAnyGoing = (state: RootState): boolean => goingIds(selectSavings(state)).length > 0

/** Whether something is under way that needs the session of the person who began it. */
export const selectNeedsOwner = (state: RootState): boolean => {
  const savings = selectSavings(state)
  return goingIds(savings).some((id) => typeof savings[id]?.owner === 'number')
}

export const selectIsAnyWaitingFor = (state: RootState, need: Blocker): boolean =>
  goingIds(selectSavings(state), need).length > 0
