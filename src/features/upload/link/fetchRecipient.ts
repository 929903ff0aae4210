import { callApi } from '../../../api/client.ts'
import { FaultError } from '../../../../core/faults/fault.ts'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import type { Recipient } from '../../../../core/upload/recipient.ts'
import type { UploadService } from '../sending/uploadService.ts'

interface RecipientLink {
  linkToken: string
  /** Fingerprint that the link contains, if any. */
  keyFingerprint: string | null
  acceptedKeys: UploadService['acceptedKeys']
}

/**
 * Returns the recipient's key, checked; it stays the same while the page is open.
 * @throws FaultError if there is no recipient; the signal's reason
 */
export async function fetchRecipient(
  { linkToken, keyFingerprint, acceptedKeys }: RecipientLink,
  signal?: AbortSignal,
): Promise<Recipient> {
  try {
    const [{ verifyRecipient }, { public_key_spki }] = await Promise.all([
      import('../../../../core/upload/recipient.ts'),
      callApi('getRecipientKey', { params: { link_token: linkToken }, signal }),
    ])
    const expected = { keyFingerprint, accepted: acceptedKeys.get(linkToken) }
    const recipient = await verifyRecipient(public_key_spki, expected)
    acceptedKeys.set(linkToken, recipient.fingerprint.b64u)
    return recipient
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof FaultError ? error : new FaultError(faultOf(error), { cause: error })
  }
}
