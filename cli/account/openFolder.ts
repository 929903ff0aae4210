import { assertDefined } from '../../contract/assertDefined.ts'
import type { ResponseOf } from '../../contract/calls.ts'
import { shownText } from '../../contract/shownText.ts'
import {
  type Contacts,
  type DecryptionKey,
  type OwnerSecret,
  type OwnFolder,
  type PersonalKey,
  uploadLinkTag,
} from '../../core/crypto/index.ts'
import { fault } from '../../core/faults/fault.ts'
import { faultText } from '../../i18n/errorText.ts'
import type { FolderTags } from '../../core/keys/sentTo.ts'
import { ContactsAlarm } from '../../core/trust/contactsAlarm.ts'
import { ownDecryptionKeys, sharedDecryptionKeys } from '../../core/trust/decryptionKeys.ts'
import { type ListedLink, readDeviceLinks, rememberShownLinks } from '../../core/trust/deviceLinks.ts'
import { folderLinks, type FolderLinks, type LinkAlarm, pinnedLinks } from '../../core/trust/folderLinks.ts'
import { openSharedFolder, type TryGeneration } from '../../core/trust/openSharedFolder.ts'
import { type OwnFolderTrust, ownFolderTrust } from '../../core/trust/ownFolders.ts'
import type { DeviceMemory } from '../../core/trust/trustPorts.ts'
import {
  requireNewestGeneration,
  ownFolderSecrets,
  sharedFolderSecrets,
  trustedHead,
} from '../../core/trust/ownerSecrets.ts'
import {
  isOtherPrivate,
  readDevicePrivate,
  rememberDevicePrivate,
  rememberedPrivate,
} from '../../core/trust/privateNames.ts'
import { readContacts } from '../../core/trust/readContacts.ts'
import { isShared, type SharedFolderKeyFields } from '../../core/trust/folderKeyFields.ts'
import { alarmText, contactsText, invitationText, type TrustText, unsureText } from '../../i18n/trustTexts.ts'
import { type CommandError, refusedError, usageError } from '../exitCodes.ts'
import type { RetryFunction } from '../retryUntilAnswered.ts'
import type { AccountCalls } from './accountCalls.ts'
import { type FailedWraps, hashOfWrap, waitingText } from './failedWraps.ts'
import type { FileAcceptanceOptions } from './fileAcceptanceOptions.ts'
import type { FolderAddress } from './folderAddress.ts'
import { ownerWithoutKey } from './trustFileMemory.ts'

/** A folder whose trust is evaluated as in the browser, and the keys that open its files. */
export interface OpenedFolder {
  readonly id: number
  readonly decryptionKeys: DecryptionKey[]
  /** Proofs of origin are checked only if it is 'known'. */
  readonly trust: OwnFolderTrust['type']
  readonly isShared: boolean
  /** The remembered upload links of the folder; null for a folder of several people, whose files are bound by its key. */
  readonly links: FolderLinks | null
  /** Whether names of files that are sent to it are hidden from the server; null if it shows another choice than is remembered. */
  readonly hidesNames: boolean | null
  /** Fingerprint of the only key that opens it; for a folder of several people its own id, which stands for its keys. */
  readonly keyId: string
  readonly warnings: readonly string[]
  /** Returns the keys for new files and links. @throws FaultError if a shared folder is not trusted and accepted */
  newestKeys(): NewestKeys
}

export interface NewestKeys {
  readonly owner: OwnerSecret
  /** Public key that new files are sealed to: SPKI, base64. */
  readonly recipientSpki: string
}

type Folder = ResponseOf<'getFolder'>
interface Ports extends Pick<FileAcceptanceOptions, 'pinnedLink'> {
  readonly address: FolderAddress
  readonly calls: AccountCalls
  readonly memory: DeviceMemory
  /** Counts the grants that did not open. */
  readonly failedGrants: FailedWraps
}

/**
 * Opens a folder. Unlike browsers, this accepts and signs nothing; it records the contacts that it has seen.
 * @throws CommandError 'refused' for an alarm of a shared folder. That of an own folder becomes a warning.
 */
