import type { UploadStatus } from '../../../contract/schemas/uploads.ts'
import type { sealAnswers } from '../../../core/crypto/index.ts'
import { isHere } from '../../platform/databases.ts'
import type { KeptUploads } from '../../platform/keptUploads.ts'
import type { SealingWorkers, UploadCalls, UploadClock } from '../../../core/ports.ts'
import type { UploadProgress } from '../../../core/upload/progress.ts'
import type { runUpload } from '../../../core/upload/run.ts'

/** The engine, and what it needs of this browser. */
export interface Engine {
  runUpload: typeof runUpload
  Progress: typeof UploadProgress
  newWorkers: () => SealingWorkers<File>
  calls: (linkToken: string, onGateClosed: (link: UploadStatus) => void) => UploadCalls
  clock: () => UploadClock
  newBatchId: () => string
  sealAnswers: typeof sealAnswers
}

/** What the page loads when somebody wants it. */
export interface UploadParts {
  /** Whether there may be any of before. */
  hasUploads: () => Promise<boolean>
  uploads: () => Promise<KeptUploads>
  engine: () => Promise<Engine>
}

/** Of this browser. Each comes with the first that needs it. */
export function browserParts(): UploadParts {
  let uploads: Promise<KeptUploads> | undefined
  const load = async () => {
    try {
      return await loadUploads()
    } catch (error) {
      // It may arrive the next time.
      uploads = undefined
      throw error
    }
  }
  return { hasUploads: () => isHere('uploads'), uploads: () => (uploads ??= load()), engine: loadEngine }
}

async function loadUploads(): Promise<KeptUploads> {
  const [{ KeptUploads }, { abortUpload }] = await Promise.all([
    import('../../platform/keptUploads.ts'),
    import('../../platform/calls.ts'),
  ])
  return new KeptUploads({ abort: abortUpload })
}

async function loadEngine(): Promise<Engine> {
  const [
    { runUpload },
    { UploadProgress },
    { WorkerPools },
    { uploadCalls },
    { pageClock },
    { randomBytes, sealAnswers, toBase64Url },
  ] = await Promise.all([
    import('../../../core/upload/run.ts'),
    import('../../../core/upload/progress.ts'),
    import('../../platform/sealingWorkers.ts'),
    import('../../platform/calls.ts'),
    import('../../platform/clock.ts'),
    import('../../../core/crypto/strangers.ts'),
  ])
  return {
    ...{ runUpload, Progress: UploadProgress, calls: uploadCalls, clock: pageClock },
    newWorkers: () => new WorkerPools(),
    newBatchId: () => toBase64Url(randomBytes(16)),
    sealAnswers,
  }
}
