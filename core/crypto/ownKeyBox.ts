import { type Bytes, equalInConstantTime, fromBase64, toBase64 } from './bytes.ts'
import { openSaltedBox, sealSaltedBox } from './committedBox.ts'
import { CryptoError, isCryptoError } from './errors.ts'
import { fingerprint } from './fingerprint.ts'
import { publicKeyOf, requireNotErased } from './privateKeyBox.ts'

/** Secret of a second way to the private key, such as a recovery code, and the label of its boxes. */
interface KeyBoxParameters {
  /** HKDF handle of 32 bytes. */
  secret: CryptoKey
  label: string
}

/**
 * Seals a private key, bound to the fingerprint of the key inside.
 * @param pkcs8Bytes the very bytes of the private key box (FORMAT.md, 4)
 * @returns base64
 * @throws CryptoError 'bad-format' if these bytes are no RSA private key, or erased before they are sealed
 */
export async function sealOwnKeyBox(parameters: KeyBoxParameters, pkcs8Bytes: Bytes): Promise<string> {
  const { bytes: aad } = await fingerprint(await publicKeyOf(pkcs8Bytes))
  const box = await sealSaltedBox({ ...parameters, aad }, pkcs8Bytes)
  requireNotErased(pkcs8Bytes)
  return toBase64(box)
}

/**
 * @param box base64
 * @param fingerprintBytes of the expected key, which the box is bound to and must contain
 * @returns PKCS8
 * @throws CryptoError 'wrong-key' for another secret, 'damaged' if altered or of another key, 'bad-format'
 */
export async function openOwnKeyBox(
  parameters: KeyBoxParameters,
  box: string,
  fingerprintBytes: Bytes,
): Promise<Bytes> {
  const pkcs8Bytes = await openSaltedBox({ ...parameters, aad: fingerprintBytes }, fromBase64(box))
  try {
    const { bytes: opened } = await fingerprint(await publicKeyOf(pkcs8Bytes))
    if (equalInConstantTime(opened, fingerprintBytes)) return pkcs8Bytes
    throw new CryptoError('damaged')
  } catch (error) {
    pkcs8Bytes.fill(0)
    throw error
  }
}

/**
 * Opens a box of the server, which is bound to the server's public key; neither is trusted.
 * @returns PKCS8, to be overwritten with zeros when done
 * @throws CryptoError 'wrong-key' for a box of another secret, 'damaged' for any other defect of the server's answer
 */
export async function openStoredKeyBox(
  parameters: KeyBoxParameters,
  { box, public_key_spki }: { box: string; public_key_spki: string },
): Promise<Bytes> {
  try {
    const { bytes } = await fingerprint(fromBase64(public_key_spki))
    return await openOwnKeyBox(parameters, box, bytes)
  } catch (error) {
    if (isCryptoError(error) && error.code === 'bad-format') throw new CryptoError('damaged')
    throw error
  }
}
