import { setImmediate as yieldToLoop } from 'node:timers/promises'
import type { z } from 'zod'
import { detail } from '../../contract/errors.ts'
import type { keyPairAttachments } from '../../contract/schemas/sharing.ts'
import { readStatement } from '../../contract/roster.ts'
import { putContacts } from '../db/contacts.ts'
import type { Db, UserRow } from '../db/schema.ts'
import { conflict, unprocessable } from '../http/errors.ts'
import { fingerprint } from '../security/publicKeys.ts'
import type { StorageLimits } from '../uploads/storageLimits.ts'
import { type RosterChangeRequest, appendRosterStatement } from './rosterChange.ts'

/**
 * Moves a user's data to the key pair that is installed in the same transaction, which holds the user: their
 * contacts, and a statement with the new key for each of their folders.
 * @param user with the new key
 * @throws HttpError as `appendRosterStatement`; 409 if the contacts have changed meanwhile
 */
export async function moveToNewKey(
  trx: Db,
  storageLimits: StorageLimits,
  user: Pick<UserRow, 'id'> & { public_key_spki: string },
  { contacts, rosters = [] }: z.output<typeof keyPairAttachments>,
  { now, record }: Pick<RosterChangeRequest, 'now' | 'record'>,
): Promise<void> {
  if (contacts !== undefined && !(await putContacts(trx, user.id, contacts)))
    throw conflict(detail.contactsMoved)
  const key = fingerprint(user.public_key_spki)
  // All code holds folders in this order.
  for (const { folder_id, ...change } of rosters.toSorted((a, b) => a.folder_id - b.folder_id)) {
    const member = readStatement(change.statement)?.members.find(({ user: id }) => id === user.id)
    if (member?.fp !== key) throw unprocessable(detail.rosterInvalid)
    await appendRosterStatement(trx, storageLimits, {
      folderId: folder_id,
      change,
      caller: user,
      now,
      record,
    })
    // Verifying a statement takes milliseconds, and SQLite does not yield to the event loop.
    await yieldToLoop()
  }
}
