import { type Remote, transfer, wrap } from 'comlink'
import type { CheckpointHash } from '../core/ports.ts'
import type { HashService } from './hashService.ts'

/**
 * [Note: Hashing on a thread of its own]
 * Streaming SHA-256 is by far the slowest step of uploads and downloads: WebAssembly does 200 to 400 MB/s
 * where the platform encrypts 1 000 and more. So a large file's plaintext is sent, some pieces at a time, to
 * a separate worker, and the thread that reads, seals or opens does not wait. Files are identified by number.
 * Buffers are transferred both ways: allocating costs more than writing.
 */
export class HashThread {
  readonly #start: () => Remote<HashService>
  #remote: Remote<HashService> | undefined
  #nextFileNumber = 0

  /** @param start creates the worker, on first use */
  constructor(start = startWorker) {
    this.#start = start
  }

  /** Starts the worker and compiles its hash, ahead of the first file. */
  async warmUp(): Promise<void> {
    const hash = await this.begin()
    await hash.checkpoint()
    hash.drop()
  }

  /** Begins the hash of another file. */
  begin(): Promise<CheckpointHash> {
    const remote = (this.#remote ??= this.#start())
    const fileNumber = this.#nextFileNumber++
    let isEnded = false
    return Promise.resolve({
      update: (pieces) => {
        // The worker would begin a new hash.
        if (isEnded) return Promise.resolve(pieces)
        const buffers = pieces.map(({ buffer }) => buffer)
        return remote.update(fileNumber, transfer(pieces, buffers))
      },
      checkpoint: () =>
        isEnded ? Promise.reject(new Error('This hash has ended.')) : remote.checkpoint(fileNumber),
      digestHex: () => {
        if (isEnded) return Promise.reject(new Error('This hash has ended.'))
        isEnded = true
        return remote.digest(fileNumber)
      },
      drop: () => {
        if (!isEnded) void remote.drop(fileNumber)
        isEnded = true
      },
    })
  }
}

function startWorker(): Remote<HashService> {
  const thread = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
  // No digest would ever arrive: report the error, so that the page restarts an upload on another thread, or
  // ends a download.
  thread.addEventListener('error', (event) =>
    reportError(new Error(`The hashing worker ended: ${event.message}`)),
  )
  return wrap<HashService>(thread)
}
