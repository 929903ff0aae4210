import type { Folder } from '../../contract/schemas/folders.ts'
import { uploadLinkTag } from '../../core/crypto/index.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import { getUnlockedKey, type UnlockedKey } from '../session/unlockedKey.ts'
import type { AppThunk } from '../store/store.ts'
import { orContactsFault } from './folderSecrets.ts'
import { judgeFolder, type FolderJudgement, type LinkedFolder } from './judgedFolder.ts'
import { rememberListedLinks } from './listedLinks.ts'
import { ownFingerprint } from './ownFingerprint.ts'
import { indexedDbMemory } from './resilientDeviceMemory.ts'
import { evictSharedFolder, openSharedFolder, trustOf } from './trustService.ts'
import { folderLinks, type FolderLinks, isNewFolder, linkAlarms } from '../../core/trust/folderLinks.ts'
import {
  ifOwnFolderDeleted,
  ifOwnFolderKnown,
  ownFolderTrust,
  withDeletedFolder,
  withOwnFolder,
} from '../../core/trust/ownFolders.ts'
import { type FolderKeyFields, isShared } from '../../core/trust/folderKeyFields.ts'
import { combineChanges, type ContactsChange } from '../../core/trust/contactsChanges.ts'
import {
  isOtherPrivate,
  rememberDevicePrivate,
  rememberedPrivate,
  withPrivate,
} from '../../core/trust/privateNames.ts'
import type { Trust } from '../../core/trust/trust.ts'
import { acceptedHeadOf } from '../../core/trust/evaluateTrust.ts'

type NamedFolder = Pick<Folder, 'id' | 'title'>

/**
 * Remembers a folder of one person before a link of it is copied or something is sent there.
 * @param secret true if its secret link is given out
 * @returns what is remembered; null for a shared folder, whose title is signed
 * @throws FaultError 'folder-other' if it is stored with another title, 'link-other' if the server shows another link
 * than is remembered, 'names-other' if it says otherwise whether names are hidden, 'contacts-not-believed'
 */
export const rememberOwnFolder =
  (folder: LinkedFolder, key: UnlockedKey, secret = false): AppThunk<Promise<FolderJudgement | null>> =>
  async (dispatch) => {
    const trust = dispatch(trustOf(key))
    const noted = await trust.notedPrivate(folder)
    const rememberPrivate: ContactsChange = (contacts) => {
      const isPrivate = rememberedPrivate(contacts, folder, noted)
      if (isOtherPrivate(isPrivate, folder)) throw new FaultError(fault('names-other'))
      // A choice alone says that names are open; that they are hidden harms nobody.
      const choice = isPrivate ?? (folder.private_names === true || null)
      return choice === null ? contacts : withPrivate(folder, choice)(contacts)
    }
    if (folder.several !== null) {
      const { own } = await orContactsFault(trust.contacts.load())
      if ((await linkAlarms([folder], own, await trust.rememberLinks([folder]))).size > 0)
        throw new FaultError(fault('link-other'))
      await orContactsFault(trust.contacts.change(rememberPrivate))
      return null
    }
    const judged = await dispatch(judgeFolder(folder, key))
    if (judged.links?.alarm !== null) throw new FaultError(fault('link-other'))
    const shownLink = { id: folder.id, tag: await uploadLinkTag(folder.link_token) }
    const device = await trust.rememberLinks([folder])
    let links: FolderLinks = judged.links
    const change = trust.contacts.change((contacts) => {
      // These may be newer than those that were judged: the server chooses what it gives first.
      links = folderLinks(shownLink, contacts.own, device)
      if (links.alarm !== null) throw new FaultError(fault('link-other'))
      const { tag } = links
      const { type } = ownFolderTrust(contacts.own, folder)
      if (type === 'renamed' || type === 'returned') throw new FaultError(fault('folder-other'))
      const knownFolder = contacts.own.find(({ id }) => id === folder.id)
      const isKnown =
        knownFolder !== undefined &&
        (knownFolder.secret || !secret) &&
        tag !== null &&
        knownFolder.to.includes(tag)
      const known = isKnown ? contacts : withOwnFolder(folder, { secret, tag: tag ?? undefined })(contacts)
      return rememberPrivate(known)
    })
    await orContactsFault(change).catch((error: unknown) => {
      // This device remembers the link in any case.
      if (secret || faultOf(error).code !== 'contacts-full') throw error
    })
    return { ...judged, links }
  }

/** Remembers a choice about names before it is sent: the server may keep it from the folder's people. */
export const rememberPrivateNames =
  (folder: LinkedFolder, isPrivate: boolean, key: UnlockedKey): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const { contacts } = dispatch(trustOf(key))
    const remember: ContactsChange = (before) =>
      // A title that differs is asked about elsewhere.
      folder.several || before.own.some(({ id }) => id === folder.id) ? before : withOwnFolder(folder)(before)
    await noteOnDevice(key.fingerprint, folder.id, isPrivate)
    await orContactsFault(contacts.change(combineChanges(remember, withPrivate(folder, isPrivate)))).catch(
      (error: unknown) => {
        if (faultOf(error).code !== 'contacts-full') throw error
      },
    )
  }

async function noteOnDevice(fp: string, folderId: number, isPrivate: boolean): Promise<void> {
  try {
    await rememberDevicePrivate(indexedDbMemory(), fp, folderId, isPrivate)
  } catch {
    // A browser that stores nothing asks before the first link is copied.
  }
}

