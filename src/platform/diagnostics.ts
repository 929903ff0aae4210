import type { Remote } from 'comlink'
import { addresses } from '../../contract/addresses.ts'
import { callUrl } from '../../contract/call.ts'
import { chunkBytes, MiB, minPartChunks, sealedChunkBytes } from '../../contract/limits.ts'
import { callApi, csrfToken } from '../api/client.ts'
import { hasPrivateFileSystem } from './savingCapacity.ts'
import { canTransferStreams } from './streamTransfer.ts'
import { sealingPool } from './sealingWorkers.ts'
import type { DeathRace } from './workerPool.ts'
import { abortUpload } from './pageUploadCalls.ts'
import type { SealThread } from '../../workers/shared/threads.ts'

export interface BrowserFeature {
  what: FeatureName
  present: boolean
}

export type FeatureName =
  | 'WebCrypto'
  | 'Workers'
  | 'Streams'
  | 'ServiceWorker'
  | 'PrivateFiles'
  | 'FileHandles'
  | 'FolderAccess'
  | 'WakeLock'
  | 'Locks'

export async function browserFeatures(): Promise<BrowserFeature[]> {
  const has = (what: FeatureName, present: boolean): BrowserFeature => ({ what, present })
  return [
    has('WebCrypto', isSecureContext && 'subtle' in crypto),
    has('Workers', 'Worker' in globalThis),
    has('Streams', canTransferStreams()),
    has('ServiceWorker', 'serviceWorker' in navigator),
    has('PrivateFiles', await hasPrivateFileSystem()),
    // Handles of dropped files let uploads resume without choosing the files again.
    has('FileHandles', 'getAsFileSystemHandle' in DataTransferItem.prototype),
    has('FolderAccess', 'showDirectoryPicker' in globalThis),
    has('WakeLock', 'wakeLock' in navigator),
    has('Locks', 'locks' in navigator),
  ]
}

/** Bytes per second. */
export interface UploadRates {
  hash: number
  seal: number
  /** Null if the link takes too little for a test. */
  upload: number | null
}

interface SpeedTestOptions {
  /** Sealed bytes that the link still takes; null if unlimited or unknown. */
  remainingCapacity: number | null
  /** Maximum plaintext size of a file. */
  maxFileBytes: number
  signal: AbortSignal
  onStep: (step: keyof UploadRates) => void
}

const samplePartBytes = minPartChunks * sealedChunkBytes
const sampleParts = 16
/** The most bytes that a test sends. */
export const sampleBytes = sampleParts * samplePartBytes
const maxSendingMs = 8000
/** Bytes that are reserved besides those of the file: more than the server counts for an upload. */
const uploadOverheadBytes = MiB

/** Returns the number of whole parts that the link takes, at most `sampleParts`. */
function samplePartsFor({ remainingCapacity, maxFileBytes }: SpeedTestOptions): number {
  const partsOfFile = Math.floor(maxFileBytes / (minPartChunks * chunkBytes))
  const partsLeft = Math.floor(((remainingCapacity ?? Infinity) - uploadOverheadBytes) / samplePartBytes)
  return Math.max(0, Math.min(sampleParts, partsOfFile, partsLeft))
}

/**
 * Measures each step of an upload separately, with one worker and one connection. It sends random bytes as
 * parts of an upload that is aborted at the end.
 * @throws FaultError or Error if a step fails; the signal's reason if aborted
 */
export async function measureUploadRates(linkToken: string, options: SpeedTestOptions): Promise<UploadRates> {
  const { signal, onStep } = options
  const pool = sealingPool(1)
  signal.addEventListener('abort', () => pool.close())
  try {
    return await pool.lease(async (worker, alive) => {
      onStep('hash')
      const hash = await alive(worker.measureHash())
      onStep('seal')
      const seal = await alive(worker.measureSeal())
      const parts = samplePartsFor(options)
      if (parts === 0) return { hash, seal, upload: null }
      onStep('upload')
      return { hash, seal, upload: await measureUpload(worker, alive, { linkToken, parts }) }
    })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    pool.close()
  }
}

/** Sends sample parts, until `maxSendingMs` at the latest. @returns bytes per second */
async function measureUpload(
  worker: Remote<SealThread>,
  alive: DeathRace,
  { linkToken, parts }: { linkToken: string; parts: number },
): Promise<number> {
  // Not cancelled with the test: an upload whose response is lost could not be aborted.
  const { upload_id } = await callApi('createPartsUpload', {
    params: { link_token: linkToken },
    body: { size: parts * samplePartBytes, part_size: samplePartBytes },
  })
  const startedAt = performance.now()
  const elapsed = () => performance.now() - startedAt
  const timer = setTimeout(() => void worker.stop(), maxSendingMs)
  try {
    let sent = 0
    for (let n = 1; n <= parts && elapsed() < maxSendingMs; n++) {
      const url = callUrl(addresses.putPart, { link_token: linkToken, upload_id, n })
      const request = { method: 'PUT' as const, url, csrfToken: csrfToken() }
      // Throws when the test is cancelled, so that the upload is aborted: a call to an ended worker never settles.
      const { response, bytesSent } = await alive(worker.sendSample(request, samplePartBytes))
      // A part that the time limit interrupted counts with the bytes sent.
      if (response.status === 0 && elapsed() < maxSendingMs)
        throw new Error('The connection broke while the test was sending.')
      if (response.status >= 400) throw new Error(`The server answered ${response.status}.`)
      sent += response.status === 0 ? bytesSent : samplePartBytes
    }
    return (sent / elapsed()) * 1000
  } finally {
    clearTimeout(timer)
    abortUpload(linkToken, upload_id)
  }
}
