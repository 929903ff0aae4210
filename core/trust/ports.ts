import type { Answer } from '../../contract/calls.ts'
import type { SignedStatement } from '../../contract/roster.ts'
import type { RosterChange } from '../../contract/schemas/sharing.ts'

/** The calls that trust is built on; none of the answers is believed. All throw FaultError. */
export interface TrustCalls {
  getContacts: () => Promise<Answer<'getContacts'>>
  setContacts: (body: { n: number; sealed: string }) => Promise<unknown>
  getRoster: (folderId: number) => Promise<Answer<'getRoster'>>
  changeRoster: (folderId: number, change: RosterChange) => Promise<unknown>
}

/** What this device remembers of a person, by the fingerprint of their key. Nothing in it is secret. */
export interface DeviceRecord {
  /** The highest `n` of what the person remembers that was seen here, and SHA-256 of its box in hex. */
  readonly n: number
  readonly hash: string
  /** The chains that were seen last, by the folders' own ids. */
  readonly rosters: Readonly<Record<string, readonly SignedStatement[]>>
  /** What was sent with a statement that is not known to be stored, by the statement's hash: to be sent again as it was. */
  readonly unsent: Readonly<Record<string, RosterChange>>
  /** Hashes of statements that were signed and then given up here: where one appears all the same, it is not believed. */
  readonly givenUp: readonly string[]
}

export interface DeviceMemory {
  read: (fp: string) => Promise<DeviceRecord | null>
  /** Changes follow each other, in whichever tab. */
  update: (fp: string, change: (record: DeviceRecord) => DeviceRecord) => Promise<void>
}

export const emptyRecord: DeviceRecord = { n: 0, hash: '', rosters: {}, unsent: {}, givenUp: [] }
