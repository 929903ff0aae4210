import type { Answer } from '../../../core/crypto/index.ts'
import type { RootState } from '../../store/store.ts'
import { answersOf, areComplete } from '../../../core/upload/senderAnswers.ts'
import { selectAnswers } from './answersSlice.ts'
import { selectUpload } from './uploadSlice.ts'

/* What was typed in answer to the folder, for whoever sends: it comes where something is asked for. */

export const isAllAnswered = (state: RootState): boolean =>
  areComplete(selectUpload(state).asked, selectAnswers(state).values)

/** Null where nothing was answered. */
export const typedAnswers = (state: RootState): Answer[] | null =>
  answersOf(selectUpload(state).asked, selectAnswers(state).values)
