import type { Settled } from './fault.ts'
import { faultOf } from './faultOf.ts'

/** How it ended, as a value. */
export async function settled<T>(work: Promise<T>): Promise<Settled<T>> {
  try {
    return { ok: true, value: await work }
  } catch (error) {
    return { ok: false, fault: faultOf(error) }
  }
}
