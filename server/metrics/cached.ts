import { setTimeout as delay } from 'node:timers/promises'

/** However often somebody asks, */
export const leastMs = 5000
/** and whatever it takes: asking may keep the database busy for a hundredth of the time. */
const timesLonger = 100
/** Whoever collects gives up after ten seconds, and would get nothing at all. */
export const patienceMs = 3000

/**
 * As `ask`, whose answer is kept for a while: whoever comes meanwhile, or while it is being asked, gets the same.
 * Undefined when it fails, or has not answered within three seconds.
 * @param now in milliseconds
 */
export function cached<T>(
  ask: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T | undefined> {
  let last: { until: number; answer: Promise<T | undefined> } | undefined
  function askAnew() {
    const began = now()
    const asked = { until: Infinity, answer: ask().catch(() => undefined) }
    void asked.answer.then(() => {
      asked.until = now() + Math.max(leastMs, (now() - began) * timesLonger)
    })
    return asked
  }
  return () => {
    if (last === undefined || now() >= last.until) last = askAnew()
    return Promise.race([last.answer, delay(patienceMs, undefined, { ref: false })])
  }
}
