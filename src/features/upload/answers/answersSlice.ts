import { createSlice, type WithSlice } from '@reduxjs/toolkit'
import type { Answer } from '../../../../core/crypto/index.ts'
import { answersOf, areAnswersComplete } from '../../../../core/upload/senderAnswers.ts'
import { type RootState, rootReducer } from '../../../store/store.ts'
import { answersRefused, answerTyped, pageLeft, pageOpened } from '../uploadEvents.ts'
import { selectUpload } from '../uploadSlice.ts'

/** The typed answers. They live as long as the page and are sealed before they are sent or stored. */
interface AnswersState {
  /** Answers by index of the question; '' or absent if there is none. */
  values: string[]
  /** Number of refused attempts to send; errors are shown from the first one on. */
  refusals: number
}

const noAnswers: AnswersState = { values: [], refusals: 0 }

export const answersSlice = createSlice({
  name: 'answers',
  initialState: noAnswers,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(pageOpened, () => noAnswers)
      .addCase(pageLeft, () => noAnswers)
      .addCase(answerTyped, (state, { payload: { index, value } }) => {
        state.values[index] = value
      })
      .addCase(answersRefused, (state) => {
        state.refusals++
      })
  },
})

declare module '../../../store/store.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface LazySlices extends WithSlice<typeof answersSlice> {}
}

const injected = answersSlice.injectInto(rootReducer)

export const selectAnswersState = (state: RootState): AnswersState => injected.selectSlice(state)

export const selectIsAllAnswered = (state: RootState): boolean =>
  areAnswersComplete(selectUpload(state).senderFields, selectAnswersState(state).values)

/** Returns the typed answers; null if there are none. */
export const selectAnswers = (state: RootState): Answer[] | null =>
  answersOf(selectUpload(state).senderFields, selectAnswersState(state).values)
