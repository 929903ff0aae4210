import { type Bytes, fromHex } from './bytes.ts'
import { CryptoError } from './errors.ts'
import { openOwnKeyBox, openStoredKeyBox, sealOwnKeyBox } from './ownKeyBox.ts'
import { importHkdfKey } from './primitives.ts'

/** FORMAT.md, 19: the private key, sealed for a passkey. */
const label = 'sealpost/1/passkey'
const outputBytes = 32

declare const passkeySecretBrand: unique symbol
/** HKDF handle of what an authenticator derives for its passkey. */
export type PasskeySecret = CryptoKey & { readonly [passkeySecretBrand]: true }

/**
 * SHA-256 of 'sealpost/1/passkey-input', the input of every passkey: the server chooses none. A constant, so that no
 * digest delays the call that browsers allow in a click only.
 */
export const passkeyInput: Bytes = fromHex('0a578c0bc9b64a880b7f89cfb7161d6f95c2a8305671763e3a25e5053fcb2d99')

/**
 * Imports an authenticator's output, and overwrites it with zeros.
 * @throws CryptoError 'bad-format' unless it has 32 bytes
 */
export async function importPasskeySecret(output: Bytes): Promise<PasskeySecret> {
  try {
    if (output.length !== outputBytes) throw new CryptoError('bad-format')
    return (await importHkdfKey(output)) as PasskeySecret
  } finally {
    output.fill(0)
  }
}

/** Seals like `sealOwnKeyBox`. */
export const sealPasskeyWrap = (secret: PasskeySecret, pkcs8Bytes: Bytes): Promise<string> =>
  sealOwnKeyBox({ secret, label }, pkcs8Bytes)

/** Opens like `openOwnKeyBox`. */
export const openPasskeyWrap = (
  secret: PasskeySecret,
  wrap: string,
  fingerprintBytes: Bytes,
): Promise<Bytes> => openOwnKeyBox({ secret, label }, wrap, fingerprintBytes)

/** Opens like `openStoredKeyBox`. */
export const openStoredPasskeyWrap = (
  secret: PasskeySecret,
  { wrap: box, public_key_spki }: { wrap: string; public_key_spki: string },
): Promise<Bytes> => openStoredKeyBox({ secret, label }, { box, public_key_spki })
