import type { z } from 'zod'
import { assertDefined } from '../../contract/assertDefined.ts'
import { detail } from '../../contract/errors.ts'
import { maxKeyStatements, maxRosterStatements } from '../../contract/limits.ts'
import {
  readStatement,
  type RosterHead,
  type RosterMember,
  signerOf,
  type Statement,
} from '../../contract/roster.ts'
import type { rosterChange } from '../../contract/schemas/sharing.ts'
import type { Tell } from '../audit/audit.ts'
import { requireMember, requireOwner, roleIn } from '../db/access.ts'
import { holdFolder, replaceUploadLink, setFolderTitle } from '../db/folders.ts'
import { hasOtherOwner } from '../db/owners.ts'
import * as rosters from '../db/rosters.ts'
import type { Db, UserRow } from '../db/schema.ts'
import { keysInForce, usernames } from '../db/users.ts'
import { endWebhook } from '../db/webhooks.ts'
import { conflict, notFound, unprocessable } from '../http/errors.ts'
import { fingerprint, isRecipientKey } from '../security/fingerprint.ts'
import { isSignedBy, statementHash } from '../security/roster.ts'
import { newToken } from '../security/tokens.ts'
import { payerOf, requireFewAtPayer } from './folderCount.ts'
import { areGrantsFor } from './grants.ts'

type Change = z.output<typeof rosterChange>

export interface Changing {
  folderId: number
  change: Change
  /** Who calls, with their key in force: the statement's actor. */
  caller: Pick<UserRow, 'id' | 'public_key_spki'>
  now: string
  /** To be told what changes, in the transaction that changes it. */
  tell: Tell
}

/**
 * [Note: Statements]
 *
 * People of a folder trust no server, and verify every statement themselves. The server verifies them too, so that a
 * broken client harms nobody: that it follows from the one before, who has signed it, that whoever is new in it is named
 * with their key in force, and that everybody named can open what they are to open. One change is one transaction that
 * holds the folder; of two that follow the same statement one is refused.
 */

/**
 * The first statement of a folder that was just made, in its transaction.
 * @param title the folder's
 * @throws HttpError 422; what `isUniqueViolation` knows where a folder has this id already
 */
export async function beginRoster(trx: Db, changing: Changing, title: string): Promise<void> {
  const accepted = await check(trx, changing, null)
  if (accepted.statement.title !== title) throw invalid()
  await rosters.insertSharedFolder(trx, changing.folderId, accepted.statement.folder)
  await keep(trx, changing, accepted)
  await tellChanges(
    trx,
    changing,
    { title, members: [{ user: changing.caller.id, role: 'owner' }] },
    accepted,
  )
}

/**
 * The next statement. To be run in a transaction, which holds the folder from here on. The newest one once more, by who
 * has made it, changes nothing: its answer may have been lost.
 * @throws HttpError 403, 404; 409 where it does not follow the newest one, leaves no owner who can sign in or has folders
 * left, or is one too many; 422 where it is wrong
 */
export async function continueRoster(trx: Db, changing: Changing): Promise<void> {
  const { folderId, change, caller, now } = changing
  if (!(await holdFolder(trx, folderId))) throw notFound(detail.folderNotFound)
  const newest = await rosters.newestStatement(trx, folderId)
  const before = newest && statementIn(newest)
  const isRepeat = newest?.statement === change.statement && newest.signature === change.signature
  if (isRepeat && before?.actor === caller.id) return
  await requireOwner(trx, folderId, caller.id)
  if (newest === undefined || before === undefined) throw conflict(detail.notShared)
  if (!fitsIn(newest.seq, before, change)) throw conflict(detail.rosterFull)
  const keys = await rosters.generationKeys(trx, folderId)
  const accepted = await check(trx, changing, { statement: before, hash: newest.hash, keys })
  const payer = await payerOf(trx, folderId)
  await keep(trx, changing, accepted)
  await requireFewAtPayer(trx, folderId, payer)
  const isOwnerStill = (await roleIn(trx, folderId, caller.id)) === 'owner'
  if (!isOwnerStill && !(await hasOtherOwner(trx, folderId, caller.id))) throw conflict(detail.lastOwner)
  await tellChanges(trx, changing, before, accepted)
  if (await endWebhook(trx, folderId, formerOwners(before, accepted.statement)))
    await changing.tell(trx, { kind: 'webhook-removed', folderId })
  if (change.generation !== undefined) {
    await replaceUploadLink(trx, folderId, newToken(), now)
    await changing.tell(trx, { kind: 'upload-link-replaced', folderId })
  }
  await setFolderTitle(trx, folderId, accepted.statement.title)
}

/** Who owned the folder, and does not any more. */
function formerOwners({ members: before }: Statement, { members }: Statement): number[] {
  const owners = new Set(members.filter(({ role }) => role === 'owner').map(({ user }) => user))
  return before.filter(({ user, role }) => role === 'owner' && !owners.has(user)).map(({ user }) => user)
}

/** A full chain still takes out keys and owners: whoever has filled it does not stay by that. */
function fitsIn(count: number, { members: before }: Statement, { statement }: Change): boolean {
  if (count < maxRosterStatements) return true
  const after = readStatement(statement)?.members ?? []
  if (!hasMore(before, after)) return false
  return count < maxRosterStatements + maxKeyStatements || !hasMore(after, before)
}

