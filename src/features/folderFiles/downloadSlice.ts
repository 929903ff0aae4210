import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import { type RootState, rootReducer } from '../../store/store.ts'

/** What is said when a download is over. Nothing is called saved unless every byte of it was verified. */
export interface DownloadResult {
  type: 'saved' | 'cancelled' | 'failed'
  text: string
  /** What the person should know besides: names that differ, files left out. */
  notes: string[]
  /** Every file that was left out, and why. */
  failures: { name: string; error: string }[]
}

/**
 *     idle → opening → saving → ended → idle
 *               |________________↑
 *
 * One download at a time; it goes on when the screen is left.
 */
export type DownloadState =
  | { phase: 'idle' }
  /** Keys are being unwrapped: `done` of `files`. */
  | { phase: 'opening'; folderId: number; filename: string; files: number; done: number }
  | {
      phase: 'saving'
      folderId: number
      filename: string
      files: number
      done: number
      bytes: number
      total: number
      bytesPerSecond: number | null
    }
  | { phase: 'ended'; folderId: number; filename: string; result: DownloadResult }

export interface SavingProgress {
  filesDone: number
  bytes: number
  total: number
  bytesPerSecond: number | null
}

const idle = { phase: 'idle' } as DownloadState

export const downloadSlice = createSlice({
  name: 'ownDownload',
  initialState: idle,
  reducers: {
    downloadBegan: (
      _,
      { payload }: PayloadAction<{ folderId: number; filename: string; files: number }>,
    ): DownloadState => ({ phase: 'opening', ...payload, done: 0 }),
    keysOpened: (state, { payload: done }: PayloadAction<number>) => {
      if (state.phase === 'opening') state.done = done
    },
    savingProgressed: (state, { payload }: PayloadAction<SavingProgress>): DownloadState => {
      if (state.phase !== 'opening' && state.phase !== 'saving') return state
      const { folderId, filename, files } = state
      const { filesDone: done, bytes, total, bytesPerSecond } = payload
      return { phase: 'saving', folderId, filename, files, done, bytes, total, bytesPerSecond }
    },
    downloadEnded: (state, { payload: result }: PayloadAction<DownloadResult>): DownloadState => {
      if (state.phase !== 'opening' && state.phase !== 'saving') return state
      const { folderId, filename } = state
      return { phase: 'ended', folderId, filename, result }
    },
    resultClosed: (state): DownloadState => (state.phase === 'ended' ? { phase: 'idle' } : state),
  },
})

export const { downloadBegan, keysOpened, savingProgressed, downloadEnded, resultClosed } =
  downloadSlice.actions

declare module '../../store/store.ts' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- declaration merging
  interface LazySlices extends WithSlice<typeof downloadSlice> {}
}

const injected = downloadSlice.injectInto(rootReducer)

export const selectDownload = (state: RootState): DownloadState => injected.selectSlice(state)
export const selectIsDownloading = (state: RootState): boolean => {
  const { phase } = selectDownload(state)
  return phase === 'opening' || phase === 'saving'
}
