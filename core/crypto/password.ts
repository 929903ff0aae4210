import { kdfIterations, maxKdfIterations, saltBytes } from '../../contract/limits.ts'
import type { KdfParameters } from '../../contract/schemas/fields.ts'
import { type Bytes, tryBase64, randomBytes, toBase64, toBase64Url, utf8 } from './bytes.ts'
import { CryptoError } from './errors.ts'
import { hkdf } from './primitives.ts'

/** FORMAT.md, 5 and 6: values derived from passwords before anything leaves the page. */
const passwordKdfName = 'pbkdf2-sha256'
const loginLabel = 'sealpost/1/auth'
const linkAuthLabel = 'sealpost/1/link-auth'
const linkWrapLabel = 'sealpost/1/link-wrap'

/** Parameters from a server. */
type UncheckedKdf = Record<keyof KdfParameters, unknown>

export const newPasswordKdf = (): KdfParameters => ({
  kdf: passwordKdfName,
  iterations: kdfIterations,
  salt: toBase64(randomBytes(saltBytes)),
})

/**
 * Derives the value for every password field of the authenticated API: `v1.` and 43 characters.
 * @throws CryptoError 'kdf-refused', before anything is derived, for another function, a count outside 600
 * 000 to 5 000 000, or a salt that is not 16 bytes: weaker parameters would let the server guess the password
 */
export async function deriveLoginVerifier(password: string, kdf: UncheckedKdf): Promise<string> {
  const { iterations, salt } = checkedKdf(kdf)
  return verifier(await stretchPassword(password, salt, iterations), loginLabel)
}

/** Values derived from a link's password in one run. */
export interface StretchedLinkPassword {
  /** Sent to the server when the link is made and opened. */
  verifier: string
  /** Opens `part1` of the key strings; never leaves the page. */
  wrapKey: Bytes
  salt: Bytes
}

/**
 * @param kdf null for a link of another client, whose format is unknown
 * @throws CryptoError 'kdf-refused' for null, and like `deriveLoginVerifier`
 */
export async function stretchLinkPassword(
  password: string,
  kdf: UncheckedKdf | null,
): Promise<StretchedLinkPassword> {
  if (!kdf) throw new CryptoError('kdf-refused')
  const { iterations, salt } = checkedKdf(kdf)
  const stretched = await stretchPassword(password, salt, iterations)
  return {
    verifier: await verifier(stretched, linkAuthLabel),
    wrapKey: await hkdf(stretched, salt, linkWrapLabel, 32),
    salt,
  }
}

/** PBKDF2-HMAC-SHA-256 over the NFKC form, which is the same for all keyboards. 32 bytes. */
export async function stretchPassword(password: string, salt: Bytes, iterations: number): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', utf8(password.normalize('NFKC')), 'PBKDF2', false, [
    'deriveBits',
  ])
  const params = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return new Uint8Array(await crypto.subtle.deriveBits(params, key, 256))
}

/** True for enough iterations to be safe, and few enough that the server cannot block the page. */
export function isAcceptedIterations(value: unknown): value is number {
  return (
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= kdfIterations &&
    value <= maxKdfIterations
  )
}

function checkedKdf({ kdf, iterations, salt }: UncheckedKdf): { iterations: number; salt: Bytes } {
  const bytes = typeof salt === 'string' ? tryBase64(salt) : null
  if (kdf !== passwordKdfName || !isAcceptedIterations(iterations) || bytes?.length !== saltBytes)
    throw new CryptoError('kdf-refused')
  return { iterations, salt: bytes }
}

async function verifier(stretched: Bytes, label: string): Promise<string> {
  return `v1.${toBase64Url(await hkdf(stretched, null, label, 32))}`
}
