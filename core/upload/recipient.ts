import type { Fingerprint } from '../crypto/index.ts'
import { fingerprint, fromBase64, importRecipientKey } from '../crypto/visitorExports.ts'
import { fault, FaultError } from '../faults/fault.ts'
import { damagedFingerprint, laterFingerprint } from './uploadLinkFragment.ts'

export interface Recipient {
  key: CryptoKey
  fingerprint: Fingerprint
}

/**
 * Checks the key that the server gives for an upload link: it must be strong enough, be the one in the link,
 * if any, and the one accepted before. The checked bytes are the imported ones.
 * @param publicKey SPKI, base64
 * @param accepted fingerprint of the key accepted before
 * @throws FaultError, CryptoError if there is no valid recipient
 */
export async function verifyRecipient(
  publicKey: string,
  { keyFingerprint, accepted }: { keyFingerprint: string | null; accepted: string | undefined },
): Promise<Recipient> {
  if (publicKey === '') throw new FaultError(fault('recipientKeyMissing'))
  const spkiBytes = fromBase64(publicKey)
  const recipient = { key: await importRecipientKey(spkiBytes), fingerprint: await fingerprint(spkiBytes) }
  const { b64u } = recipient.fingerprint
  if (keyFingerprint === laterFingerprint) throw new FaultError(fault('newer-version'))
  if (keyFingerprint === damagedFingerprint) throw new FaultError(fault('link-damaged'))
  if (keyFingerprint !== null && b64u !== keyFingerprint) throw new FaultError(fault('other-recipient'))
  if ((accepted ?? b64u) !== b64u) throw new FaultError(fault('recipient-changed'))
  return recipient
}
