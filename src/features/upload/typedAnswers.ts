import type { Answer } from '../../../core/crypto/index.ts'
import type { RootState } from '../../store/store.ts'
import { answersOf, areComplete } from '../../../core/upload/senderAnswers.ts'
import { selectAnswersState } from './answersSlice.ts'
import { selectUpload } from './uploadSlice.ts'

/* Selectors of the typed answers, loaded only where a folder asks for something. */

export const isAllAnswered = (state: RootState): boolean =>
  areComplete(selectUpload(state).senderFields, selectAnswersState(state).values)

/** Returns the typed answers; null if there are none. */
export const typedAnswers = (state: RootState): Answer[] | null =>
  answersOf(selectUpload(state).senderFields, selectAnswersState(state).values)
