import type { Folder } from '../../contract/schemas/folders.ts'
import { readStatement, type Statement } from '../../contract/roster.ts'
import { callApi } from '../api/client.ts'
import { type Contacts, isCryptoError, openContacts, sealContacts } from '../../core/crypto/index.ts'
import { selectSession } from '../session/sessionSlice.ts'
import type { UnlockedKey } from '../session/unlockedKey.ts'
import type { AppThunk } from '../store/store.ts'
import { ContactsAlarm } from '../../core/trust/contactsAlarm.ts'
import { emptyContacts } from '../../core/trust/contactsChanges.ts'
import { openNewestSharedFolder, trustOf } from './trustService.ts'
import { newestStatement } from '../../core/trust/evaluateTrust.ts'
import { isShared, type SharedFolderKeyFields } from '../../core/trust/folderKeyFields.ts'
import type { EvaluatedFolder, PreparedKeyChange, NextKey } from '../../core/trust/trust.ts'

/** The effects of replacing a person's key pair on their shared folders. */
export interface KeyChangePlan {
  /** Owned folders that can be opened: the person's own statements name the new key. */
  readonly moving: readonly EvaluatedFolder[]
  /** Titles of `moving`, as listed. */
  readonly kept: readonly string[]
  /** Titles of folders whose owner has to admit the person again. */
  readonly waiting: readonly string[]
  /** Titles of folders without another owner. */
  readonly lost: readonly string[]
  /** Titles of folders that name the next key already, according to the server. */
  readonly named: readonly string[]
  /** Titles of known folders that the server does not list: no statement is signed there; null if unseen. */
  readonly missing: readonly (string | null)[]
  /** Titles of folders in the trash: no statement is signed there, if they are shared. */
  readonly trashed: readonly string[]
  /** True if the contacts cannot be opened, and start empty. */
  readonly forgetsPeople: boolean
}

export const affectsNothing = (plan: KeyChangePlan): boolean => titlesOf(plan).flat().length === 0

export const isSamePlan = (one: KeyChangePlan, other: KeyChangePlan): boolean =>
  JSON.stringify(shownParts(one)) === JSON.stringify(shownParts(other))

const titlesOf = ({ kept, waiting, lost, named, missing, trashed }: KeyChangePlan) =>
  [kept, waiting, lost, named, missing, trashed] as const

const shownParts = (plan: KeyChangePlan) => [
  ...titlesOf(plan).map((titles) => titles.toSorted()),
  plan.forgetsPeople,
]

/**
 * @param key the current one, if unlocked
 * @param next fingerprint of the new key, if known: a folder that names it has admitted it already
 * @throws FaultError
 */
export const planKeyChange =
  (key: UnlockedKey | null, next: string | null = null): AppThunk<Promise<KeyChangePlan>> =>
  async (dispatch) => {
    const folders = (await callApi('listFolders')).filter(isShared)
    const consequences = await Promise.all(
      folders.map(async (folder) => ({
        folder,
        consequence: await dispatch(consequenceOf(folder, key, next)),
      })),
    )
    const titles = (type: Consequence['type']) =>
      consequences.flatMap(({ folder, consequence }) => (consequence.type === type ? [folder.title] : []))
    const contacts = await dispatch(contactsToMove(key))
    const trashed = await callApi('listTrashedFolders')
    return {
      moving: consequences.flatMap(({ consequence }) =>
        consequence.type === 'moving' ? [consequence.folder] : [],
      ),
      kept: titles('moving'),
      waiting: titles('waiting'),
      lost: titles('lost'),
      named: titles('named'),
      missing: key && contacts ? await dispatch(missingTitles(key, contacts, folders)) : [],
      trashed: trashed.map(({ title }) => title),
      forgetsPeople: contacts === null,
    }
  }

const missingTitles =
  (
    key: UnlockedKey,
    contacts: Contacts,
    listed: readonly SharedFolderKeyFields[],
  ): AppThunk<Promise<(string | null)[]>> =>
  async (dispatch) => {
    const shownIds = listed.map(({ several }) => several.folder)
    const missing = await dispatch(trustOf(key)).missing(contacts, shownIds)
    return missing.map(({ title }) => title)
  }

