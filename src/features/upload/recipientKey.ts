import { detail } from '../../../contract/errors.ts'
import { callApi } from '../../api/client.ts'
import type { Fingerprint } from '../../crypto/index.ts'
import { faultOf } from '../../faults/faultOf.ts'
import { faultText } from '../../texts/errorText.ts'
import { uploadTexts } from './uploadTexts.ts'

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

/** Why there is nobody to seal to, as a sentence for the page; `cause`: what failed, where something did. */
export class NoRecipientError extends Error {
  override name = 'NoRecipientError'
}

/**
 * The recipient's key: strong enough, the one that the link names, if it names one, and the same for the life of the
 * page. All that is checked here are the very bytes that are used.
 * @throws NoRecipientError; the signal's reason
 */
export async function fetchRecipient(
  { linkToken, keyFingerprint, accepted }: AskedLink,
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
    const { b64u } = recipient.fingerprint
    const refused = (reason: string) => new NoRecipientError(`${uploadTexts.keyFailed}: ${reason}`)
    if (keyFingerprint === damagedFingerprint) throw refused(uploadTexts.linkDamaged)
    if (keyFingerprint !== null && b64u !== keyFingerprint) throw refused(uploadTexts.otherKey)
    if ((accepted.get(linkToken) ?? b64u) !== b64u) throw refused(uploadTexts.keyChanged)
    accepted.set(linkToken, b64u)
    return recipient
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof NoRecipientError) throw error
    const fault = faultOf(error)
    throw new NoRecipientError(
      fault.said === detail.recipientKeyMissing
        ? uploadTexts.keyMissing
        : `${uploadTexts.keyFailed}: ${faultText(fault)}`,
      { cause: error },
    )
  }
}

/** What no key has. */
const damagedFingerprint = ''

/**
 * The fingerprint that a link carries after its `#`, null where nothing follows that. Whatever else follows was one
 * before the link was cut short or rewritten: it must refuse every key, not accept any.
 */
export function fingerprintInLink(fragment: string): string | null {
  const named = fragment.replace(/^#/, '')
  if (named === '') return null
  const [k = damagedFingerprint, ...more] = new URLSearchParams(named).getAll('k')
  return more.length === 0 && /^[\w-]{43}$/.test(k) ? k : damagedFingerprint
}
