import type { CallResponse } from '../../../contract/call.ts'
import type { Calls } from '../../../contract/calls.ts'
import { fetchApi } from '../../api/client.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'

/** `{origin}/upload/{link_token}` */
export const uploadLink = (linkToken: string): string => `${window.location.origin}/upload/${linkToken}`

/**
 * The same with the key's fingerprint in the fragment (src/crypto/FORMAT.md, 7): an upload page that is opened with it
 * takes no other key from the server.
 */
export const uploadLinkWithKey = (linkToken: string, key: UnlockedKey): string =>
  `${uploadLink(linkToken)}#k=${key.fingerprint}`

export const foreignKeyWarning =
  'The public key on the server is not the one of your unlocked private key, so the link was not copied. If you did ' +
  'not replace your key in another window, files uploaded now may be readable by someone else. Log out and in again, ' +
  'and do not share upload links before you know why.'

/**
 * Whether uploaders of this link are given the public half of this very key. Asked as they ask, without the session's
 * cookies: a server could have one key for them and another for the owner. @throws FaultError
 */
export async function isServedKey(linkToken: string, { publicKeySpki }: UnlockedKey): Promise<boolean> {
  const answer = await fetchApi('getRecipientKey', {
    params: { link_token: linkToken },
    credentials: 'omit',
  })
  const { public_key_spki } = (await answer.json()) as CallResponse<Calls['getRecipientKey']>
  return public_key_spki === publicKeySpki
}
