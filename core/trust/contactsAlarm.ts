import { fault, FaultError } from '../faults/fault.ts'
import type { DeviceRecord } from './ports.ts'

/** Why what the server gives back is not what the person remembers. */
export type ContactsProblem =
  /** Another key's, or altered. */
  | 'altered'
  /** Older than what this device has seen, or nothing at all. */
  | 'older'
  /** Of the same count as what this device has seen, and other. */
  | 'other'

/** A count, and SHA-256 of the box that has it, in hex. Of nothing: 0, and no hash. */
export type Seen = Pick<DeviceRecord, 'n' | 'hash'>

/** What the server says the person remembers is not believed, and nothing is built on it. */
export class ContactsAlarm extends Error {
  override readonly name = 'ContactsAlarm'
  readonly problem: ContactsProblem
  /** What was given back, where it opens: what 'The server was restored' takes, and nothing that comes after it. */
  readonly shown: Seen | null

  constructor(problem: ContactsProblem, shown: Seen | null = null) {
    super(problem)
    this.problem = problem
    this.shown = shown
  }
}

/** For those who can do nothing but say so. */
export const unbelievedFault = (error: unknown): unknown =>
  error instanceof ContactsAlarm ? new FaultError(fault('contacts-not-believed')) : error
