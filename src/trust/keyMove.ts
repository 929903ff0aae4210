import type { Folder } from '../../contract/schemas/folders.ts'
import { readStatement, type Statement } from '../../contract/roster.ts'
import { callApi } from '../api/client.ts'
import { type Contacts, isCryptoError, openContacts, sealContacts } from '../../core/crypto/index.ts'
import { selectSession } from '../session/sessionSlice.ts'
import type { UnlockedKey } from '../session/unlockedKey.ts'
import type { AppThunk } from '../store/store.ts'
import { ContactsAlarm } from '../../core/trust/contactsAlarm.ts'
import { emptyContacts } from '../../core/trust/contactsChanges.ts'
import { openNewest, trustOf } from './trustService.ts'
import { newestOf } from '../../core/trust/evaluateTrust.ts'
import { isShared, type SharedFolderOf } from '../../core/trust/sharedFolder.ts'
import type { EvaluatedFolder, MovedKey, NextKey } from '../../core/trust/trust.ts'

/** What becomes of a person's folders of several people when their own key pair is replaced. */
export interface KeyChangePlan {
  /** The folders that they own and that open: their own statements name the new key. */
  readonly moving: readonly EvaluatedFolder[]
  /** Titles of the same, as the list shows them. */
  readonly kept: readonly string[]
  /** An owner has to let them in again. */
  readonly waiting: readonly string[]
  /** Nobody is left who could. */
  readonly lost: readonly string[]
  /** Says the server: it names the next key already. */
  readonly named: readonly string[]
  /**
   * The person knows them, and the server does not show them: nothing is signed there. As this device has seen them last;
   * null where it has not.
   */
  readonly missing: readonly (string | null)[]
  /** What they remember of others does not open, and begins anew. */
  readonly forgetsPeople: boolean
}

export const nothingAtStake = ({ kept, waiting, lost, named, missing }: KeyChangePlan): boolean =>
  kept.length + waiting.length + lost.length + named.length + missing.length === 0

/** Whether a plan says the same to a person who has agreed to the other. */
export const saysTheSame = (one: KeyChangePlan, other: KeyChangePlan): boolean =>
  JSON.stringify(said(one)) === JSON.stringify(said(other))

const said = ({ kept, waiting, lost, named, missing, forgetsPeople }: KeyChangePlan) => [
  ...[kept, waiting, lost, named, missing].map((titles) => titles.toSorted()),
  forgetsPeople,
]

/**
 * @param key the one in force, where it is open
 * @param next fingerprint of the key that replaces it, where it is known: whoever names it already has let it in
 * @throws FaultError
 */
export const planKeyChange =
  (key: UnlockedKey | null, next: string | null = null): AppThunk<Promise<KeyChangePlan>> =>
  async (dispatch) => {
    const folders = (await callApi('listFolders')).filter(isShared)
    const stakes = await Promise.all(
      folders.map(async (folder) => ({ folder, stake: await dispatch(stakeOf(folder, key, next)) })),
    )
    const titles = (type: Stake['type']) =>
      stakes.flatMap(({ folder, stake }) => (stake.type === type ? [folder.title] : []))
    const contacts = await dispatch(remembered(key))
    return {
      moving: stakes.flatMap(({ stake }) => (stake.type === 'moving' ? [stake.judged] : [])),
      kept: titles('moving'),
      waiting: titles('waiting'),
      lost: titles('lost'),
      named: titles('named'),
      missing: key && contacts ? await dispatch(missingTitles(key, contacts, folders)) : [],
      forgetsPeople: contacts === null,
    }
  }

const missingTitles =
  (
    key: UnlockedKey,
    contacts: Contacts,
    listed: readonly SharedFolderOf[],
  ): AppThunk<Promise<(string | null)[]>> =>
  async (dispatch) => {
    const shown = listed.map(({ several }) => several.folder)
    const missing = await dispatch(trustOf(key)).missing(contacts, shown)
    return missing.map(({ title }) => title)
  }

