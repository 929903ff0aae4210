import type { AesKey, ManifestKey } from '../crypto/index.ts'

/**
 * What the page says of a file, for its manifest: all but size, hash, date and root, which whoever seals knows. A member
 * that is added here is written into the manifests of small and large files alike.
 */
export interface ManifestEntry {
  name: string
  /** Directory part, '/'-separated; '.' is the root. */
  path: string
  batch: string
  index: number
  count: number
}

/** Key and IV of one reading of one file, in a form that may be kept: K itself cannot be had from it. */
export interface FileSeal {
  key: AesKey
  manifestKey: ManifestKey
  encryptedKeyB64: string
  /** Fingerprint of the recipient key that K is wrapped to. */
  sealedTo: string
  /** Of the file that they belong to, and of no other: bytes, and milliseconds since 1970. */
  size: number
  lastModified: number
}
