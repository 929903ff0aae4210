/* The upload engine and its dependencies on the browser: one module, which the page loads on demand. */
import { randomBytes, toBase64Url } from '../../../../core/crypto/visitorExports.ts'
import type { SealingWorkers } from '../../../../core/ports.ts'
import { PooledSealingWorkers } from '../../../platform/sealingWorkers.ts'

export { sealAnswers, uploadLinkTag } from '../../../../core/crypto/visitorExports.ts'
export { UploadProgress } from '../../../../core/upload/progress.ts'
export { runUpload } from '../../../../core/upload/runUpload.ts'
export { pageUploadCalls } from '../../../platform/pageUploadCalls.ts'
export { pageClock } from '../../../platform/pageClock.ts'

/** @param isEarly true to start a worker before there is a unit for it */
export function newSealingWorkers(isEarly = false): SealingWorkers<File> {
  const workers = new PooledSealingWorkers()
  // A worker that fails is replaced when it is needed.
  if (isEarly) workers.startFirst().catch(() => undefined)
  return workers
}

export const newBatchId = (): string => toBase64Url(randomBytes(16))
