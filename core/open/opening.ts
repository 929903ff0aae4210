import { FaultError, type Fault } from '../faults/fault.ts'
import type { OpeningPorts } from '../ports.ts'
import type { SpareMemory } from '../util/spareMemory.ts'
import type { OpenJob } from './job.ts'
import type { Blockers } from './blockers.ts'

/** Context shared by all files of a job. */
export interface Opening extends OpeningPorts, Pick<OpenJob, 'paced' | 'compareSha256'> {
  readonly signal: AbortSignal
  readonly needs: Blockers
  /** Memory for responses, and then for their plaintext, to hash it at once. */
  readonly memory: SpareMemory
  /**
   * Called with the number of bytes that have newly verified, of any file, long before they are passed on;
   * negative if a file fails, or has to be fetched again.
   */
  readonly onVerified?: (bytes: number) => void
}

/** Fault of one file among several. */
export class EntryError extends FaultError {
  readonly entry: number

  constructor(entry: number, what: Fault, options?: ErrorOptions) {
    super(what, options)
    this.entry = entry
  }
}
