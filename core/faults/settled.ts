import type { Settled } from './fault.ts'
import { faultOf } from './faultOf.ts'

/** Converts the outcome of a promise to a value. */
export async function settled<T>(work: Promise<T>): Promise<Settled<T>> {
  try {
    return { ok: true, value: await work }
  } catch (error) {
    return { ok: false, fault: faultOf(error) }
  }
}
