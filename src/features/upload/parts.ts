import type { UploadStatus } from '../../../contract/schemas/uploads.ts'
import type { sealAnswers } from '../../../core/crypto/index.ts'
import { isHere } from '../../platform/databases.ts'
import type { KeptUploads } from '../../platform/keptUploads.ts'
import type { SealingWorkers, UploadCalls, UploadClock } from '../../../core/ports.ts'
import type { UploadProgress } from '../../../core/upload/progress.ts'
import type { runUpload } from '../../../core/upload/run.ts'

/** The upload engine and its dependencies on the browser. */
export interface Engine {
  runUpload: typeof runUpload
  Progress: typeof UploadProgress
  newWorkers: () => SealingWorkers<File>
  calls: (linkToken: string, onGateClosed: (link: UploadStatus) => void) => UploadCalls
  clock: () => UploadClock
  newBatchId: () => string
  sealAnswers: typeof sealAnswers
}

/** Modules that the page loads on demand. */
export interface UploadParts {
  /** Returns true if there may be interrupted uploads. */
  hasUploads: () => Promise<boolean>
  uploads: () => Promise<KeptUploads>
  engine: () => Promise<Engine>
}

/** Returns the loaders for this browser. Each module is loaded at its first use. */
export function browserParts(): UploadParts {
  let uploads: Promise<KeptUploads> | undefined
  const load = async () => {
    try {
      return await loadUploads()
    } catch (error) {
      // Let the next call try again.
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
    { PooledWorkers },
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
    newWorkers: () => new PooledWorkers(),
    newBatchId: () => toBase64Url(randomBytes(16)),
    sealAnswers,
  }
}
