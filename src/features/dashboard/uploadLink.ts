import { callApi } from '../../api/client.ts'
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

/** Whether uploaders are given the public half of this very key. @throws ApiError */
export async function isServedKey({ publicKeySpki }: UnlockedKey): Promise<boolean> {
  return (await callApi('getPublicKey')).public_key_spki === publicKeySpki
}
