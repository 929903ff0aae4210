import { assertDefined } from '../../contract/assertDefined.ts'
import type { ResponseOf } from '../../contract/calls.ts'
import { shownText } from '../../contract/shownText.ts'
import type { DecryptionKey, OwnerSecret, PersonalKey } from '../../core/crypto/index.ts'
import { fault } from '../../core/faults/fault.ts'
import { faultText } from '../../i18n/errorText.ts'
import { ContactsAlarm } from '../../core/trust/contactsAlarm.ts'
import { ownDecryptionKeys, sharedDecryptionKeys } from '../../core/trust/decryptionKeys.ts'
import { openSharedFolder } from '../../core/trust/openSharedFolder.ts'
import { type OwnFolderTrust, ownFolderTrust } from '../../core/trust/ownFolders.ts'
import type { DeviceMemory } from '../../core/trust/trustPorts.ts'
import {
  requireNewestGeneration,
  ownFolderSecrets,
  sharedFolderSecrets,
  trustedHead,
} from '../../core/trust/ownerSecrets.ts'
import { readContacts } from '../../core/trust/readContacts.ts'
import { isShared, type SharedFolderKeyFields } from '../../core/trust/folderKeyFields.ts'
import { alarmText, contactsText, invitationText, type TrustText, unsureText } from '../../i18n/trustTexts.ts'
import { type CommandError, refusedError } from '../exitCodes.ts'
import type { AccountCalls } from './accountCalls.ts'

/** A folder, evaluated as in the browser, and the keys that open its files. */
export interface OpenedFolder {
  readonly decryptionKeys: DecryptionKey[]
  /** Proofs of origin count if it is 'known'. */
  readonly trust: OwnFolderTrust['type']
  readonly isShared: boolean
  readonly warnings: readonly string[]
  /** Keys for new files and links. @throws FaultError if a shared folder is not trusted and accepted */
  newestKeys(): NewestKeys
}

export interface NewestKeys {
  readonly owner: OwnerSecret
  /** Public key that new files are sealed to: SPKI, base64. */
  readonly recipientSpki: string
}

type Folder = ResponseOf<'getFolder'>
interface Ports {
  readonly calls: AccountCalls
  readonly memory: DeviceMemory
}

/**
 * Opens a folder. Unlike browsers it accepts and signs nothing; it records the contacts that it has seen.
 * @throws CommandError 'refused' on an alarm of a shared folder; for an own one it is a warning
 */
export const openFolder = (folder: Folder, key: PersonalKey, ports: Ports): Promise<OpenedFolder> =>
  isShared(folder) ? openShared(folder, key, ports) : openOwn(folder, key, ports)

async function openOwn(folder: Folder, key: PersonalKey, ports: Ports): Promise<OpenedFolder> {
  const decryptionKeys = await ownDecryptionKeys(folder.id, [key])
  const newestKeys = () => ({
    owner: assertDefined(ownFolderSecrets([key])[0]),
    recipientSpki: key.publicKeySpki,
  })
  const opened = { decryptionKeys, isShared: false, newestKeys }
  try {
    const trust = ownFolderTrust((await readContacts(key, ports)).own, folder)
    return { ...opened, trust: trust.type, warnings: ownFolderWarnings(trust, folder) }
  } catch (error) {
    if (!(error instanceof ContactsAlarm)) throw error
    return { ...opened, trust: 'unbelieved', warnings: [joinSentences(contactsText(error.problem))] }
  }
}

function ownFolderWarnings(trust: OwnFolderTrust, { title }: Folder): string[] {
  if (trust.type === 'renamed')
    return [
      `This folder was called ${shownText(trust.before)} when you last knew it, and the server shows it as ${shownText(title)}. If you did not rename it, these are files that were sent for another folder. Answer for it in the browser; until then nothing counts as confirmed.`,
    ]
  if (trust.type === 'returned')
    return [
      'You deleted a folder with this number. Answer for it in the browser; until then nothing counts as confirmed.',
    ]
  return []
}

async function openShared(
  folder: SharedFolderKeyFields,
  key: PersonalKey,
  ports: Ports,
): Promise<OpenedFolder> {
  const { id, title, several } = folder
  const { calls, memory } = ports
  try {
    // Before the roster, which must then contain all that the contacts know.
    const contacts = await readContacts(key, ports)
    // Without a session the user's id is unknown.
    const me = { user: 0, fp: key.fingerprint, privateKey: key.privateKey }
    const claimed = { id, title, folder: several.folder }
    const shared = await openSharedFolder(claimed, () => calls.getRoster(id), { me, contacts, memory })
    const { trust, closed } = shared
    if (trust.type === 'alarm') throw trustRefusal(alarmText(trust.alarm))
    const questions =
      trust.type === 'trusted'
        ? []
        : [trust.type === 'invitation' ? invitationText(trust.signer, title) : unsureText(trust.signer)]
    return {
      decryptionKeys: await sharedDecryptionKeys(shared),
      trust: trust.type === 'trusted' ? 'known' : 'untrusted',
      isShared: true,
      warnings: [
        ...questions.map(
          (text) => `${joinSentences(text)} Nothing is accepted here: look at the folder in the browser.`,
        ),
        ...closed.map(({ gen }) => faultText(fault('generation-closed', { values: { gen } }))),
      ],
      newestKeys: () => ({
        owner: assertDefined(sharedFolderSecrets(shared)[0]),
        recipientSpki: requireNewestGeneration(shared.generations, trustedHead(shared).gen).publicKeySpki,
      }),
    }
  } catch (error) {
    throw error instanceof ContactsAlarm ? trustRefusal(contactsText(error.problem)) : error
  }
}

const joinSentences = ({ title, body }: TrustText): string => [`${title}.`, ...body].join(' ')

const trustRefusal = (text: TrustText): CommandError =>
  refusedError(`${joinSentences(text)} Look at it in the browser.`)
