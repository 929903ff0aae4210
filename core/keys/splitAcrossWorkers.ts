import type { KeysWorker } from './keysWorker.ts'

/** Pool of keys threads, leased for a share of work at a time. */
export interface KeysWorkers {
  lease<T>(work: (worker: KeysWorker) => Promise<T>): Promise<T>
}

export interface SplitOptions {
  workers: KeysWorkers
  signal: AbortSignal
  onProgress: (done: number) => void
}

/** Items per share: few, to keep every thread busy; many, to make messages cheap. */
const shareLength = 64

/** Processes many items on the threads, a share at a time. @throws the signal's reason */
export async function splitAcrossWorkers<T, R>(
  items: readonly T[],
  work: (worker: KeysWorker, share: T[]) => Promise<R[]>,
  { workers, signal, onProgress }: SplitOptions,
): Promise<R[]> {
  let done = 0
  const shares = Array.from({ length: Math.ceil(items.length / shareLength) }, (_, index) =>
    workers.lease(async (worker) => {
      signal.throwIfAborted()
      const share = items.slice(index * shareLength, (index + 1) * shareLength)
      const results = await work(worker, share)
      done += share.length
      onProgress(done)
      return results
    }),
  )
  return (await Promise.all(shares)).flat()
}
