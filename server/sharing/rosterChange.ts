import type { z } from 'zod'
import { assertDefined } from '../../contract/assertDefined.ts'
import { errorDetails } from '../../contract/errors.ts'
import { maxKeyStatements, maxRosterStatements } from '../../contract/limits.ts'
import {
  readStatement,
  type RosterHead,
  type RosterMember,
  signerOf,
  type Statement,
} from '../../contract/roster.ts'
import type { rosterChange } from '../../contract/schemas/sharing.ts'
import type { NewAuditEvent, RecordEvent } from '../audit/audit.ts'
import { findRoles, requireMember, requireOwnerRole } from '../db/folders/folderAccess.ts'
import { lockFolders, rememberUploadLinks, updateFolder } from '../db/folders/folders.ts'
import { hasOtherOwner } from '../db/folders/owners.ts'
import * as rosters from '../db/folders/rosters.ts'
import { slicesOf } from '../db/slicesOf.ts'
import type { Db, UserRow } from '../db/schema.ts'
import { findPublicKeys, findUsernames } from '../db/accounts/users.ts'
import { deleteWebhookOfFormerOwners } from '../db/notices/webhooks.ts'
import { conflict, notFound, unprocessable } from '../http/errors.ts'
import { createMemberNotices } from '../notices/memberNotices.ts'
import { fingerprint, isRecipientKey, isStatementSignedBy, statementHash } from '../security/publicKeys.ts'
import { newToken } from '../util/tokens.ts'
import type { StorageLimits } from '../uploads/storageLimits.ts'
import { accountOfFolder } from '../db/folders/quotas.ts'
import { requireAccountHasRoom } from '../uploads/accountLimits.ts'
import { areRequiredGrants, isCanonicalBase64 } from './requiredGrants.ts'

type RosterChange = z.output<typeof rosterChange>

export interface RosterChangeRequest {
  folderId: number
  change: RosterChange
  proof: ChangeProof
  /** The caller with their current key: the actor of the statement. */
  caller: Pick<UserRow, 'id' | 'public_key_spki'>
  now: string
  /** Records the changes, in their transaction. */
  record: RecordEvent
}

/** Facts about a change that take milliseconds to verify and depend only on its bytes, so they precede the transaction. */
export interface ChangeProof {
  /** Fingerprint of the key that it is signed with; undefined for a key that the newest statement did not give its actor. */
  signedBy: string | undefined
  /** Fingerprint of the key of its new generation; undefined unless that is a valid key. */
  generationKey: string | undefined
}

/** Verifies a change as far as that needs no transaction. @param folderId undefined for the first statement of a folder */
export async function proveChange(
  db: Db,
  { folderId, change, caller }: Pick<RosterChangeRequest, 'change' | 'caller'> & { folderId?: number },
): Promise<ChangeProof> {
  const key = folderId === undefined ? caller.public_key_spki : await findKeyInRoster(db, folderId, caller.id)
  const { generation } = change
  return {
    signedBy: key != null && isStatementSignedBy(change, key) ? fingerprint(key) : undefined,
    generationKey:
      generation !== undefined && isRecipientKey(generation.public_key_spki)
        ? fingerprint(generation.public_key_spki)
        : undefined,
  }
}

/** Public key of a person by the newest statement. */
async function findKeyInRoster(db: Db, folderId: number, userId: number): Promise<string | undefined> {
  const newest = await rosters.newestRosterStatement(db, folderId)
  const member = newest && parseStoredStatement(newest).members.find(({ user }) => user === userId)
  return member && (await rosters.findRosterKeys(db, [folderId], [member.fp])).get(member.fp)
}

/**
 * [Note: Statements]
 *
 * Members do not trust the server and verify all statements themselves. The server verifies them too, so that
 * a broken client does no harm: each must follow from the one before, be signed by someone entitled to, name
 * new members with their current keys, and include the grants that members need. A change is one transaction
 * that holds the folder. Of two changes that follow the same statement, one is refused. FORMAT.md, 15: 'There are no
 * exceptions. Browsers and server share the code.'
 */

