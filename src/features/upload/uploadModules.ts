import { databaseExists } from '../../platform/databases.ts'
import type { InterruptedUploads } from '../../platform/interruptedUploads.ts'

/** Modules that the page loads on demand. */
export interface UploadModules {
  /** Returns true if there may be interrupted uploads. */
  hasUploads: () => Promise<boolean>
  uploads: () => Promise<InterruptedUploads>
  engine: () => Promise<typeof import('./engine.ts')>
}

/** Returns the loaders for this browser. Each module is loaded at its first use. */
export function browserModules(): UploadModules {
  let uploads: Promise<InterruptedUploads> | undefined
  const load = async () => {
    try {
      return await loadUploads()
    } catch (error) {
      // Let the next call try again.
      uploads = undefined
      throw error
    }
  }
  return {
    hasUploads: () => databaseExists('uploads'),
    uploads: () => (uploads ??= load()),
    engine: () => import('./engine.ts'),
  }
}

async function loadUploads(): Promise<InterruptedUploads> {
  const [{ InterruptedUploads }, { abortUpload }] = await Promise.all([
    import('../../platform/interruptedUploads.ts'),
    import('../../platform/calls.ts'),
  ])
  return new InterruptedUploads({ abort: abortUpload })
}
