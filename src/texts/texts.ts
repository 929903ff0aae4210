import type { Fault, FaultCode } from '../faults/fault.ts'

/** A sentence, or one with figures; null where `said` or the status speak. */
type Sentence = string | ((fault: Fault) => string) | null

/** The sentences of one language. A code without one does not compile. */
export interface Texts {
  readonly codes: Readonly<Record<FaultCode, Sentence>>
  /** Of answers that say nothing themselves. */
  readonly statuses: Readonly<Partial<Record<number, string>>>
  /** Of any other status. @param statusText '' in newer versions of HTTP */
  readonly otherStatus: (status: number, statusText: string) => string
  /** Of an answer from 500 on. */
  readonly serverError: (said: string) => string
  /** Where nothing is known. */
  readonly fallback: string
}
