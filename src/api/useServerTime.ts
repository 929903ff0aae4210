import { useEffect, useState } from 'react'
import { serverNow } from './serverClock.ts'

/** Longer timeouts fire at once. */
const maxTimeoutMs = 2 ** 31 - 1

/**
 * Returns the server's time in milliseconds, updated when one of these times has passed.
 * @param times ISO 8601; null and what is no time never pass
 */
export function useServerTime(times: readonly (string | null)[]): number {
  const [now, setNow] = useState(() => serverNow())
  // Not spread: engines limit the number of arguments.
  const next = times
    .map((time) => Date.parse(time ?? ''))
    .reduce((earliest, time) => (time > now && time < earliest ? time : earliest), Infinity)
  useEffect(() => {
    if (next === Infinity) return undefined
    // A millisecond later it has passed.
    const timer = setTimeout(() => setNow(serverNow()), Math.min(next + 1 - serverNow(), maxTimeoutMs))
    return () => clearTimeout(timer)
  }, [now, next])
  return now
}
