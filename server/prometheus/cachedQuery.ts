import { setTimeout as delay } from 'node:timers/promises'

export const minCacheMs = 5000
/** Cache time as a multiple of the query's duration: queries keep the database busy for at most 1 % of the time. */
const cacheFactor = 100
/** Prometheus itself gives up after ten seconds, with no metrics at all. */
export const queryTimeoutMs = 3000

/** Caches results of `query`. The result is undefined if it fails or takes three seconds. @param now milliseconds */
export function cachedQuery<T>(
  query: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T | undefined> {
  let last: { until: number; result: Promise<T | undefined> } | undefined
  function start() {
    const began = now()
    const entry = { until: Infinity, result: query().catch(() => undefined) }
    void entry.result.then(() => {
      entry.until = now() + Math.max(minCacheMs, (now() - began) * cacheFactor)
    })
    return entry
  }
  return () => {
    if (last === undefined || now() >= last.until) last = start()
    return Promise.race([last.result, delay(queryTimeoutMs, undefined, { ref: false })])
  }
}