/** True if the server says that the folder's names are open, and nothing remembers that this was chosen. */
export const areNamesUnasked =
  (folder: LinkedFolder, key: UnlockedKey): AppThunk<Promise<boolean>> =>
  async (dispatch) => {
    if (folder.private_names === true) return false
    const trust = dispatch(trustOf(key))
    const contacts = await orContactsFault(trust.contacts.load())
    return rememberedPrivate(contacts, folder, await trust.notedPrivate(folder)) === null
  }

/**
 * Prepares the creation of a folder of one person: what is known before is compared with the answer.
 * @returns a function that remembers the created folder. It throws FaultError 'folder-not-new' if the server gave it the
 * number or the link of another, 'names-other' if it does not hide names as asked.
 * @param hidesNames whether senders are to tell no names
 */
export const prepareFolderCreation =
  (hidesNames: boolean): AppThunk<Promise<(created: LinkedFolder) => Promise<void>>> =>
  async (dispatch) => {
    const key = getUnlockedKey()
    const trust = key && dispatch(trustOf(key))
    const device = await (trust ? trust.rememberLinks([]) : dispatch(rememberListedLinks([])))
    const contacts = await trust?.contacts.load().catch(() => null)
    return async (created) => {
      const { id, several, link_token } = created
      const shownLink = { id, tag: await uploadLinkTag(link_token) }
      if (several !== null || !isNewFolder(shownLink, contacts?.own ?? [], device))
        throw new FaultError(fault('folder-not-new'))
      await dispatch(noteCreatedNames(created, hidesNames))
      const remembering: Promise<unknown> = key
        ? dispatch(rememberOwnFolder(created, key))
        : dispatch(rememberListedLinks([created]))
      // Whatever uses its link remembers it then.
      await remembering.catch(() => undefined)
    }
  }

/**
 * Notes on this device whether a folder that was made hides names: the contacts may be locked, or not know it yet.
 * @throws FaultError 'names-other' if the server says otherwise
 */
export const noteCreatedNames =
  (created: Pick<Folder, 'id' | 'private_names'>, hidesNames: boolean): AppThunk<Promise<void>> =>
  async (dispatch) => {
    if (isOtherPrivate(hidesNames, created)) throw new FaultError(fault('names-other'))
    const fp = await dispatch(ownFingerprint())
    if (fp !== null) await noteOnDevice(fp, created.id, hidesNames)
  }

/** Updates the stored title after renaming. @param folder as shown until then */
export const updateRememberedTitle = (folder: NamedFolder, title: string): AppThunk<Promise<void>> =>
  changeIfUnlocked(({ contacts }) =>
    contacts.change(ifOwnFolderKnown(folder, withOwnFolder({ id: folder.id, title }))),
  )

/**
 * Prepares the deletion of a folder. A shared folder is forgotten only if it is trusted, which cannot be checked
 * after the deletion.
 * [Note: Remembering trashed folders] Folders are forgotten when they go to the trash, too: nothing tells later that
 * one went out of it, and it would be missed then. Restoring remembers them again.
 * @returns a function to call after the deletion
 */
export const prepareFolderDeletion =
  (folder: FolderKeyFields): AppThunk<Promise<() => Promise<void>>> =>
  async (dispatch) => {
    const { id, title, several } = folder
    if (!several)
      return () =>
        dispatch(
          changeIfUnlocked(({ contacts }) =>
            contacts.change(ifOwnFolderKnown(folder, withDeletedFolder(id))),
          ),
        )
    const key = getUnlockedKey()
    const isTrusted =
      key !== null &&
      (await dispatch(openSharedFolder({ id, title, several }, key)).then(
        ({ trust }) => trust.type === 'trusted',
        // Then it counts as missing, and the person is asked later.
        () => false,
      ))
    return () =>
      dispatch(
        changeIfUnlocked(async (trust) => {
          if (!isTrusted) return
          const isPrivate = rememberedPrivate(await trust.contacts.load(), folder)
          // The contacts forget it with the folder, and a restored one is not to go by what the server says.
          if (isPrivate !== null) await trust.notePrivate(folder, isPrivate)
          await trust.forget(several.folder)
        }),
      )
  }

/**
 * Remembers a folder again before it is listed ([Note: Remembering trashed folders]). What was forgotten of a folder of one
 * person is its title alone. A shared one is accepted if its newest signer was compared.
 * @param folder as the person chose it
 */
export const rememberRestoredFolder =
  (folder: FolderKeyFields): AppThunk<Promise<void>> =>
  (dispatch) =>
    dispatch(
      changeIfUnlocked(async (trust, key) => {
        if (!isShared(folder)) {
          await trust.contacts.change(ifOwnFolderDeleted(folder.id, withOwnFolder(folder)))
          return
        }
        const { folders } = await trust.contacts.load()
        if (acceptedHeadOf(folders, folder.several.folder)) return
        dispatch(evictSharedFolder(folder.id))
        await trust.accept(await dispatch(openSharedFolder(folder, key)))
        dispatch(evictSharedFolder(folder.id))
        const isPrivate = await trust.notedPrivate(folder)
        if (isPrivate !== null) await trust.contacts.change(withPrivate(folder, isPrivate))
      }),
    )

/** Runs `work` on the contacts. Does nothing if the key is locked, and ignores errors: the next unlock asks. */
const changeIfUnlocked =
  (work: (trust: Trust, key: UnlockedKey) => Promise<unknown>): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const key = getUnlockedKey()
    if (!key) return
    try {
      await work(dispatch(trustOf(key)), key)
    } catch {
      // The person is asked later.
    }
  }