/** Adds the first statement to a new folder, in its transaction. @throws HttpError 422; a unique violation of its id */
export async function beginRoster(trx: Db, request: RosterChangeRequest, title: string): Promise<void> {
  const accepted = await verifyStatement(trx, request, null, new Map())
  if (accepted.statement.title !== title) throw invalidRoster()
  await rosters.insertSharedFolder(trx, request.folderId, accepted.statement.folder)
  const members = [{ user: request.caller.id, role: 'owner' }] as const
  const next = { request, before: { title, members }, accepted, accountBefore: undefined }
  await storeStatements(trx, [next])
  await request.record(trx, ...(await noticeChanges(trx, next)))
}

/** Maximum number of folders that are read at once: their members are looked up in each of them. */
const foldersPerRead = 10

/**
 * Adds the next statement of each folder. Call it in a transaction, which holds the folders from here on. If the newest
 * statement is repeated by its author, nothing changes: a response may have been lost.
 * @param requests of one caller, each of another folder
 * @throws HttpError 403, 404; 409 if it does not follow the newest one, leaves no owner who can sign in and
 * has a free folder, or exceeds a limit; 422 if it is invalid
 */
export async function appendRosterStatements(
  trx: Db,
  storageLimits: StorageLimits,
  requests: readonly RosterChangeRequest[],
): Promise<void> {
  const ids = requests.map(({ folderId }) => folderId)
  if ((await lockFolders(trx, ids)).size < ids.length) throw notFound(errorDetails.folderNotFound)
  const accepted: AcceptedChange[] = []
  for (const slice of slicesOf(requests, foldersPerRead)) accepted.push(...(await acceptNext(trx, slice)))
  const [first] = accepted
  if (first === undefined) return
  const { record, now } = first.request
  await storeStatements(trx, accepted)
  const events: NewAuditEvent[] = []
  for (const one of accepted) events.push(...(await completeChange(trx, storageLimits, one)))
  // Recorded before the update, so that the events have the former titles.
  await record(trx, ...events)
  const replaced = accepted.filter(hasNewGeneration).map(({ request }) => request.folderId)
  await rememberUploadLinks(trx, replaced, now)
  for (const one of accepted) {
    const { title } = one.accepted.statement
    const isReplaced = hasNewGeneration(one)
    if (title !== one.before.title || isReplaced)
      await updateFolder(trx, one.request.folderId, {
        title,
        ...(isReplaced && { link_token: newToken() }),
      })
  }
}

interface AcceptedChange {
  request: RosterChangeRequest
  before: { title: string; members: readonly MemberRole[] }
  accepted: Awaited<ReturnType<typeof verifyStatement>>
  /** Account that the folder counted towards; not looked up if the members stay as they are. */
  accountBefore: number | undefined
}

/** True if the folder gets another upload link. */
const hasNewGeneration = ({ request }: AcceptedChange): boolean => request.change.generation !== undefined

/** Verifies the next statement of each folder, and leaves out repeats. The folders must be locked. */
async function acceptNext(trx: Db, requests: readonly RosterChangeRequest[]): Promise<AcceptedChange[]> {
  const ids = requests.map(({ folderId }) => folderId)
  const newestByFolder = await rosters.newestRosterStatements(trx, ids)
  const roles = await findRoles(trx, ids, assertDefined(requests[0]).caller.id)
  const generations = await rosters.generationFingerprints(trx, ids)
  const rosterKeys = await rosters.findRosterKeys(trx, ids, [
    ...new Set(requests.flatMap(grantedFingerprints)),
  ])
  const accepted: AcceptedChange[] = []
  for (const request of requests) {
    const { folderId, change, caller } = request
    const newest = newestByFolder.get(folderId)
    const before = newest && parseStoredStatement(newest)
    const isRepeat = newest?.statement === change.statement && newest.signature === change.signature
    if (isRepeat && before?.actor === caller.id) continue
    requireOwnerRole(roles.get(folderId))
    if (newest === undefined || before === undefined) throw conflict(errorDetails.notShared)
    if (!fitsChain(newest.seq, before, change)) throw conflict(errorDetails.rosterFull)
    const head = { statement: before, hash: newest.hash, keys: assertDefined(generations.get(folderId)) }
    const next = await verifyStatement(trx, request, head, rosterKeys)
    const changesMembers = changedMembers(before.members, next.statement.members).length > 0
    const accountBefore = changesMembers ? await accountOfFolder(trx, folderId) : undefined
    accepted.push({ request, before, accepted: next, accountBefore })
  }
  return accepted
}

