import { callApi } from '../../api/client.ts'
import type { Fingerprint } from '../../crypto/index.ts'
import { fault, FaultError } from '../../faults/fault.ts'
import { faultOf } from '../../faults/faultOf.ts'
import { damagedFingerprint } from './linkFragment.ts'

/** Whom files are sealed to. */
export interface Recipient {
  key: CryptoKey
  fingerprint: Fingerprint
}

interface AskedLink {
  linkToken: string
  /** That the link says. */
  keyFingerprint: string | null
  /** By link, the fingerprint of the key that was accepted first: the words that were compared are those of the key used. */
  accepted: Map<string, string>
}

/**
 * The recipient's key: strong enough, the one that the link names, if it names one, and the same for the life of the
 * page. All that is checked here are the very bytes that are used.
 * @throws FaultError where there is nobody to seal to; the signal's reason
 */
export async function fetchRecipient(
  { linkToken, keyFingerprint, accepted }: AskedLink,
  signal?: AbortSignal,
): Promise<Recipient> {
  try {
    const [{ fingerprint, fromBase64, importRecipientKey }, { public_key_spki }] = await Promise.all([
      import('../../crypto/strangers.ts'),
      callApi('getRecipientKey', { params: { link_token: linkToken }, signal }),
    ])
    if (public_key_spki === '') throw new FaultError(fault('recipientKeyMissing'))
    const spkiBytes = fromBase64(public_key_spki)
    const recipient = { key: await importRecipientKey(spkiBytes), fingerprint: await fingerprint(spkiBytes) }
    const { b64u } = recipient.fingerprint
    if (keyFingerprint === damagedFingerprint) throw new FaultError(fault('link-damaged'))
    if (keyFingerprint !== null && b64u !== keyFingerprint) throw new FaultError(fault('other-recipient'))
    if ((accepted.get(linkToken) ?? b64u) !== b64u) throw new FaultError(fault('recipient-changed'))
    accepted.set(linkToken, b64u)
    return recipient
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof FaultError ? error : new FaultError(faultOf(error), { cause: error })
  }
}
