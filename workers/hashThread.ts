import { type Remote, transfer, wrap } from 'comlink'
import type { MarkedHash } from '../core/ports.ts'
import type { ServedHashes } from './servedHashes.ts'

/**
 * [Note: Hashing on a thread of its own]
 * Streaming SHA-256 is the slowest step of either road by far: WebAssembly does 200 to 400 MB/s where the platform
 * encrypts 1 000 and more. Beside it, the thread that reads, seals or opens would wait. So a large file's plaintext
 * goes, some pieces at a time, to a worker that does nothing else. Pieces of one file are taken in the order in which
 * they were sent; files are told apart by number. Pieces are handed over and handed back, never copied: fresh memory
 * costs more than what is written to it.
 */
export class HashThread {
  readonly #start: () => Remote<ServedHashes>
  #remote: Remote<ServedHashes> | undefined
  #files = 0

  /** @param start makes the worker, when it is first wanted */
  constructor(start = startWorker) {
    this.#start = start
  }

  begin(): Promise<MarkedHash> {
    const remote = (this.#remote ??= this.#start())
    const file = this.#files++
    let isOver = false
    return Promise.resolve({
      update: (pieces) => {
        // It would begin anew there.
        if (isOver) return Promise.resolve(pieces)
        const buffers = pieces.map(({ buffer }) => buffer)
        return remote.update(file, transfer(pieces, buffers))
      },
      mark: () => (isOver ? Promise.reject(new Error('The hash is dropped.')) : remote.mark(file)),
      digestHex: () => {
        if (isOver) return Promise.reject(new Error('The hash is dropped.'))
        isOver = true
        return remote.digest(file)
      },
      drop: () => {
        if (!isOver) void remote.drop(file)
        isOver = true
      },
    })
  }
}

function startWorker(): Remote<ServedHashes> {
  const thread = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
  // Without it no digest would ever come: fail as a whole, so that the page begins an upload anew elsewhere, and ends a
  // download.
  thread.addEventListener('error', (event) =>
    reportError(new Error(`The hashing worker ended: ${event.message}`)),
  )
  return wrap<ServedHashes>(thread)
}
