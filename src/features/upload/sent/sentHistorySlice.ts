import { createSlice, type WithSlice } from '@reduxjs/toolkit'
import { type RootState, rootReducer } from '../../../store/store.ts'
import { pageLeft, pageOpened, sentHistoryToggled, sentHistoryChanged } from '../uploadEvents.ts'

interface SentHistoryState {
  /** True while files stored from now on are remembered; set by the checkbox alone. */
  isOn: boolean
  /** Incremented whenever the remembered files change. */
  version: number
}

const off: SentHistoryState = { isOn: false, version: 0 }

export const sentHistorySlice = createSlice({
  name: 'sentHistory',
  initialState: off,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(pageOpened, () => off)
      .addCase(pageLeft, () => off)
      .addCase(sentHistoryToggled, (state, { payload }) => {
        state.isOn = payload
      })
      .addCase(sentHistoryChanged, (state) => {
        state.version++
      })
  },
})

declare module '../../../store/store.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface LazySlices extends WithSlice<typeof sentHistorySlice> {}
}

const injected = sentHistorySlice.injectInto(rootReducer)

export const selectSentHistory = (state: RootState): SentHistoryState => injected.selectSlice(state)
