import { kdfIterations, legacyKdfIterations, saltBytes } from '../../contract/limits.ts'
import type { SealedPrivateKey } from '../../contract/schemas/fields.ts'
import { type Bytes, fromBase64, randomBytes, toBase64, tryBase64 } from './bytes.ts'
import { type BoxKey, boxKeyOf, openBox, openBoxOfAnyIv, sealBoxWith } from './committedBox.ts'
import { CryptoError } from './errors.ts'
import { rsaAlgorithm } from './keyWrap.ts'
import { isAcceptedIterations, stretchPassword } from './password.ts'
import { importPkcs8 } from './pkcs8.ts'
import { ivBytes } from './primitives.ts'

/** FORMAT.md, 4: the private key at rest. */
const privateKeyLabel = 'sealpost/1/iv privkey'

const publicExponent = new Uint8Array([1, 0, 1])

export interface KeyPair {
  pkcs8Bytes: Bytes
  spkiBytes: Bytes
}

export async function generateKeyPair(bits: 2048 | 3072 | 4096 = 2048): Promise<KeyPair> {
  const pair = await crypto.subtle.generateKey(
    { ...rsaAlgorithm, modulusLength: bits, publicExponent },
    true,
    ['encrypt', 'decrypt'],
  )
  return {
    pkcs8Bytes: new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey)),
    spkiBytes: new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey)),
  }
}

/** A wrapping key for one private key. It cannot be exported, and the password is not needed any more. */
export interface PrivateKeyWrapper {
  box: BoxKey
  salt: Bytes
}

export async function privateKeyWrapperOf(password: string): Promise<PrivateKeyWrapper> {
  const salt = randomBytes(saltBytes)
  const stretched = await stretchPassword(password, salt, kdfIterations)
  const box = await boxKeyOf(stretched, salt, privateKeyLabel)
  stretched.fill(0)
  return { box, salt }
}

/**
 * Call after sealing, with the bytes that were sealed: their owner may have overwritten them meanwhile, and a box of zeros
 * in place of the key would be its loss.
 * @throws CryptoError 'bad-format' if they are zeros
 */
export function requireNotErased(pkcs8Bytes: Bytes): void {
  if (pkcs8Bytes.every((byte) => byte === 0)) throw new CryptoError('bad-format')
}

/** Use a wrapping key once (`sealBoxWith`). @throws CryptoError 'bad-format' if the key is erased before it is sealed */
export async function wrapPrivateKey(
  { box, salt }: PrivateKeyWrapper,
  pkcs8Bytes: Bytes,
): Promise<Required<SealedPrivateKey>> {
  const sealed = await sealBoxWith(box, pkcs8Bytes)
  requireNotErased(pkcs8Bytes)
  return { encryptedPrivateKey: toBase64(sealed), kdfSalt: toBase64(salt), kdfIterations }
}

/** @throws as `wrapPrivateKey` */
export const sealPrivateKey = async (
  pkcs8Bytes: Bytes,
  password: string,
): Promise<Required<SealedPrivateKey>> => wrapPrivateKey(await privateKeyWrapperOf(password), pkcs8Bytes)

/**
 * @param acceptForeignIv accepts a random IV, from other programs: for a backup file, never for a server's answer
 * @throws CryptoError 'kdf-refused' before anything is derived; 'short-for-iv' for a short blob, 'bad-format'
 * for an invalid salt; 'wrong-password' also for an altered blob: a difference would help an attacker
 */
export async function openPrivateKey(
  sealed: SealedPrivateKey,
  password: string,
  { acceptForeignIv = false }: { acceptForeignIv?: boolean } = {},
): Promise<Bytes> {
  const { kdfIterations: iterations = legacyKdfIterations } = sealed
  if (iterations !== legacyKdfIterations && !isAcceptedIterations(iterations))
    throw new CryptoError('kdf-refused')
  const salt = fromBase64(sealed.kdfSalt)
  if (salt.length !== saltBytes) throw new CryptoError('bad-format')
  const box = tryBase64(sealed.encryptedPrivateKey)
  if (!box) throw new CryptoError('wrong-password')
  if (box.length <= ivBytes) throw new CryptoError('short-for-iv')

  const wrapKey = await stretchPassword(password, salt, iterations)
  const pkcs8Bytes = acceptForeignIv
    ? await openBoxOfAnyIv(wrapKey, box)
    : await openBox(wrapKey, salt, privateKeyLabel, box)
  if (!pkcs8Bytes) throw new CryptoError('wrong-password')
  return pkcs8Bytes
}

/** Imports for `unwrapFileKey`; not extractable. @throws CryptoError 'bad-format' */
export async function importPrivateKey(pkcs8Bytes: Bytes): Promise<CryptoKey> {
  try {
    return await importPkcs8(pkcs8Bytes, rsaAlgorithm, false, ['decrypt'])
  } catch {
    throw new CryptoError('bad-format')
  }
}

/** Derives the SPKI from a private key's n and e, not from the server. @throws CryptoError 'bad-format' */
export async function publicKeyOf(pkcs8Bytes: Bytes): Promise<Bytes> {
  try {
    const privateKey = await importPkcs8(pkcs8Bytes, rsaAlgorithm, true, ['decrypt'])
    const { kty, n, e } = await crypto.subtle.exportKey('jwk', privateKey)
    if (kty === undefined || n === undefined || e === undefined) throw new CryptoError('bad-format')
    const publicKey = await crypto.subtle.importKey('jwk', { kty, n, e }, rsaAlgorithm, true, ['encrypt'])
    return new Uint8Array(await crypto.subtle.exportKey('spki', publicKey))
  } catch {
    throw new CryptoError('bad-format')
  }
}