export const openFolder = (folder: Folder, key: PersonalKey, ports: Ports): Promise<OpenedFolder> =>
  isShared(folder) ? openShared(folder, key, ports) : openOwn(folder, key, ports)

async function openOwn(folder: Folder, key: PersonalKey, ports: Ports): Promise<OpenedFolder> {
  const decryptionKeys = await ownDecryptionKeys(folder.id, [key])
  const newestKeys = () => ({
    owner: assertDefined(ownFolderSecrets([key])[0]),
    recipientSpki: key.publicKeySpki,
  })
  const seen = await readDeviceLinks(ports.memory, key.fingerprint)
  const contacts = await readContacts(key, ports).catch((error: unknown) => {
    if (error instanceof ContactsAlarm) return error
    throw error
  })
  const believed = contacts instanceof ContactsAlarm ? null : contacts
  const trust: OwnFolderTrust = believed ? ownFolderTrust(believed.own, folder) : { type: 'unbelieved' }
  const links = await linksOf(folder, believed?.own ?? null, seen, ports)
  const hidesNames = await judgeHidesNames(folder, believed, key, ports)
  return {
    ...{ id: folder.id, keyId: key.fingerprint, isShared: false, decryptionKeys, newestKeys },
    ...{ links, hidesNames, trust: trust.type },
    warnings: [
      ...(contacts instanceof ContactsAlarm ? [joinSentences(contactsText(contacts.problem))] : []),
      ...ownFolderWarnings(trust, folder),
      ...linkWarnings(links),
      ...namesWarnings(hidesNames),
    ],
  }
}

async function linksOf(
  { id, link_token }: Folder,
  own: readonly OwnFolder[] | null,
  seen: readonly FolderTags[],
  { pinnedLink }: Ports,
): Promise<FolderLinks> {
  const links = folderLinks({ id, tag: await uploadLinkTag(link_token) }, own, seen)
  return pinnedLink === null ? links : pinnedLinks(id, await uploadLinkTag(pinnedLink.linkToken), links)
}

/**
 * Compares whether the server says that a folder hides names with what is remembered: by the contacts, or else by this
 * machine, which remembers what the contacts confirm and what it sees first. A link with `kp` outranks both.
 * @param contacts null if they are not believed: then names are hidden, which harms nobody
 */
async function judgeHidesNames(
  folder: Folder,
  contacts: Contacts | null,
  { fingerprint }: PersonalKey,
  { address: { origin }, memory, pinnedLink }: Ports,
): Promise<boolean | null> {
  const shown = folder.private_names === true
  const remembered =
    (contacts && rememberedPrivate(contacts, folder)) ??
    (await readDevicePrivate(memory, [fingerprint, ownerWithoutKey(origin)], folder.id))
  if (pinnedLink?.privateNames === true) return true
  if (isOtherPrivate(remembered, folder)) return null
  await rememberDevicePrivate(memory, fingerprint, folder.id, shown)
  return shown || contacts === null
}

const namesWarnings = (hidesNames: boolean | null): string[] =>
  hidesNames === null ? [`${otherNamesText} So nothing is sent to it.`] : []

/**
 * Remembers the upload links of all folders, before the server has a reason to exchange them.
 * @param folder the folder that is opened; the link of `pinnedLink` is remembered as its own
 * @throws CommandError 'usage' for such a link of a folder of several people; FaultError
 */
export async function rememberFolders(
  folder: Folder,
  { fingerprint }: PersonalKey,
  retry: RetryFunction,
  { calls, memory, pinnedLink }: Omit<Ports, 'failedGrants' | 'address'>,
): Promise<void> {
  if (pinnedLink !== null && isShared(folder))
    throw usageError(
      '--upload-link is for folders of one person. Files of a folder of several people are recognized by its key.',
    )
  await rememberShownLinks(memory, fingerprint, [
    { ...folder, link_token: pinnedLink?.linkToken ?? folder.link_token },
  ])
  await retry(async () => {
    // All at once, since the record is written as a whole.
    const listed: ListedLink[] = []
    for await (const folders of calls.listFolders())
      listed.push(...folders.map(({ id, link_token, several }) => ({ id, link_token, several })))
    await rememberShownLinks(memory, fingerprint, listed)
  })
}