type Consequence = { type: 'moving'; folder: EvaluatedFolder } | { type: 'waiting' | 'lost' | 'named' }

const consequenceOf =
  (
    folder: Folder & SharedFolderKeyFields,
    key: UnlockedKey | null,
    next: string | null,
  ): AppThunk<Promise<Consequence>> =>
  async (dispatch, getState) => {
    // The statements decide, whatever role the list shows.
    const evaluated = key && (await dispatch(openNewestSharedFolder(folder, key)).catch(nullOnAlarm))
    if (evaluated?.roster && key && mayMove(evaluated, key)) return { type: 'moving', folder: evaluated }
    const me = selectSession(getState()).user?.id ?? 0
    return { type: unsignedConsequence(await newestClaimed(folder.id), me, next) }
  }

function nullOnAlarm(error: unknown): null {
  if (error instanceof ContactsAlarm) return null
  throw error
}

/** True if the person can sign as an owner and pass every generation on. */
function mayMove(
  { trust, roster, closed, unconfirmed }: EvaluatedFolder,
  { fingerprint }: UnlockedKey,
): boolean {
  if (trust.type !== 'trusted' || !roster || closed.length > 0 || unconfirmed) return false
  return newestStatement(roster).statement.members.some(
    ({ fp, role }) => fp === fingerprint && role === 'owner',
  )
}

/** The newest statement of a folder that does not open. Unverified: nothing is signed by it. */
async function newestClaimed(id: number): Promise<Statement | null> {
  const { statements } = await callApi('getRoster', { params: { id } })
  const last = statements.at(-1)
  return last ? readStatement(last.statement) : null
}

/**
 * The consequence for a folder where the person signs nothing themselves.
 * @param me the person's user id
 * @param next fingerprint of the person's new key
 */
export function unsignedConsequence(
  newest: Pick<Statement, 'members'> | null,
  me: number,
  next: string | null,
): 'waiting' | 'lost' | 'named' {
  const members = newest?.members ?? []
  if (members.some(({ fp }) => fp === next)) return 'named'
  return members.some(({ role, user }) => role === 'owner' && user !== me) ? 'waiting' : 'lost'
}

/** The contacts that move to the new key; empty if none are stored, null if they cannot be opened. */
const contactsToMove =
  (key: UnlockedKey | null): AppThunk<Promise<Contacts | null>> =>
  async (dispatch) => {
    if (!key) return (await callApi('getContacts')).sealed === null ? emptyContacts : null
    return dispatch(trustOf(key)).contacts.load().catch(nullOnAlarm)
  }

/**
 * The contacts and statements that are sent when the next key is installed, as planned. Null if the person
 * shares nothing and has no contacts.
 * @param key the current one, if unlocked
 * @throws FaultError
 */
export const trustDataForNextKey =
  (
    next: NextKey,
    plan: KeyChangePlan,
    key: UnlockedKey | null,
  ): AppThunk<Promise<PreparedKeyChange | null>> =>
  async (dispatch) => {
    if (key && !plan.forgetsPeople) return dispatch(trustOf(key)).prepareKeyChange(next, plan.moving)
    const { n, sealed } = await callApi('getContacts')
    if (sealed === null) return null
    const newContacts = { ...emptyContacts, n: n + 1 }
    return {
      contacts: { n: newContacts.n, sealed: await sealContacts(next.root, newContacts) },
      rosters: [],
      remember: () => Promise.resolve(),
    }
  }

/**
 * True if the key opens the stored contacts, or none are stored. A backup rewritten by another program has
 * the same key but another root (core/crypto/FORMAT.md, 9).
 * @throws FaultError
 */
export async function opensStoredContacts({ root }: Pick<UnlockedKey, 'root'>): Promise<boolean> {
  const { sealed } = await callApi('getContacts')
  if (sealed === null) return true
  try {
    await openContacts(root, sealed)
    return true
  } catch (error) {
    if (isCryptoError(error)) return false
    throw error
  }
}