/** Fingerprints of all members if they are granted a new generation. */
const grantedFingerprints = ({ change }: RosterChangeRequest): string[] =>
  change.generation === undefined ? [] : (readStatement(change.statement)?.members.map(({ fp }) => fp) ?? [])

/** Applies the consequences of a stored statement: limits, webhook and notices. @returns the events to be recorded */
async function completeChange(
  trx: Db,
  storageLimits: StorageLimits,
  change: AcceptedChange,
): Promise<NewAuditEvent[]> {
  const { request, before, accepted, accountBefore } = change
  const { folderId, caller } = request
  const { members } = accepted.statement
  if (changedMembers(before.members, members).length > 0) {
    await requireAccountHasRoom(trx, storageLimits, { folderId, accountBefore, callerId: caller.id })
    const isOwnerStill = members.some(({ user, role }) => user === caller.id && role === 'owner')
    if (!isOwnerStill && !(await hasOtherOwner(trx, folderId, caller.id)))
      throw conflict(errorDetails.lastOwner)
  }
  const events = await noticeChanges(trx, change)
  if (await deleteWebhookOfFormerOwners(trx, folderId, formerOwners(before.members, members)))
    events.push({ kind: 'webhook-removed', folderId })
  if (hasNewGeneration(change)) events.push({ kind: 'upload-link-replaced', folderId })
  return events
}

type MemberRole = Pick<RosterMember, 'user' | 'role'>

/** Members who are not owners any more. */
function formerOwners(before: readonly MemberRole[], members: readonly MemberRole[]): number[] {
  const owners = new Set(members.filter(({ role }) => role === 'owner').map(({ user }) => user))
  return before.filter(({ user, role }) => role === 'owner' && !owners.has(user)).map(({ user }) => user)
}

/** New members, removed ones, and those with another role. */
function changedMembers(before: readonly MemberRole[], after: readonly MemberRole[]) {
  const roleBefore = new Map(before.map(({ user, role }) => [user, role]))
  const roleNow = new Map(after.map(({ user, role }) => [user, role]))
  return [...new Set([...roleBefore.keys(), ...roleNow.keys()])].flatMap((user) => {
    const [was, is] = [roleBefore.get(user), roleNow.get(user)]
    if (was === is) return []
    const kind = was === undefined ? 'member-added' : is === undefined ? 'member-removed' : 'role-changed'
    return [{ user, kind, role: is ?? was } as const]
  })
}

/** A full chain still allows removing keys and owners, so that nobody can prevent their removal by filling it. */
function fitsChain(count: number, { members: before }: Statement, { statement }: RosterChange): boolean {
  if (count < maxRosterStatements) return true
  const after = readStatement(statement)?.members ?? []
  if (!hasMoreKeysOrOwners(before, after)) return false
  return count < maxRosterStatements + maxKeyStatements || !hasMoreKeysOrOwners(after, before)
}

/** True if `these` has a key that `others` lacks, or one that is an owner only here. */
function hasMoreKeysOrOwners(these: readonly RosterMember[], others: readonly RosterMember[]): boolean {
  const roles = new Map(others.map(({ fp, role }) => [fp, role]))
  return these.some(({ fp, role }) => !roles.has(fp) || (role === 'owner' && roles.get(fp) === 'member'))
}

/** Requires a member, or one who left by their own newest statement: its response may be lost. @throws HttpError 404 */
export async function requireMemberOrJustLeft(db: Db, folderId: number, userId: number): Promise<void> {
  const newest = await rosters.newestRosterStatement(db, folderId)
  if (newest === undefined || parseStoredStatement(newest).actor !== userId)
    await requireMember(db, folderId, userId)
}

const parseStoredStatement = ({ statement }: rosters.StoredRosterStatement): Statement =>
  assertDefined(readStatement(statement) ?? undefined)

