import type { Fingerprint } from '../crypto/index.ts'
import { fingerprint, fromBase64, importRecipientKey } from '../crypto/strangers.ts'
import { fault, FaultError } from '../faults/fault.ts'
import { damagedFingerprint } from './linkFragment.ts'

/** Whom files are sealed to. */
export interface Recipient {
  key: CryptoKey
  fingerprint: Fingerprint
}

/**
 * The key that a server gives for an upload link: strong enough, the one that the link names, if it names one, and the
 * one that was accepted first. All that is checked here are the very bytes that are used.
 * @param publicKey SPKI, base64 @param accepted fingerprint of the key that was accepted before, in base64url
 * @throws FaultError, CryptoError where there is nobody to seal to
 */
export async function checkedRecipient(
  publicKey: string,
  { keyFingerprint, accepted }: { keyFingerprint: string | null; accepted: string | undefined },
): Promise<Recipient> {
  if (publicKey === '') throw new FaultError(fault('recipientKeyMissing'))
  const spkiBytes = fromBase64(publicKey)
  const recipient = { key: await importRecipientKey(spkiBytes), fingerprint: await fingerprint(spkiBytes) }
  const { b64u } = recipient.fingerprint
  if (keyFingerprint === damagedFingerprint) throw new FaultError(fault('link-damaged'))
  if (keyFingerprint !== null && b64u !== keyFingerprint) throw new FaultError(fault('other-recipient'))
  if ((accepted ?? b64u) !== b64u) throw new FaultError(fault('recipient-changed'))
  return recipient
}