/** Whether there is a key among these that is not among the others, or that owns the folder here alone. */
function hasMore(these: readonly RosterMember[], others: readonly RosterMember[]): boolean {
  const roles = new Map(others.map(({ fp, role }) => [fp, role]))
  return these.some(({ fp, role }) => !roles.has(fp) || (role === 'owner' && roles.get(fp) === 'member'))
}

/**
 * Whether somebody has anything to send at all: one of the folder's people, or who left by the newest statement of their
 * own, whose answer may have been lost. @throws HttpError 404
 */
export async function requireChanger(db: Db, folderId: number, userId: number): Promise<void> {
  const newest = await rosters.newestStatement(db, folderId)
  if (newest === undefined || statementIn(newest).actor !== userId) await requireMember(db, folderId, userId)
}

const statementIn = ({ statement }: rosters.StoredStatement): Statement =>
  assertDefined(readStatement(statement) ?? undefined)

type Accepted = Awaited<ReturnType<typeof check>>

async function check(trx: Db, { folderId, change, caller }: Changing, head: RosterHead | null) {
  const statement = readStatement(change.statement)
  if (statement?.actor !== caller.id || statement.title.trim() !== statement.title) throw invalid()
  const signer = signerOf(head, statement)
  if ('problem' in signer) throw signer.problem === 'order' ? conflict(detail.rosterMoved) : invalid()

  const before = head?.statement.members ?? []
  const fresh = statement.members.filter(
    ({ user, fp }) => !before.some((b) => b.user === user && b.fp === fp),
  )
  const freshKeys = await namedKeys(trx, fresh, caller)
  const named = [signer.fp, ...statement.members.map(({ fp }) => fp)]
  const keys = new Map([...(await rosters.rosterKeys(trx, folderId, named)), ...freshKeys])
  if (!isCanonical(change.signature) || !isSignedBy(change, assertDefined(keys.get(signer.fp))))
    throw invalid()

  const { generation } = change
  const isNewGeneration = statement.gen !== head?.statement.gen
  const isWithKey =
    generation === undefined
      ? !isNewGeneration
      : isNewGeneration &&
        isRecipientKey(generation.public_key_spki) &&
        fingerprint(generation.public_key_spki) === statement.key
  if (!isWithKey) throw invalid()

  const wanted = statement.members.map((member) => ({
    user: member.user,
    publicKey: assertDefined(keys.get(member.fp)),
    fromGen: fresh.includes(member) ? 1 : statement.gen + (isNewGeneration ? 0 : 1),
  }))
  if (!areGrantsFor(change.grants, wanted, statement.gen)) throw invalid()
  return { statement, freshKeys }
}

/** By fingerprint. @throws HttpError 422 unless each is the one in force of an active user */
async function namedKeys(
  trx: Db,
  named: readonly RosterMember[],
  caller: Changing['caller'],
): Promise<Map<string, string>> {
  const inForce = await keysInForce(
    trx,
    named.map(({ user }) => user),
  )
  // It may be about to be installed.
  if (caller.public_key_spki !== null) inForce.set(caller.id, caller.public_key_spki)
  const keys = named.map(({ user, fp }): [string, string] => {
    const spki = inForce.get(user)
    if (spki === undefined || fingerprint(spki) !== fp) throw invalid()
    return [fp, spki]
  })
  return new Map(keys)
}

async function keep(trx: Db, { folderId, change, now }: Changing, accepted: Accepted): Promise<void> {
  const { statement, freshKeys } = accepted
  const { seq, gen, key, members } = statement
  const signed = { statement: change.statement, signature: change.signature }
  await rosters.insertStatement(trx, folderId, { seq, ...signed, hash: statementHash(signed) })
  await rosters.addRosterKeys(trx, folderId, freshKeys)
  if (change.generation !== undefined) {
    await rosters.insertGeneration(trx, folderId, { gen, fingerprint: key, ...change.generation, since: now })
  }
  await rosters.setMembers(trx, folderId, members, now)
  await rosters.putGrants(
    trx,
    folderId,
    change.grants.map((one) => ({ gen: one.gen, user_id: one.user, sealed: one.grant })),
  )
}

/** Who is new, gone or has another role, and another title. */
async function tellChanges(
  trx: Db,
  { folderId, tell }: Changing,
  before: { title: string; members: readonly Pick<RosterMember, 'user' | 'role'>[] },
  { statement }: Accepted,
): Promise<void> {
  const roleBefore = new Map(before.members.map(({ user, role }) => [user, role]))
  const roleNow = new Map(statement.members.map(({ user, role }) => [user, role]))
  const changes = [...new Set([...roleBefore.keys(), ...roleNow.keys()])].flatMap((user) => {
    const [was, is] = [roleBefore.get(user), roleNow.get(user)]
    if (was === is) return []
    const kind = was === undefined ? 'member-added' : is === undefined ? 'member-removed' : 'role-changed'
    return [{ user, kind, role: is ?? was } as const]
  })
  const names = await usernames(
    trx,
    changes.map(({ user }) => user),
  )
  for (const { user, kind, role } of changes) {
    const details = { name: assertDefined(names.get(user)), ...(role !== undefined && { role }) }
    await tell(trx, { kind, folderId, details })
  }
  if (statement.title !== before.title)
    await tell(trx, { kind: 'folder-changed', folderId, details: { changed: ['title'] } })
}

const isCanonical = (b64: string): boolean => Buffer.from(b64, 'base64').toString('base64') === b64

const invalid = () => unprocessable(detail.rosterInvalid)
