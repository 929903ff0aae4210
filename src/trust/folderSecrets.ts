import type { Statement } from '../../contract/roster.ts'
import {
  type DecryptionKey,
  fromBase64,
  importRecipientKey,
  type OpenedGeneration,
  type OwnerSecret,
} from '../../core/crypto/index.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { getOlderKeys, type UnlockedKey } from '../session/unlockedKey.ts'
import type { AppThunk } from '../store/store.ts'
import { unbelievedFault } from '../../core/trust/contactsAlarm.ts'
import { newestOf } from '../../core/trust/evaluateTrust.ts'
import { ownDecryptionKeys, sharedDecryptionKeys } from '../../core/trust/decryptionKeys.ts'
import type { SharedFolder } from '../../core/trust/openFolder.ts'
import { isShared, type KeyedFolder } from '../../core/trust/sharedFolder.ts'
import type { EvaluatedFolder } from '../../core/trust/trust.ts'

/**
 * What opens the files of a folder, and tells their origin. Of one person: the key in force and those of former pairs that
 * are open. Of several: the folder's own keys alone, of every generation; never one's personal key.
 * @throws FaultError 'folder-not-trusted' behind an alarm, 'contacts-not-believed'
 */
export const keysOfFolder =
  (folder: KeyedFolder, key: UnlockedKey): AppThunk<Promise<DecryptionKey[]>> =>
  async (dispatch) => {
    const shared = await dispatch(sharedFolder(folder, key))
    return shared ? sharedDecryptionKeys(shared) : ownDecryptionKeys(folder.id, [key, ...getOlderKeys()])
  }

/**
 * What links of a folder are sealed with: the first of them for a new one (core/crypto/FORMAT.md, 10).
 * @throws FaultError 'folder-not-trusted' unless the folder is trusted and accepted, 'contacts-not-believed'
 */
export const ownerSecrets =
  (folder: KeyedFolder, key: UnlockedKey): AppThunk<Promise<OwnerSecret[]>> =>
  async (dispatch) => {
    const shared = await dispatch(newestFolder(folder, key))
    return shared ? secretsOfShared(shared) : secretsOfOwn([key, ...getOlderKeys()])
  }

/** Whom senders encrypt for, and what tells what came by their link. */
export interface Recipient {
  /** Base64url. */
  readonly fingerprint: string
  /** O of the folder (core/crypto/FORMAT.md, 13). */
  readonly ownerSecret: OwnerSecret['secret']
  /** What the origin secret names the folder by. */
  readonly folder: string
}

/**
 * Oneself; in a folder of several people the folder's own key, by its newest trusted statement.
 * @throws FaultError 'folder-not-trusted' unless the folder is trusted and accepted, 'contacts-not-believed',
 * 'folder-in-place' where a known folder of several people is shown as one's own
 */
export const recipientOf =
  (folder: KeyedFolder, key: UnlockedKey): AppThunk<Promise<Recipient>> =>
  async (dispatch) => {
    const shared = await dispatch(newestFolder(folder, key))
    if (!shared) {
      await dispatch(refuseInPlaceOfShared(folder, key))
      return { fingerprint: key.fingerprint, ownerSecret: key.root, folder: String(folder.id) }
    }
    const head = trustedHead(shared)
    const { ownerSecret } = requireNewest(shared.generations, head.gen)
    return { fingerprint: head.key, ownerSecret, folder: shared.folder }
  }

/**
 * What every link that is made or copied and every change hangs on. Null for a folder of one person.
 * @throws FaultError 'folder-not-trusted' unless the folder is trusted and accepted, 'contacts-not-believed'
 */
export const trustedFolder =
  (folder: KeyedFolder, key: UnlockedKey): AppThunk<Promise<EvaluatedFolder | null>> =>
  async (dispatch) => {
    const shared = await dispatch(newestFolder(folder, key))
    if (shared) trustedHead(shared)
    return shared
  }

