import type { KeysWorker } from './keysWorker.ts'

/** Threads with a keys worker each, leased for a share of work at a time. */
export interface KeysWorkers {
  lease<T>(work: (worker: KeysWorker) => Promise<T>): Promise<T>
}

export interface ShareOptions {
  workers: KeysWorkers
  signal: AbortSignal
  /** Items done so far. */
  onProgress: (done: number) => void
}

/** Small enough to keep every thread busy and the progress moving; large enough that messages cost little. */
const shareLength = 64

/** Has the threads do short work on many items, a share of them at a time. @throws the signal's reason */
export async function inShares<T, R>(
  items: readonly T[],
  work: (worker: KeysWorker, share: T[]) => Promise<R[]>,
  { workers, signal, onProgress }: ShareOptions,
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
