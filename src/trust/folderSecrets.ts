import {
  type DecryptionKey,
  fromBase64,
  importRecipientKey,
  type OwnerSecret,
} from '../../core/crypto/index.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { getOlderKeys, type UnlockedKey } from '../session/unlockedKey.ts'
import type { AppThunk } from '../store/store.ts'
import { contactsFault } from '../../core/trust/contactsAlarm.ts'
import { ownDecryptionKeys, sharedDecryptionKeys } from '../../core/trust/decryptionKeys.ts'
import {
  requireNewestGeneration,
  ownFolderSecrets,
  sharedFolderSecrets,
  trustedHead,
} from '../../core/trust/ownerSecrets.ts'
import { isShared, type FolderKeyFields } from '../../core/trust/folderKeyFields.ts'
import type { EvaluatedFolder } from '../../core/trust/trust.ts'

/**
 * The keys that open a folder's files and prove their origin. For a folder with one member: the current key
 * and the opened former ones. For a shared folder: its own keys of every generation, never a personal key.
 * @throws FaultError 'folder-not-trusted' on an alarm, 'contacts-not-believed'
 */
export const folderDecryptionKeys =
  (folder: FolderKeyFields, key: UnlockedKey): AppThunk<Promise<DecryptionKey[]>> =>
  async (dispatch) => {
    const shared = await dispatch(openShared(folder, key))
    return shared ? sharedDecryptionKeys(shared) : ownDecryptionKeys(folder.id, [key, ...getOlderKeys()])
  }

/**
 * The secrets that a folder's links are sealed with; a new link uses the first (core/crypto/FORMAT.md, 10).
 * @throws FaultError 'folder-not-trusted' unless the folder is trusted and accepted, 'contacts-not-believed'
 */
export const folderOwnerSecrets =
  (folder: FolderKeyFields, key: UnlockedKey): AppThunk<Promise<OwnerSecret[]>> =>
  async (dispatch) => {
    const shared = await dispatch(openNewestShared(folder, key))
    return shared ? sharedFolderSecrets(shared) : ownFolderSecrets([key, ...getOlderKeys()])
  }

/** The key that senders encrypt for, and the secret that proves the origin of uploads by a link. */
export interface Recipient {
  /** Base64url. */
  readonly fingerprint: string
  /** O of the folder (core/crypto/FORMAT.md, 13). */
  readonly ownerSecret: OwnerSecret['secret']
  /** The folder's name in the origin secret. */
  readonly folder: string
}

/**
 * The person's own key; in a shared folder the folder's key, by its newest trusted statement.
 * @throws FaultError 'folder-not-trusted' unless the folder is trusted and accepted, 'contacts-not-believed',
 * 'folder-in-place' if a known shared folder is shown as one's own
 */
export const recipientOf =
  (folder: FolderKeyFields, key: UnlockedKey): AppThunk<Promise<Recipient>> =>
  async (dispatch) => {
    const shared = await dispatch(openNewestShared(folder, key))
    if (!shared) {
      await dispatch(refuseInPlaceOfShared(folder, key))
      return { fingerprint: key.fingerprint, ownerSecret: key.root, folder: String(folder.id) }
    }
    const head = trustedHead(shared)
    const { ownerSecret } = requireNewestGeneration(shared.generations, head.gen)
    return { fingerprint: head.key, ownerSecret, folder: shared.folder }
  }

/**
 * The shared folder that links and changes build on. Null for a folder with one member.
 * @throws FaultError 'folder-not-trusted' unless the folder is trusted and accepted, 'contacts-not-believed'
 */
export const requireTrustedFolder =
  (folder: FolderKeyFields, key: UnlockedKey): AppThunk<Promise<EvaluatedFolder | null>> =>
  async (dispatch) => {
    const shared = await dispatch(openNewestShared(folder, key))
    if (shared) trustedHead(shared)
    return shared
  }

/** The folder's newest key, for files that are brought in; fingerprinted from the opened key. */
export interface FolderKey {
  readonly recipientKey: CryptoKey
  /** Base64url. */
  readonly fingerprint: string
}

/**
 * The key that files are wrapped to when they are brought into a shared folder.
 * @throws FaultError 'folder-not-trusted' unless it is trusted and accepted and the person owns it
 */
export const newestFolderKey =
  (folder: FolderKeyFields, key: UnlockedKey): AppThunk<Promise<FolderKey>> =>
  async (dispatch) => {
    const shared = await dispatch(openNewestShared(folder, key))
    const head = shared && trustedHead(shared)
    const isOwner = head?.members.some(({ fp, role }) => fp === key.fingerprint && role === 'owner')
    if (!head || !isOwner) throw new FaultError(fault('folder-not-trusted'))
    const { publicKeySpki } = requireNewestGeneration(shared.generations, head.gen)
    return { recipientKey: await importRecipientKey(fromBase64(publicKeySpki)), fingerprint: head.key }
  }

/** Evaluates and opens a shared folder, whose code loads on demand; null for a folder of one person. */
const openShared =
  (folder: FolderKeyFields, key: UnlockedKey): AppThunk<Promise<EvaluatedFolder | null>> =>
  async (dispatch) => {
    if (!isShared(folder)) return null
    const { openSharedFolder } = await import('./trustService.ts')
    return orContactsFault(dispatch(openSharedFolder(folder, key)))
  }

/** Like `openShared`, and no newer statement is known: required for links, new files and changes. */
const openNewestShared =
  (folder: FolderKeyFields, key: UnlockedKey): AppThunk<Promise<EvaluatedFolder | null>> =>
  async (dispatch) => {
    if (!isShared(folder)) return null
    const { openNewestSharedFolder } = await import('./trustService.ts')
    return orContactsFault(dispatch(openNewestSharedFolder(folder, key)))
  }

/** Checks a folder that the server shows as having one member: it may be a shared one. @throws FaultError */
const refuseInPlaceOfShared =
  ({ title }: FolderKeyFields, key: UnlockedKey): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const { isInPlaceOfShared } = await import('./trustService.ts')
    if (await orContactsFault(dispatch(isInPlaceOfShared(title, key))))
      throw new FaultError(fault('folder-in-place'))
  }

/** Turns a `ContactsAlarm` into a fault: nothing may build on contacts that are not trusted. */
export const orContactsFault = <T>(evaluation: Promise<T>): Promise<T> =>
  evaluation.catch((error: unknown) => {
    throw contactsFault(error)
  })
