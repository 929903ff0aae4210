import { type Bytes, fromBase64, randomBytes } from './bytes.ts'
import { CryptoError } from './errors.ts'
import { type AesKey, aesKeyBytes, importAesKey, ivBytes } from './primitives.ts'

declare const fileKeyBrand: unique symbol
/** The 32 secret bytes K of a file, which leave this device only wrapped or sealed for a link. */
export type FileKeyBytes = Bytes & { readonly [fileKeyBrand]: true }

/** K and IV of one snapshot of a file. Each new attempt at a file needs a new one. */
export interface FileKey {
  /** Overwrite with zeros (`fill(0)`) once it is wrapped and the manifest key is derived. */
  rawKey: FileKeyBytes
  iv: Bytes
  /** The same K, not extractable: for the chunk functions, and may be stored. */
  key: AesKey
}

export async function generateFileKey(): Promise<FileKey> {
  const rawKey = asFileKeyBytes(randomBytes(aesKeyBytes))
  return { rawKey, iv: randomBytes(ivBytes), key: await importFileKey(rawKey) }
}

export const importFileKey = (rawKey: FileKeyBytes): Promise<AesKey> => importAesKey(rawKey)

/** @throws CryptoError 'bad-key' unless there are exactly 32 bytes. */
export function asFileKeyBytes(bytes: Bytes): FileKeyBytes {
  if (bytes.length !== aesKeyBytes) throw new CryptoError('bad-key')
  return bytes as FileKeyBytes
}

/** @throws CryptoError 'bad-iv' unless this is the base64 of exactly 12 bytes. */
export function readFileIv(ivB64: string): Bytes {
  const iv = fromBase64(ivB64, 'bad-iv')
  if (iv.length !== ivBytes) throw new CryptoError('bad-iv')
  return iv
}
