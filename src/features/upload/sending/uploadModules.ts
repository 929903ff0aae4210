import { databaseExists } from '../../../platform/databases.ts'
import type { InterruptedUploads } from '../../../platform/interruptedUploads.ts'

/** Modules that the page loads on demand. */
export interface UploadModules {
  hasInterruptedUploads: () => Promise<boolean>
  interruptedUploads: () => Promise<InterruptedUploads>
  engine: () => Promise<typeof import('./uploadEngine.ts')>
}

export function lazyModules(): UploadModules {
  let uploads: Promise<InterruptedUploads> | undefined
  return {
    hasInterruptedUploads: () => databaseExists('uploads'),
    interruptedUploads: () =>
      (uploads ??= loadUploads().catch((error: unknown) => {
        // Let the next call try again.
        uploads = undefined
        throw error
      })),
    engine: () => import('./uploadEngine.ts'),
  }
}

async function loadUploads(): Promise<InterruptedUploads> {
  const [{ InterruptedUploads }, { abortUpload }] = await Promise.all([
    import('../../../platform/interruptedUploads.ts'),
    import('../../../platform/pageUploadCalls.ts'),
  ])
  return new InterruptedUploads({ abortUpload })
}
