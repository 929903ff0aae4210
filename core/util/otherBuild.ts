import type { Fault } from '../faults/fault.ts'
import { pause } from './pause.ts'

/**
 * A server of an older build than its caller knows less, and refuses what it does not know before it does anything.
 * While servers are being replaced one by one, another one takes it. Milliseconds before each further try.
 */
const untilOtherBuild = [500, 1000, 2000, 4000]

/**
 * Asks, and again as long as a server of an older build refuses.
 * @param faultOf of an answer that is a refusal
 * @throws what `ask` throws; the signal's reason
 */
export async function askBuilds<A>(
  ask: () => Promise<A>,
  faultOf: (answer: A) => Fault | undefined,
  signal: AbortSignal = new AbortController().signal,
): Promise<A> {
  let answer = await ask()
  for (const ms of untilOtherBuild) {
    if (faultOf(answer)?.code !== 'unknownField') break
    await pause(ms, signal)
    answer = await ask()
  }
  return answer
}
