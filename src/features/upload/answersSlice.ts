import { createSlice, type WithSlice } from '@reduxjs/toolkit'
import { type RootState, rootReducer } from '../../store/store.ts'
import { answersRefused, answerTyped, pageLeft, pageOpened } from './uploadEvents.ts'

/** What was typed, for the life of the page and nowhere else: it is sealed before it is sent or kept. */
interface AnswersState {
  /** By the place of the question; '' and absent: nothing. */
  values: string[]
  /** How often something was to be sent before it could be: what is wrong is shown from the first time on. */
  refusals: number
}

const nothing: AnswersState = { values: [], refusals: 0 }

export const answersSlice = createSlice({
  name: 'answers',
  initialState: nothing,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(pageOpened, () => nothing)
      .addCase(pageLeft, () => nothing)
      .addCase(answerTyped, (state, { payload: { at, value } }) => {
        state.values[at] = value
      })
      .addCase(answersRefused, (state) => {
        state.refusals++
      })
  },
})

declare module '../../store/store.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface LazySlices extends WithSlice<typeof answersSlice> {}
}

const injected = answersSlice.injectInto(rootReducer)

export const selectAnswers = (state: RootState): AnswersState => injected.selectSlice(state)
