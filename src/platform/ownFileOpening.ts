/* The code that opens one's own files, and threads for it: one module, which pages load on demand. */

export { openOwnAnswers } from '../../core/keys/answers.ts'
export { fetchKeyCommitments, fetchKeysAhead, openOwnFiles } from '../../core/keys/ownFiles.ts'
export { splitAcrossWorkers } from '../../core/keys/splitAcrossWorkers.ts'
export { fetchAnswersPage, withKeysWorkers } from './keysPool.ts'
