import type { SealingBench } from '../ports.ts'
import type { Measuring } from '../seal/measure.ts'

/** What every worker of a pool can do, see [Note: Signs of life]. */
export interface Living {
  /** Holds the lock `name` for as long as this thread lives. Resolves as soon as it is held. */
  holdLock(name: string): Promise<void>
}

export interface SealThread extends SealingBench<File>, Measuring, Living {}
