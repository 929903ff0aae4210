import type { KeysRemote, WorkerPool } from './workerPool.ts'

/** Small enough to keep every worker busy and the progress moving; large enough that messages cost little. */
const shareLength = 64

interface ShareOptions {
  pool: WorkerPool<KeysRemote>
  signal: AbortSignal
  /** Items done so far. */
  onProgress: (done: number) => void
}

/** Has the workers of a pool do short work on many items, a share of them at a time. @throws the signal's reason */
export async function inShares<T, R>(
  items: readonly T[],
  work: (worker: KeysRemote, share: T[]) => Promise<R[]>,
  { pool, signal, onProgress }: ShareOptions,
): Promise<R[]> {
  let done = 0
  const shares = Array.from({ length: Math.ceil(items.length / shareLength) }, (_, index) =>
    pool.lease(async (worker) => {
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
