import { FaultError, type Fault } from '../faults/fault.ts'
import type { OpeningPorts } from '../ports.ts'
import type { SpareMemory } from '../util/spareMemory.ts'
import type { OpenJob } from './job.ts'
import type { Blockers } from './blockers.ts'

/** What the opening of all files of a job has in common. */
export interface Opening extends OpeningPorts, Pick<OpenJob, 'paced' | 'compareSha256'> {
  readonly signal: AbortSignal
  readonly needs: Blockers
  /** Where answers are put, and then what they held: to hash it in one. */
  readonly memory: SpareMemory
  /**
   * How many more bytes of content have verified, of whichever file, long before they are handed on; fewer than none where
   * a file fails, or its bytes have to come again.
   */
  readonly onVerified?: (bytes: number) => void
}

/** A fault of one file among several. */
export class EntryError extends FaultError {
  readonly entry: number

  constructor(entry: number, what: Fault, options?: ErrorOptions) {
    super(what, options)
    this.entry = entry
  }
}
