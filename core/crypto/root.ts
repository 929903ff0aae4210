import type { Bytes } from './bytes.ts'
import { hkdf, importHkdfKey } from './primitives.ts'

/** FORMAT.md, 9: the root of the private key. */
const rootLabel = 'sealpost/1/root'

/**
 * R, from which all secrets derive that the owner of a key pair keeps to themselves. An HKDF handle, not
 * extractable.
 * @param pkcs8Bytes the very bytes of the private key box: another encoding of the same key has another root
 */
export async function rootOf(pkcs8Bytes: Bytes): Promise<CryptoKey> {
  const root = await hkdf(pkcs8Bytes, null, rootLabel, 32)
  try {
    return await importHkdfKey(root)
  } finally {
    root.fill(0)
  }
}
