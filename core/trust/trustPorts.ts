import type { ResponseOf } from '../../contract/calls.ts'
import type { SignedStatement } from '../../contract/roster.ts'
import type { RosterChange } from '../../contract/schemas/sharing.ts'

/** API calls for trust; no answer is trusted. All throw FaultError. */
export interface TrustCalls {
  getContacts: () => Promise<ResponseOf<'getContacts'>>
  setContacts: (body: { n: number; sealed: string }) => Promise<unknown>
  getRoster: (folderId: number) => Promise<ResponseOf<'getRoster'>>
  changeRoster: (folderId: number, change: RosterChange) => Promise<unknown>
}

/** This device's memory of a person, by the fingerprint of their key. Not secret. */
export interface DeviceRecord {
  /** Highest version `n` of the contacts seen here, and SHA-256 of its box in hex. */
  readonly n: number
  readonly hash: string
  /** The chains seen last, by the folders' own ids. */
  readonly rosters: Readonly<Record<string, readonly SignedStatement[]>>
  /** Bodies of statements that may not be stored yet, to be sent again unchanged, by hash. */
  readonly unsent: Readonly<Record<string, RosterChange>>
  /** Hashes of statements signed and then given up here, which are not trusted if they appear. */
  readonly givenUp: readonly string[]
  /** Tags of the upload links of folders of one person, newest first, by id; absent before there were any. */
  readonly links?: Readonly<Record<string, readonly string[]>>
  /** Whether folders hide names, by their ids; counts where the contacts do not say. */
  readonly privateNames?: Readonly<Record<string, boolean>>
}

export interface DeviceMemory {
  read: (fp: string) => Promise<DeviceRecord | null>
  /** Changes are serialized across tabs. */
  update: (fp: string, change: (record: DeviceRecord) => DeviceRecord) => Promise<void>
}

export const emptyDeviceRecord: DeviceRecord = { n: 0, hash: '', rosters: {}, unsent: {}, givenUp: [] }
