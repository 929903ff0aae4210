import { errorDetails } from '../../contract/errors.ts'
import type { Kysely } from 'kysely'
import { readStatement } from '../../contract/roster.ts'
import { findRole } from '../db/folders/folderAccess.ts'
import { isUniqueViolation } from '../db/errors.ts'
import { findRosterStatement, findFolderByRosterId } from '../db/folders/rosters.ts'
import type { Db, Tables } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { unprocessable } from '../http/errors.ts'
import { beginRoster, proveChange, type RosterChangeRequest } from './rosterChange.ts'

/**
 * Creates a shared folder with its first statement; `insertFolder` inserts the folder. Idempotent, as a response may be
 * lost.
 * @throws HttpError 422
 */
export async function createSharedFolder(
  db: Kysely<Tables>,
  insertFolder: (trx: Db) => Promise<number>,
  request: Omit<RosterChangeRequest, 'folderId' | 'proof'>,
  title: string,
): Promise<number> {
  const earlier = await findCreatedFolder(db, request)
  if (earlier !== undefined) return earlier
  const proof = await proveChange(db, request)
  try {
    return await transact(db, async (trx) => {
      const folderId = await insertFolder(trx)
      await beginRoster(trx, { ...request, proof, folderId }, title)
      return folderId
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // A concurrent request may have created it; otherwise another folder has this id.
    const made = await findCreatedFolder(db, request)
    if (made === undefined) throw unprocessable(errorDetails.rosterInvalid)
    return made
  }
}

async function findCreatedFolder(db: Db, { change, caller }: Pick<RosterChangeRequest, 'change' | 'caller'>) {
  const fid = readStatement(change.statement)?.folder
  const folderId = fid === undefined ? undefined : await findFolderByRosterId(db, fid)
  if (folderId === undefined || (await findRole(db, folderId, caller.id)) === undefined) return undefined
  const first = await findRosterStatement(db, folderId, 1)
  const isSame = first?.statement === change.statement && first.signature === change.signature
  return isSame ? folderId : undefined
}