type Stake = { type: 'moving'; judged: EvaluatedFolder } | { type: 'waiting' | 'lost' | 'named' }

const stakeOf =
  (folder: Folder & SharedFolderOf, key: UnlockedKey | null, next: string | null): AppThunk<Promise<Stake>> =>
  async (dispatch, getState) => {
    // Whatever role the list says: the statements tell.
    const judged = key && (await dispatch(judgedOf(folder, key)))
    if (judged?.roster && key && mayMove(judged, key)) return { type: 'moving', judged }
    const me = selectSession(getState()).user?.id ?? 0
    return { type: stakeIn(await newestSaid(folder.id), me, next) }
  }

const judgedOf =
  (folder: SharedFolderOf, key: UnlockedKey): AppThunk<Promise<EvaluatedFolder | null>> =>
  async (dispatch) => {
    try {
      return await dispatch(openNewest(folder, key))
    } catch (error) {
      if (error instanceof ContactsAlarm) return null
      throw error
    }
  }

/** They sign as an owner, and can give every generation on. */
function mayMove(
  { standing, roster, closed, unconfirmed }: EvaluatedFolder,
  { fingerprint }: UnlockedKey,
): boolean {
  if (standing.type !== 'trusted' || !roster || closed.length > 0 || unconfirmed) return false
  return newestOf(roster).statement.members.some(({ fp, role }) => fp === fingerprint && role === 'owner')
}

/** Who else owns a folder that does not open is the server's word: nothing is signed by it. */
async function newestSaid(id: number): Promise<Statement | null> {
  const { statements } = await callApi('getRoster', { params: { id } })
  const last = statements.at(-1)
  return last ? readStatement(last.statement) : null
}

/**
 * What becomes of a folder in which the person signs nothing themselves.
 * @param said the newest statement
 * @param me the person's user id
 * @param next fingerprint of the key that they have from then on
 */
export function stakeIn(
  said: Pick<Statement, 'members'> | null,
  me: number,
  next: string | null,
): 'waiting' | 'lost' | 'named' {
  const members = said?.members ?? []
  if (members.some(({ fp }) => fp === next)) return 'named'
  return members.some(({ role, user }) => role === 'owner' && user !== me) ? 'waiting' : 'lost'
}

/** What the person remembers and takes along: it opens, or there is nothing. Null where it begins anew. */
const remembered =
  (key: UnlockedKey | null): AppThunk<Promise<Contacts | null>> =>
  async (dispatch) => {
    if (!key) return (await callApi('getContacts')).sealed === null ? emptyContacts : null
    try {
      return await dispatch(trustOf(key)).contacts.load()
    } catch (error) {
      if (error instanceof ContactsAlarm) return null
      throw error
    }
  }

/**
 * What goes along when the next key is installed, as planned. Null where there is nothing: the person shares nothing, and
 * remembers nobody.
 * @param key the one in force, where it is open
 * @throws FaultError
 */
export const keyMove =
  (next: NextKey, plan: KeyChangePlan, key: UnlockedKey | null): AppThunk<Promise<MovedKey | null>> =>
  async (dispatch) => {
    if (key && !plan.forgetsPeople) return dispatch(trustOf(key)).moveTo(next, plan.moving)
    const { n, sealed } = await callApi('getContacts')
    if (sealed === null) return null
    const begun = { ...emptyContacts, n: n + 1 }
    return {
      contacts: { n: begun.n, sealed: await sealContacts(next.root, begun) },
      rosters: [],
      remember: () => Promise.resolve(),
    }
  }

/**
 * Whether what the person left with the server opens with this key, which a backup holds: a file that another program has
 * written anew holds the same key and another root (core/crypto/FORMAT.md, 9). True where there is nothing. @throws FaultError
 */
export async function opensRemembered({ root }: Pick<UnlockedKey, 'root'>): Promise<boolean> {
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
