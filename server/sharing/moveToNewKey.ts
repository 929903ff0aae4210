import { setImmediate as yieldToLoop } from 'node:timers/promises'
import type { z } from 'zod'
import { errorDetails } from '../../contract/errors.ts'
import type { keyPairAttachments } from '../../contract/schemas/sharing.ts'
import { readStatement } from '../../contract/roster.ts'
import { putContacts } from '../db/accounts/contacts.ts'
import type { Db, UserRow } from '../db/schema.ts'
import { conflict, unprocessable } from '../http/errors.ts'
import { fingerprint } from '../security/publicKeys.ts'
import type { StorageLimits } from '../uploads/storageLimits.ts'
import {
  appendRosterStatements,
  type ChangeProof,
  proveChange,
  type RosterChangeRequest,
} from './rosterChange.ts'

type Rosters = NonNullable<z.output<typeof keyPairAttachments>['rosters']>
export type ProvenRosters = readonly (Rosters[number] & { proof: ChangeProof })[]

/** Proves the statements that come with a key pair, in the order in which folders are held. Others go on meanwhile. */
export async function proveRosters(
  db: Db,
  rosters: Rosters,
  caller: RosterChangeRequest['caller'],
): Promise<ProvenRosters> {
  const proven: ProvenRosters[number][] = []
  for (const roster of rosters.toSorted((a, b) => a.folder_id - b.folder_id)) {
    const proof = await proveChange(db, { folderId: roster.folder_id, change: roster, caller })
    proven.push({ ...roster, proof })
    await yieldToLoop()
  }
  return proven
}

/**
 * Moves a user's data to the key pair that is installed in the same transaction, which holds the user: their
 * contacts, and a statement with the new key for each of their folders. FORMAT.md, 17: 'The transaction that installs a
 * new personal key pair re-seals the contacts.'
 * @param user with the new key
 * @throws HttpError as `appendRosterStatements`; 409 if the contacts have changed meanwhile
 */
export async function moveToNewKey(
  trx: Db,
  storageLimits: StorageLimits,
  user: Pick<UserRow, 'id'> & { public_key_spki: string },
  { contacts, rosters }: Pick<z.output<typeof keyPairAttachments>, 'contacts'> & { rosters: ProvenRosters },
  { now, record }: Pick<RosterChangeRequest, 'now' | 'record'>,
): Promise<void> {
  if (contacts !== undefined && !(await putContacts(trx, user.id, contacts)))
    throw conflict(errorDetails.contactsMoved)
  const key = fingerprint(user.public_key_spki)
  const requests = rosters.map(({ folder_id, proof, ...change }) => {
    const member = readStatement(change.statement)?.members.find(({ user: id }) => id === user.id)
    if (member?.fp !== key) throw unprocessable(errorDetails.rosterInvalid)
    return { folderId: folder_id, change, proof, caller: user, now, record }
  })
  await appendRosterStatements(trx, storageLimits, requests)
}
