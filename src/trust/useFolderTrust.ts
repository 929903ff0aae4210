import { useMemo } from 'react'
import type { Folder } from '../../contract/schemas/folders.ts'
import { type OwnFolder, uploadLinkTag } from '../../core/crypto/index.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import type { FolderTags } from '../../core/keys/sentTo.ts'
import { ContactsAlarm } from '../../core/trust/contactsAlarm.ts'
import { folderLinks, type LinkAlarm, shownTag } from '../../core/trust/folderLinks.ts'
import { type OwnFolderTrust, ownFolderTrust, withOwnFolder } from '../../core/trust/ownFolders.ts'
import { isOtherPrivate, rememberedPrivate } from '../../core/trust/privateNames.ts'
import type { Trust } from '../../core/trust/trust.ts'
import { getUnlockedKey } from '../session/unlockedKey.ts'
import { useAppDispatch } from '../store/hooks.ts'
import { type SharedFolderState, useSharedFolder } from './useSharedFolder.ts'
import { requireTrust, type ContactsValue, useContactsValue } from './useContactsValue.ts'
import { useDeviceLinkAlarms } from './useDeviceLinkAlarms.ts'

export interface FolderTrustState {
  trust: OwnFolderTrust
  /** Folders of one person in the contacts; empty until known. */
  own: readonly OwnFolder[]
  /** What the server shows otherwise than it is remembered of the folder's link. */
  linkAlarm: LinkAlarm | null
  /** Whether senders hide names, as it is remembered; as the server says where it is not. */
  hidesNames: boolean
  /** True if the server says otherwise. */
  isNamesAlarm: boolean
  /** Stores what the server says of names, after the person has confirmed it. @throws FaultError, ContactsAlarm */
  acceptNames: () => Promise<void>
  /** Stores the folder as shown, after the person has confirmed it. @throws FaultError, ContactsAlarm */
  confirm: () => Promise<void>
  /** Stores the link that is shown, after the person has answered for it. @throws FaultError, ContactsAlarm */
  acceptLink: () => Promise<void>
}

type LinkedFolder = Pick<Folder, 'id' | 'link_token' | 'several'>

/** Whether a folder is trusted. Shared folders need no stored title: theirs is signed. */
export function useFolderTrust(folder: Folder): FolderTrustState {
  const shared = useSharedFolder(folder)
  const { id, several, link_token, private_names } = folder
  const isOwn = several === null
  const dispatch = useAppDispatch()
  const listed = useMemo(() => ({ id, link_token, several }), [id, link_token, several])
  const read = useMemo(() => (trust: Trust) => readMemory(trust, listed), [listed])
  const { contactsValue, replace } = useContactsValue(read)
  const ownListed = useMemo(() => (isOwn ? [listed] : undefined), [isOwn, listed])
  const alarmOfDevice = useDeviceLinkAlarms(ownListed).get(id) ?? null
  const trust = shared.type === 'personal' ? ownTrustOf(contactsValue, folder) : sharedFolderTrust(shared)
  const memory = contactsValue.type === 'known' ? contactsValue.value : null
  const isPrivate = memory?.isPrivate ?? null
  const store = async (change: (trust: Trust, tag: string) => Promise<unknown>) => {
    const known = requireTrust(contactsValue)
    // A list that is kept for offline use has no links.
    if (link_token === '') throw new FaultError(fault('unanswered'))
    await change(known, await uploadLinkTag(link_token))
    replace(await readMemory(known, listed))
  }
  const acceptNames = async () => {
    const key = getUnlockedKey()
    if (!key) throw new FaultError(fault('key-not-loaded'))
    const { rememberPrivateNames } = await import('./rememberOwnFolder.ts')
    await dispatch(rememberPrivateNames(folder, private_names === true, key))
    replace(await readMemory(requireTrust(contactsValue), listed))
  }
  return {
    trust,
    own: isOwn && memory ? memory.own : noFolders,
    hidesNames: isPrivate ?? private_names === true,
    isNamesAlarm: isOtherPrivate(isPrivate, folder),
    acceptNames,
    linkAlarm:
      isOwn && memory ? folderLinks({ id, tag: memory.tag }, memory.own, memory.device).alarm : alarmOfDevice,
    confirm: () =>
      // Where proofs are shown, the secret link was given out, as by another program.
      store(({ contacts }) => contacts.change(withOwnFolder(folder, { secret: trust.type === 'unknown' }))),
    acceptLink: () => store((known, tag) => known.acceptLink(folder, tag)),
  }
}

const noFolders: readonly OwnFolder[] = []

interface FolderMemory {
  readonly own: readonly OwnFolder[]
  /** Whether the folder hides names; null if it is not known. */
  readonly isPrivate: boolean | null
  readonly device: readonly FolderTags[]
  /** Tag of the link that is shown. */
  readonly tag: string | null
}

const readMemory = async (trust: Trust, listed: LinkedFolder): Promise<FolderMemory> => {
  const contacts = await trust.contacts.load()
  const { own } = contacts
  const isPrivate = rememberedPrivate(contacts, listed, await trust.notedPrivate(listed))
  return {
    own,
    isPrivate,
    device: await trust.rememberLinks([listed]),
    tag: await shownTag(listed.link_token),
  }
}

function ownTrustOf(memory: ContactsValue<FolderMemory>, folder: Folder): OwnFolderTrust {
  if (memory.type === 'known') return ownFolderTrust(memory.value.own, folder)
  if (memory.type === 'unknown') return { type: 'unread' }
  // Without contacts nothing is known about the origin of files.
  if (memory.error instanceof ContactsAlarm) return { type: 'unbelieved' }
  return { type: faultOf(memory.error).code === 'newer-version' ? 'newer' : 'unread' }
}

/** Proofs of origin count only if the trust is 'known'. */
export function sharedFolderTrust(shared: SharedFolderState): OwnFolderTrust {
  if (shared.type === 'open') return { type: shared.folder.trust.type === 'trusted' ? 'known' : 'untrusted' }
  // An alarm elsewhere on the page says why.
  return { type: shared.type === 'failed' ? 'untrusted' : 'unread' }
}
