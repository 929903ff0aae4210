import type { CallResponse } from '../../../contract/call.ts'
import type { Calls } from '../../../contract/calls.ts'
import { fetchApi } from '../../api/client.ts'
import { fingerprint, originSecret, toBase64Url, tryBase64 } from '../../../core/crypto/index.ts'
import { isUnanswered } from '../../../core/faults/kinds.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import type { Recipient } from '../../trust/folderSecrets.ts'

/** `{origin}/upload/{link_token}` */
export const uploadLink = (linkToken: string): string => `${window.location.origin}/upload/${linkToken}`

/**
 * The same with the key's fingerprint in the fragment (core/crypto/FORMAT.md, 7): an upload page that is opened with it
 * takes no other key from the server.
 */
export const uploadLinkWithKey = (linkToken: string, recipient: Recipient): string =>
  `${uploadLink(linkToken)}#k=${recipient.fingerprint}`

/**
 * With the folder's origin secret beside it (FORMAT.md, 13): what comes by this link is told from what a server makes by
 * itself.
 */
export async function secretUploadLink(linkToken: string, recipient: Recipient): Promise<string> {
  const secret = toBase64Url(await originSecret(recipient.ownerSecret, recipient.folder))
  return `${uploadLinkWithKey(linkToken, recipient)}&s=${secret}`
}

/**
 * Why a link is not to be given out: null while its uploaders are given the recipient's key, and where no answer comes
 * at all, as without a network, since then nothing speaks against the link. Any other answer does.
 */
export async function refusalOfLink(
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
 * Whether uploaders of this link are given this very key. Asked as they ask, without the session's
 * cookies: a server could have one key for them and another for the owner. @throws FaultError, SyntaxError and TypeError for
 * what is no answer of this call
 */
async function isServedKey(linkToken: string, recipient: Pick<Recipient, 'fingerprint'>): Promise<boolean> {
  const answer = await fetchApi('getRecipientKey', {
    params: { link_token: linkToken },
    credentials: 'omit',
  })
  const { public_key_spki } = (await answer.json()) as CallResponse<Calls['getRecipientKey']>
  const spki = tryBase64(public_key_spki)
  return spki !== null && (await fingerprint(spki)).b64u === recipient.fingerprint
}
