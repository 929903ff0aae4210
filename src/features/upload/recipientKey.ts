import { detail } from '../../../contract/errors.ts'
import { callApi } from '../../api/client.ts'
import { toFailure } from '../../api/errorCatalogue.ts'
import type { Fingerprint } from '../../crypto/index.ts'
import { uploadTexts } from './uploadTexts.ts'

/** Whom files are sealed to. */
export interface Recipient {
  key: CryptoKey
  fingerprint: Fingerprint
}

/** Why there is nobody to seal to, as a sentence for the page. */
export class NoRecipientError extends Error {
  override name = 'NoRecipientError'
}

/**
 * The recipient's key: strong enough, and the one that the link names, if it names one. All that is checked here are
 * the very bytes that are used.
 * @throws NoRecipientError; the signal's reason
 */
export async function fetchRecipient(
  { linkToken, keyFingerprint }: { linkToken: string; keyFingerprint: string | null },
  signal?: AbortSignal,
): Promise<Recipient> {
  try {
    const [{ fingerprint, fromBase64, importRecipientKey }, { public_key_spki }] = await Promise.all([
      import('../../crypto/index.ts'),
      callApi('getRecipientKey', { params: { link_token: linkToken }, signal }),
    ])
    if (public_key_spki === '') throw new NoRecipientError(uploadTexts.keyMissing)
    const spkiBytes = fromBase64(public_key_spki)
    const recipient = { key: await importRecipientKey(spkiBytes), fingerprint: await fingerprint(spkiBytes) }
    if (keyFingerprint !== null && recipient.fingerprint.b64u !== keyFingerprint) {
      throw new NoRecipientError(`${uploadTexts.keyFailed}: ${uploadTexts.otherKey}`)
    }
    return recipient
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof NoRecipientError) throw error
    const { detail: said, message } = toFailure(error)
    throw new NoRecipientError(
      said === detail.recipientKeyMissing ? uploadTexts.keyMissing : `${uploadTexts.keyFailed}: ${message}`,
    )
  }
}

/**
 * The fingerprint that a link carries after its `#`, null where it carries none. What cannot be one is kept as it is:
 * a link that was cut short must refuse every key, not accept any.
 */
export function fingerprintInLink(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, '')).get('k')
}
