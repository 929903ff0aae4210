import { FaultError, type Fault } from '../faults/fault.ts'
import type { OpeningPorts } from '../ports.ts'
import type { BufferPool } from '../util/bufferPool.ts'
import type { OpenJob } from './openJob.ts'
import type { Blockers } from './blockers.ts'

export interface OpeningContext extends OpeningPorts, Pick<OpenJob, 'hasNoBackpressure' | 'compareSha256'> {
  readonly signal: AbortSignal
  readonly blockers: Blockers
  /** Memory for responses, and then for their plaintext, to hash it at once. */
  readonly memory: BufferPool
  /** Called with newly verified bytes of any file; negative if one fails, or is fetched again. */
  readonly onVerified?: (bytes: number) => void
}

export class EntryError extends FaultError {
  readonly entry: number

  constructor(entry: number, what: Fault, options?: ErrorOptions) {
    super(what, options)
    this.entry = entry
  }
}
