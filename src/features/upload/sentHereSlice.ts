import { createSlice, type WithSlice } from '@reduxjs/toolkit'
import { type RootState, rootReducer } from '../../store/store.ts'
import { pageLeft, pageOpened, rememberToggled, sentHereChanged } from './uploadEvents.ts'

interface SentHereState {
  /** True while files stored from now on are remembered; set by the checkbox alone. */
  isOn: boolean
  /** Incremented whenever the remembered files change. */
  version: number
}

const off: SentHereState = { isOn: false, version: 0 }

export const sentHereSlice = createSlice({
  name: 'sentHere',
  initialState: off,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(pageOpened, () => off)
      .addCase(pageLeft, () => off)
      .addCase(rememberToggled, (state, { payload }) => {
        state.isOn = payload
      })
      .addCase(sentHereChanged, (state) => {
        state.version++
      })
  },
})

declare module '../../store/store.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface LazySlices extends WithSlice<typeof sentHereSlice> {}
}

const injected = sentHereSlice.injectInto(rootReducer)

export const selectSentHere = (state: RootState): SentHereState => injected.selectSlice(state)