/** The folder's newest key, as files are brought in: its fingerprint was computed from the key that opened. */
export interface BringingKey {
  /** Out of `importRecipientKey`. */
  readonly recipientKey: CryptoKey
  /** Base64url. */
  readonly fingerprint: string
}

/**
 * What files are wrapped to that are brought into a folder of several people.
 * @throws FaultError 'folder-not-trusted' unless it is trusted and accepted and the person owns it
 */
export const bringingKey =
  (folder: KeyedFolder, key: UnlockedKey): AppThunk<Promise<BringingKey>> =>
  async (dispatch) => {
    const shared = await dispatch(newestFolder(folder, key))
    if (!shared) throw new FaultError(fault('folder-not-trusted'))
    return bringingKeyOf(shared, key.fingerprint)
  }

/** Judged and opened; null for a folder of one person. It comes with the first folder of several. */
const sharedFolder =
  (folder: KeyedFolder, key: UnlockedKey): AppThunk<Promise<EvaluatedFolder | null>> =>
  async (dispatch) => {
    if (!isShared(folder)) return null
    const { openShared } = await import('./trustService.ts')
    return believed(dispatch(openShared(folder, key)))
  }

/** As `sharedFolder`, and nothing else was seen since: before a link is made or copied, a file brought in, or a change. */
const newestFolder =
  (folder: KeyedFolder, key: UnlockedKey): AppThunk<Promise<EvaluatedFolder | null>> =>
  async (dispatch) => {
    if (!isShared(folder)) return null
    const { openNewest } = await import('./trustService.ts')
    return believed(dispatch(openNewest(folder, key)))
  }

/** A folder of one person: a server may say so of one of several. @throws FaultError */
const refuseInPlaceOfShared =
  ({ title }: KeyedFolder, key: UnlockedKey): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const { isInPlaceOfShared } = await import('./trustService.ts')
    if (await believed(dispatch(isInPlaceOfShared(title, key))))
      throw new FaultError(fault('folder-in-place'))
  }

/** Where what the person remembers is not believed, nothing is built on it. */
async function believed<T>(judged: Promise<T>): Promise<T> {
  try {
    return await judged
  } catch (error) {
    throw unbelievedFault(error)
  }
}

/** One person owns the folder, so it is the root of their key, and no generation. */
export const secretsOfOwn = (keys: readonly Pick<UnlockedKey, 'root'>[]): OwnerSecret[] =>
  keys.map(({ root }) => ({ secret: root, generation: 0 }))

export function secretsOfShared({
  standing,
  roster,
  generations,
}: Pick<SharedFolder, 'standing' | 'roster' | 'generations'>): OwnerSecret[] {
  const newest = trustedHead({ standing, roster }).gen
  // What is made under an older generation could be of somebody who was removed.
  requireNewest(generations, newest)
  return generations.map(({ gen, ownerSecret }) => ({ secret: ownerSecret, generation: gen }))
}

/** @param fp of the person's own key, base64url */
export async function bringingKeyOf(
  shared: Pick<SharedFolder, 'standing' | 'roster' | 'generations'>,
  fp: string,
): Promise<BringingKey> {
  const head = trustedHead(shared)
  const isOwner = head.members.some((member) => member.fp === fp && member.role === 'owner')
  if (!isOwner) throw new FaultError(fault('folder-not-trusted'))
  const newest = requireNewest(shared.generations, head.gen)
  return {
    recipientKey: await importRecipientKey(fromBase64(newest.publicKeySpki)),
    fingerprint: head.key,
  }
}

function trustedHead({ standing, roster }: Pick<SharedFolder, 'standing' | 'roster'>): Statement {
  if (standing.type !== 'trusted' || !roster) throw new FaultError(fault('folder-not-trusted'))
  return newestOf(roster).statement
}

function requireNewest(generations: SharedFolder['generations'], gen: number): OpenedGeneration {
  const [newest] = generations
  if (newest?.gen !== gen) throw new FaultError(fault('generation-closed', { values: { gen } }))
  return newest
}
