import type { Fault } from '../faults/fault.ts'
import { pause } from './pause.ts'

/**
 * A server of an older build than its client refuses unknown input before it does anything. During a rolling
 * update a retry reaches another one. Milliseconds before each retry.
 */
const retryDelaysMs = [500, 1000, 2000, 4000]

/**
 * Calls `ask`, and retries while a server of an older build refuses.
 * @param faultOf returns the fault of a refusal
 * @throws errors of `ask`; the signal's reason
 */
export async function askBuilds<A>(
  ask: () => Promise<A>,
  faultOf: (response: A) => Fault | undefined,
  signal: AbortSignal = new AbortController().signal,
): Promise<A> {
  let response = await ask()
  for (const ms of retryDelaysMs) {
    if (faultOf(response)?.code !== 'unknownField') break
    await pause(ms, signal)
    response = await ask()
  }
  return response
}
