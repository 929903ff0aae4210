import type { CallResponse } from '../../../contract/call.ts'
import type { Calls } from '../../../contract/calls.ts'
import { fetchApi } from '../../api/client.ts'
import { fingerprint, originSecret, toBase64Url, tryBase64 } from '../../../core/crypto/index.ts'
import { uploadLinkFragment } from '../../../core/upload/uploadLinkFragment.ts'
import { isUnanswered } from '../../../core/faults/faultKinds.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import type { Folder } from '../../../contract/schemas/folders.ts'
import type { Recipient } from '../../trust/folderSecrets.ts'

export interface UploadLinks {
  /**
   * Returns the link as `withKey` once the key is unlocked, otherwise its address alone; null, after a persistent
   * warning, if it must not be handed out.
   */
  ordinary: (folder: Folder) => Promise<string | null>
  /** Asks for the key, then returns the link with its fingerprint; null, after a message, without one. */
  withKey: (folder: Folder) => Promise<string | null>
  /** Returns the link with fingerprint and origin secret, as `withKey`. The folder is remembered first. */
  secret: (folder: Folder) => Promise<string | null>
  /** Shows the ordinary link, and then the secret one, as a QR code. */
  showQr: (folder: Folder) => Promise<void>
}

export const uploadLink = (linkToken: string): string => `${window.location.origin}/upload/${linkToken}`

type LinkedFolder = Pick<Folder, 'link_token' | 'private_names'>

/**
 * Returns the upload link that accepts no other key (core/crypto/FORMAT.md, 7), and by which the server learns no names
 * where the folder hides them (21).
 */
export const uploadLinkWithKey = (
  { link_token, private_names }: LinkedFolder,
  recipient: Recipient,
): string => uploadLink(link_token) + uploadLinkFragment(recipient.fingerprint, private_names === true)

/** Returns the upload link that also proves that files were sent by it (core/crypto/FORMAT.md, 13). */
export async function secretUploadLink(folder: LinkedFolder, recipient: Recipient): Promise<string> {
  const secret = toBase64Url(await originSecret(recipient.ownerSecret, recipient.folder))
  return `${uploadLinkWithKey(folder, recipient)}&s=${secret}`
}

/** Returns why a link must not be handed out; null if its visitors get this key, or on a network failure. */
export async function uploadLinkProblem(
  linkToken: string,
  recipient: Pick<Recipient, 'fingerprint'>,
): Promise<string | null> {
  try {
    return (await isServedKey(linkToken, recipient)) ? null : t('dashboard.foreignKey')
  } catch (error) {
    return isUnanswered(error) ? null : t('dashboard.keyNotSaid', { reason: errorText(error) })
  }
}

/**
 * True if visitors of this link get this key. It is requested without the session's cookies, as visitors do:
 * a server could give the owner another key.
 * @throws FaultError, SyntaxError and TypeError for invalid responses
 */
async function isServedKey(linkToken: string, recipient: Pick<Recipient, 'fingerprint'>): Promise<boolean> {
  const response = await fetchApi('getRecipientKey', {
    params: { link_token: linkToken },
    credentials: 'omit',
  })
  const { public_key_spki } = (await response.json()) as CallResponse<Calls['getRecipientKey']>
  const spki = tryBase64(public_key_spki)
  return spki !== null && (await fingerprint(spki)).b64u === recipient.fingerprint
}
