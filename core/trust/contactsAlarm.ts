import { fault, FaultError } from '../faults/fault.ts'
import type { DeviceRecord } from './trustPorts.ts'

/** Why the server's contacts are not those that the person stored. */
export type ContactsProblem =
  /** Sealed by another key, or altered. */
  | 'altered'
  /** Older than this device has seen, or missing. */
  | 'older'
  /** Different contacts with the same version number. */
  | 'other'

/** Version number and SHA-256 of its box, in hex; 0 and '' for none. */
export type ContactsVersion = Pick<DeviceRecord, 'n' | 'hash'>

export class ContactsAlarm extends Error {
  override readonly name = 'ContactsAlarm'
  readonly problem: ContactsProblem
  /** Contacts of the server, if they open: all that 'The server was restored' accepts. */
  readonly shown: ContactsVersion | null

  constructor(problem: ContactsProblem, shown: ContactsVersion | null = null) {
    super(problem)
    this.problem = problem
    this.shown = shown
  }
}

/** Converts an alarm to a fault, for callers that can only report it. */
export const contactsFault = (error: unknown): unknown =>
  error instanceof ContactsAlarm ? new FaultError(fault('contacts-not-believed')) : error
