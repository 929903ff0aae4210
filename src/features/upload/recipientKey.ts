import { callApi } from '../../api/client.ts'
import { FaultError } from '../../../core/faults/fault.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import type { Recipient } from '../../../core/upload/recipient.ts'

interface AskedLink {
  linkToken: string
  /** That the link says. */
  keyFingerprint: string | null
  /** By link, the fingerprint of the key that was accepted first: the words that were compared are those of the key used. */
  accepted: Map<string, string>
}

/**
 * The recipient's key, checked, and the same for the life of the page.
 * @throws FaultError where there is nobody to seal to; the signal's reason
 */
export async function fetchRecipient(
  { linkToken, keyFingerprint, accepted }: AskedLink,
  signal?: AbortSignal,
): Promise<Recipient> {
  try {
    const [{ checkedRecipient }, { public_key_spki }] = await Promise.all([
      import('../../../core/upload/recipient.ts'),
      callApi('getRecipientKey', { params: { link_token: linkToken }, signal }),
    ])
    const asked = { keyFingerprint, accepted: accepted.get(linkToken) }
    const recipient = await checkedRecipient(public_key_spki, asked)
    accepted.set(linkToken, recipient.fingerprint.b64u)
    return recipient
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof FaultError ? error : new FaultError(faultOf(error), { cause: error })
  }
}
