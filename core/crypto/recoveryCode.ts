import { type Bytes, concat, randomBytes, utf8 } from './bytes.ts'
import { CryptoError } from './errors.ts'
import { openOwnKeyBox, openStoredKeyBox, sealOwnKeyBox } from './ownKeyBox.ts'
import { deriveHkdfKey, sha256 } from './primitives.ts'

/** FORMAT.md, 12: the recovery code and its box. */
const codeLabel = 'sealpost/1/sheet'
const boxLabel = 'sealpost/1/recovery'

const entropyBytes = 16
const checkBits = 12
/** Crockford's base32: no I, L, O and U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const bitsPerCharacter = 5
const groupLength = 4

/** Number of characters of a code, without separators. */
export const recoveryCodeLength = (entropyBytes * 8 + checkBits) / bitsPerCharacter

declare const recoveryEntropyBrand: unique symbol
/** The 16 random bytes of a recovery code: with the box they give the private key. */
export type RecoveryEntropy = Bytes & { readonly [recoveryEntropyBrand]: true }

/** @throws CryptoError 'bad-format' unless it is 16 bytes. */
export function asRecoveryEntropy(bytes: Bytes): RecoveryEntropy {
  if (bytes.length !== entropyBytes) throw new CryptoError('bad-format')
  return bytes as RecoveryEntropy
}

export const generateRecoveryEntropy = (): RecoveryEntropy => asRecoveryEntropy(randomBytes(entropyBytes))

/** Seven groups of four characters, such as 'A18N-4MTM-ANB5-EP2S-B9DN-RQAY-BYD2'. */
export async function recoveryCodeOf(entropy: RecoveryEntropy): Promise<string> {
  const bits = bitsOf(entropy) + (await checkOf(entropy))
  return Array.from({ length: recoveryCodeLength }, (_, i) => {
    const separator = i > 0 && i % groupLength === 0 ? '-' : ''
    const five = bits.slice(i * bitsPerCharacter, (i + 1) * bitsPerCharacter)
    return separator + alphabet.charAt(parseInt(five, 2))
  }).join('')
}

/** Normalizes a typed code: upper case, without spaces and dashes of any kind. */
export const normalizedRecoveryCode = (typed: string): string =>
  typed.replace(/[\s\p{Pd}\u2212]/gu, '').toUpperCase()

/**
 * Parses a code as printed or typed: either case, O for 0, I and L for 1, any spaces and dashes.
 * @throws CryptoError 'bad-format' for another number of characters, 'mistyped' if one of them is wrong
 */
export async function readRecoveryCode(typed: string): Promise<RecoveryEntropy> {
  const characters = Array.from(normalizedRecoveryCode(typed).replaceAll('O', '0').replace(/[IL]/g, '1'))
  if (characters.length !== recoveryCodeLength) throw new CryptoError('bad-format')
  const values = characters.map((character) => alphabet.indexOf(character))
  if (values.includes(-1)) throw new CryptoError('mistyped')
  const bits = values.map((value) => value.toString(2).padStart(bitsPerCharacter, '0')).join('')
  const bytes = Uint8Array.from({ length: entropyBytes }, (_, i) =>
    parseInt(bits.slice(i * 8, (i + 1) * 8), 2),
  )
  const entropy = asRecoveryEntropy(bytes)
  if (bits.slice(entropyBytes * 8) !== (await checkOf(entropy))) throw new CryptoError('mistyped')
  return entropy
}

/** Seals like `sealOwnKeyBox`. */
export async function sealRecoveryBox(entropy: RecoveryEntropy, pkcs8Bytes: Bytes): Promise<string> {
  return sealOwnKeyBox({ secret: await secretOf(entropy), label: boxLabel }, pkcs8Bytes)
}

/** Opens like `openOwnKeyBox`. */
export async function openRecoveryBox(
  entropy: RecoveryEntropy,
  box: string,
  fingerprintBytes: Bytes,
): Promise<Bytes> {
  return openOwnKeyBox({ secret: await secretOf(entropy), label: boxLabel }, box, fingerprintBytes)
}

/** Opens like `openStoredKeyBox`. */
export async function openStoredRecoveryBox(
  entropy: RecoveryEntropy,
  { recovery_box: box, public_key_spki }: { recovery_box: string; public_key_spki: string },
): Promise<Bytes> {
  return openStoredKeyBox({ secret: await secretOf(entropy), label: boxLabel }, { box, public_key_spki })
}

const secretOf = (entropy: RecoveryEntropy): Promise<CryptoKey> => deriveHkdfKey(entropy, codeLabel)

const bitsOf = (bytes: Bytes): string =>
  Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')

/** Twelve check bits against typing errors: one of 4096 goes unnoticed. */
async function checkOf(entropy: RecoveryEntropy): Promise<string> {
  const hash = await sha256(concat(utf8(codeLabel), Uint8Array.of(0), entropy))
  return bitsOf(hash).slice(0, checkBits)
}
