import { type Role, type RosterMember, signerOf, type Statement } from '../../contract/roster.ts'
import type { RosterChange } from '../../contract/schemas/sharing.ts'
import {
  type Bytes,
  fingerprint,
  generateFolderId,
  importRecipientKey,
  newGeneration,
  type NewGeneration,
  openGrant,
  type Roster,
  sealGrant,
  signStatement,
} from '../crypto/index.ts'
import { fault, FaultError } from '../faults/fault.ts'
import { type Me, newestStatement } from './evaluateTrust.ts'

export interface RosterSigner extends Me {
  readonly name: string
  readonly signingKey: CryptoKey
  readonly privateKey: CryptoKey
  /** SPKI. */
  readonly publicKey: Bytes
}

/** An owner's edit of the newest statement, which can be repeated on a newer one. */
export type RosterEdit =
  | { readonly type: 'add'; readonly person: RosterMember }
  | { readonly type: 'remove'; readonly fp: string }
  | { readonly type: 'role'; readonly fp: string; readonly role: Role }
  | { readonly type: 'title'; readonly title: string }
  /** Replaces the folder's key, and nothing else. */
  | { readonly type: 'rotate' }
  /** Replaces the signer's own key by this one. */
  | { readonly type: 'own-key'; readonly fp: string }

type EditResult = Pick<Statement, 'title' | 'members'> & { readonly rotates: boolean }

/** @returns null if the edit changes nothing, or leaves no owner */
export function applyRosterEdit({ title, members }: Statement, edit: RosterEdit, me: Me): EditResult | null {
  const changed = (fp: string, change: (member: RosterMember) => RosterMember) =>
    members.map((member) => (member.fp === fp ? change(member) : member))
  const isNamed = (fp: string) => members.some((member) => member.fp === fp)
  switch (edit.type) {
    case 'add': {
      if (isNamed(edit.person.fp)) return null
      const former = members.find(({ user }) => user === edit.person.user)
      // Ids are assigned by the server: adding somebody under another member's id would remove that member.
      if (former && (former.fp === me.fp || former.name !== edit.person.name)) return null
      // A person with a new key is named with that one only.
      const others = members.filter((member) => member !== former)
      return withOwner({
        title,
        members: [...others, edit.person].sort(byUser),
        rotates: former !== undefined,
      })
    }
    case 'remove':
      if (!isNamed(edit.fp)) return null
      return withOwner({ title, members: members.filter(({ fp }) => fp !== edit.fp), rotates: true })
    case 'role': {
      const next = changed(edit.fp, (member) => ({ ...member, role: edit.role }))
      const isChange = members.some(({ fp, role }) => fp === edit.fp && role !== edit.role)
      return isChange ? withOwner({ title, members: next, rotates: false }) : null
    }
    case 'title':
      return edit.title === title ? null : { title: edit.title, members, rotates: false }
    case 'rotate':
      return { title, members, rotates: true }
    case 'own-key':
      return { title, members: changed(me.fp, (member) => ({ ...member, fp: edit.fp })), rotates: true }
  }
}

const withOwner = (next: EditResult): EditResult | null =>
  next.members.some(({ role }) => role === 'owner') ? next : null

const byUser = (a: RosterMember, b: RosterMember): number => a.user - b.user

interface ChangeContext {
  readonly roster: Roster
  /** The signer's own grants of generations with the stated key: no other secret is passed on. */
  readonly grants: ReadonlyMap<number, string>
  /** Public keys of all people to be named, by fingerprint, which is recomputed before a grant. */
  readonly publicKeys: ReadonlyMap<string, Bytes>
  /** ISO 8601. */
  readonly at: string
}

/**
 * Signs the statement that follows the newest one, with its grants.
 * @throws CryptoError if a key is too weak; FaultError if a key is missing, a generation does not open, or
 * the statement would be invalid, as for a signer who is not an owner
 */
export async function signRosterChange(
  next: EditResult,
  context: ChangeContext,
  me: RosterSigner,
): Promise<RosterChange> {
  const { statement: before, hash: prev } = newestStatement(context.roster)
  const { folder } = before
  const gen = before.gen + (next.rotates ? 1 : 0)
  const generation = next.rotates ? await newGeneration({ folder, gen }) : null
  const statement: Statement = {
    v: 1,
    folder,
    title: next.title,
    seq: before.seq + 1,
    prev,
    gen,
    key: generation?.fingerprint ?? before.key,
    members: next.members,
    actor: me.user,
    at: context.at,
  }
  const signer = signerOf(context.roster.head, statement)
  if (!('fp' in signer) || signer.fp !== me.fp) throw new FaultError(fault('ownersOnly'))
  const wasNamed = new Set(before.members.map(({ fp }) => fp))
  const newcomers = next.members.filter(({ fp }) => !wasNamed.has(fp))
  const grants = [
    ...(generation ? await grantsOf(generation.secret, { folder, gen }, next.members, context) : []),
    ...(await formerGrants(newcomers, before, context, me)),
  ]
  generation?.secret.fill(0)
  return {
    ...(await signStatement(me.signingKey, statement)),
    ...(generation && { generation: requestOf(generation) }),
    grants,
  }
}

const requestOf = ({ publicKeySpki, sealedPrivate }: NewGeneration) => ({
  public_key_spki: publicKeySpki,
  sealed_private: sealedPrivate,
})

type Grant = RosterChange['grants'][number]

async function grantsOf(
  secret: Bytes,
  generation: { folder: string; gen: number },
  members: readonly RosterMember[],
  { publicKeys }: Pick<ChangeContext, 'publicKeys'>,
): Promise<Grant[]> {
  return Promise.all(
    members.map(async ({ user, fp, name }) => {
      const spki = publicKeys.get(fp)
      if (!spki || (await fingerprint(spki)).b64u !== fp)
        throw new FaultError(fault('person-key-missing', { values: { name } }))
      const memberKey = await importRecipientKey(spki)
      return { user, gen: generation.gen, grant: await sealGrant(memberKey, generation, secret) }
    }),
  )
}

async function formerGrants(
  newcomers: readonly RosterMember[],
  { folder, gen: last }: Statement,
  context: ChangeContext,
  me: RosterSigner,
): Promise<Grant[]> {
  if (newcomers.length === 0) return []
  const grants: Grant[] = []
  for (let gen = 1; gen <= last; gen++) {
    const own = context.grants.get(gen)
    if (own === undefined) throw new FaultError(fault('generation-closed', { values: { gen } }))
    const secret = await openGrant(me.privateKey, { folder, gen }, own)
    grants.push(...(await grantsOf(secret, { folder, gen }, newcomers, context)))
    secret.fill(0)
  }
  return grants
}

/** Signs the first statement of a new folder: its maker is the only member. */
export async function signFirstRoster(title: string, at: string, me: RosterSigner) {
  const folder = generateFolderId()
  const generation = await newGeneration({ folder, gen: 1 })
  const members: RosterMember[] = [{ user: me.user, name: me.name, fp: me.fp, role: 'owner' }]
  const statement: Statement = {
    v: 1,
    folder,
    title,
    seq: 1,
    prev: null,
    gen: 1,
    key: generation.fingerprint,
    members,
    actor: me.user,
    at,
  }
  const publicKeys = new Map([[me.fp, me.publicKey]])
  const grants = await grantsOf(generation.secret, { folder, gen: 1 }, members, { publicKeys })
  generation.secret.fill(0)
  return { ...(await signStatement(me.signingKey, statement)), generation: requestOf(generation), grants }
}