async function verifyStatement(
  trx: Db,
  { change, proof, caller }: RosterChangeRequest,
  head: RosterHead | null,
  rosterKeys: ReadonlyMap<string, string>,
) {
  const statement = readStatement(change.statement)
  if (statement?.actor !== caller.id || statement.title.trim() !== statement.title) throw invalidRoster()
  const signer = signerOf(head, statement)
  if ('problem' in signer)
    throw signer.problem === 'order' ? conflict(errorDetails.rosterMoved) : invalidRoster()

  const before = head?.statement.members ?? []
  const newMembers = statement.members.filter(
    ({ user, fp }) => !before.some((b) => b.user === user && b.fp === fp),
  )
  const newKeys = await currentKeysOf(trx, newMembers, caller)
  // Checked after the order: if another statement came meanwhile, the proof may be of a former key.
  if (!isCanonicalBase64(change.signature) || proof.signedBy !== signer.fp) throw invalidRoster()

  const { generation } = change
  const isNewGeneration = statement.gen !== head?.statement.gen
  const isWithKey =
    generation === undefined ? !isNewGeneration : isNewGeneration && proof.generationKey === statement.key
  if (!isWithKey) throw invalidRoster()

  const granted = isNewGeneration ? statement.members : newMembers
  const wanted = granted.map((member) => ({
    user: member.user,
    publicKey: assertDefined(newKeys.get(member.fp) ?? rosterKeys.get(member.fp)),
    fromGen: newMembers.includes(member) ? 1 : statement.gen,
  }))
  if (!areRequiredGrants(change.grants, wanted, statement.gen)) throw invalidRoster()
  return { statement, newKeys }
}

/** Users by key fingerprint. @throws HttpError 422 unless each is the current key of an active user */
async function currentKeysOf(trx: Db, named: readonly RosterMember[], caller: RosterChangeRequest['caller']) {
  const others = named.map(({ user }) => user).filter((user) => user !== caller.id)
  const inForce = await findPublicKeys(trx, others)
  // This key may be about to be installed.
  if (caller.public_key_spki !== null) inForce.set(caller.id, caller.public_key_spki)
  const keys = named.map(({ user, fp }): [string, string] => {
    const spki = inForce.get(user)
    if (spki === undefined || fingerprint(spki) !== fp) throw invalidRoster()
    return [fp, spki]
  })
  return new Map(keys)
}

async function storeStatements(trx: Db, changes: readonly AcceptedChange[]): Promise<void> {
  const stored = changes.map(({ request: { folderId, change, now }, before, accepted }) => {
    const { seq, gen, key, members } = accepted.statement
    const signed = { statement: change.statement, signature: change.signature }
    const { generation } = change
    return {
      statement: { folder_id: folderId, seq, ...signed, hash: statementHash(signed) },
      keys: [...accepted.newKeys].map(([fp, public_key_spki]) => ({
        ...{ folder_id: folderId, fingerprint: fp },
        public_key_spki,
      })),
      generations:
        generation === undefined
          ? []
          : [{ folder_id: folderId, gen, fingerprint: key, ...generation, since: now }],
      grants: change.grants.map((one) => ({
        folder_id: folderId,
        gen: one.gen,
        user_id: one.user,
        sealed: one.grant,
      })),
      members: changedMembers(before.members, members).length > 0 || seq === 1 ? members : undefined,
      folderId,
      now,
    }
  })
  await rosters.insertRosterStatements(
    trx,
    stored.map(({ statement }) => statement),
  )
  await rosters.addRosterKeys(
    trx,
    stored.flatMap(({ keys }) => keys),
  )
  await rosters.insertGenerations(
    trx,
    stored.flatMap(({ generations }) => generations),
  )
  for (const { folderId, members, now } of stored) {
    if (members !== undefined) await rosters.setMembers(trx, folderId, members, now)
  }
  await rosters.putGrants(
    trx,
    stored.flatMap(({ grants }) => grants),
  )
}

/** Creates notices for new members. @returns the events of new, removed and changed members, and of a new title */
async function noticeChanges(
  trx: Db,
  { request, before, accepted }: Omit<AcceptedChange, 'accountBefore'>,
): Promise<NewAuditEvent[]> {
  const { folderId, caller, now } = request
  const { members, title } = accepted.statement
  const changes = changedMembers(before.members, members)
  const names = await findUsernames(
    trx,
    changes.map(({ user }) => user),
  )
  const events: NewAuditEvent[] = changes.map(({ user, kind, role }) => {
    const details = { name: assertDefined(names.get(user)), ...(role !== undefined && { role }) }
    return { kind, folderId, details }
  })
  const added = changes.filter(({ kind }) => kind === 'member-added')
  const people = added.map(({ user }) => user)
  await createMemberNotices(trx, { folderId, by: caller.id, people }, now)
  if (title !== before.title)
    events.push({ kind: 'folder-changed', folderId, details: { changed: ['title'] } })
  return events
}

const invalidRoster = () => unprocessable(errorDetails.rosterInvalid)
