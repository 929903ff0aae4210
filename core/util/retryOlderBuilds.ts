import type { Fault } from '../faults/fault.ts'
import { pause } from './pause.ts'

/** Milliseconds before retries at servers of older builds, which refuse unknown input at once. */
const retryDelaysMs = [500, 1000, 2000, 4000]

/** Calls `ask`, and again while `faultOf` says that an older build refuses. @throws its errors */
export async function retryOlderBuilds<A>(
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