export const linkAlarmTexts: Record<LinkAlarm, string> = {
  other: 'The server shows another upload link of this folder than this machine knows.',
  twice: 'The upload link of this folder is also that of another one.',
  disagree: 'Your contacts and this machine know different upload links of this folder.',
}

export const otherNamesText =
  'The server says otherwise than is remembered whether this folder hides the names of files. If a backup was restored, or somebody changed it, open the folder’s settings in the browser and save your choice.'

const linkWarnings = ({ alarm }: FolderLinks): string[] =>
  alarm === null
    ? []
    : [
        `${linkAlarmTexts[alarm]} The server may be exchanging folders, so nothing is sent to this one. Settle it in the browser, or name the link that you gave out by --upload-link.`,
      ]

function ownFolderWarnings(trust: OwnFolderTrust, { title }: Folder): string[] {
  if (trust.type === 'renamed')
    return [
      `This folder was called ${shownText(trust.before)} when you last saw it, and the server now calls it ${shownText(title)}. If you did not rename it, its files may have been sent to another folder. Settle it in the browser; until then no file counts as confirmed.`,
    ]
  if (trust.type === 'returned')
    return [
      'You deleted a folder with this number. Settle it in the browser; until then no file counts as confirmed.',
    ]
  return []
}

async function openShared(
  folder: Folder & SharedFolderKeyFields,
  key: PersonalKey,
  ports: Ports,
): Promise<OpenedFolder> {
  const { id, title, several } = folder
  const { calls, memory } = ports
  try {
    // Fetched before the roster, which must then contain all that the contacts know.
    const contacts = await readContacts(key, ports)
    // Without a session the user's id is unknown.
    const me = { user: 0, fp: key.fingerprint, privateKey: key.privateKey }
    const claimed = { id, title, folder: several.folder }
    const waitingGrants: string[] = []
    const tryGeneration: TryGeneration = async ({ grant, sealedPrivate }, open) => {
      const wrap = { hash: hashOfWrap(grant, sealedPrivate) }
      const { opened, isWaiting } = await ports.failedGrants.tryOne(wrap, open)
      if (isWaiting) waitingGrants.push(grant)
      return opened
    }
    const known = { me, contacts, memory, tryGeneration }
    const shared = await openSharedFolder(claimed, () => calls.getRoster(id), known)
    const { trust, closed } = shared
    if (trust.type === 'alarm') throw trustRefusal(alarmText(trust.alarm))
    const questions =
      trust.type === 'trusted'
        ? []
        : [trust.type === 'invitation' ? invitationText(trust.signer, title) : unsureText(trust.signer)]
    const hidesNames = await judgeHidesNames(folder, contacts, key, ports)
    return {
      ...{ id, links: null, keyId: several.folder, hidesNames },
      decryptionKeys: await sharedDecryptionKeys(shared),
      trust: trust.type === 'trusted' ? 'known' : 'untrusted',
      isShared: true,
      warnings: [
        ...questions.map((text) => `${joinSentences(text)} It can be accepted in the browser only.`),
        ...closed.map(({ gen }) => faultText(fault('generation-closed', { values: { gen } }))),
        ...(waitingGrants.length > 0 ? [waitingText] : []),
        ...namesWarnings(hidesNames),
      ],
      newestKeys: () => ({
        owner: assertDefined(sharedFolderSecrets(shared)[0]),
        recipientSpki: requireNewestGeneration(shared.generations, trustedHead(shared).gen).publicKeySpki,
      }),
    }
  } catch (error) {
    throw orContactsRefusal(error)
  }
}

const joinSentences = ({ title, body }: TrustText): string => [`${title}.`, ...body].join(' ')

/** Returns a refusal in place of an alarm of the contacts, and any other error as it is. */
export const orContactsRefusal = (error: unknown): unknown =>
  error instanceof ContactsAlarm ? trustRefusal(contactsText(error.problem)) : error

const trustRefusal = (text: TrustText): CommandError =>
  refusedError(`${joinSentences(text)} Look at it in the browser.`)
