import type { AesKey, Bytes, ManifestKey } from '../crypto/index.ts'

/** Members of a manifest that are known before sealing, which adds size, hash, date, root and answers. */
export interface ManifestDraft {
  name: string
  /** Directory part, '/'-separated; '.' is the root. */
  path: string
  batch: string
  index: number
  count: number
  /** Present if the file is a message of the sender. */
  text?: 1 | undefined
}

/** Storable key and IV of one reading of one file. The raw file key K (FORMAT.md) cannot be derived from them. */
export interface SealingKey {
  key: AesKey
  manifestKey: ManifestKey
  encryptedKeyB64: string
  /** Fingerprint of the recipient key that K is wrapped to. */
  sealedTo: string
  /** Size and date of the only file that they belong to: bytes, and milliseconds since 1970. */
  size: number
  lastModified: number
  /** hk (FORMAT.md, 21) if the server does not learn its names; absent if it does. */
  namesKey?: Bytes | undefined
}

/** What the server was told of a file in place of its names. */
export interface HiddenNames {
  /** The placeholder. */
  readonly name: string
  /** The commitment in place of the SHA-256. */
  readonly hash: string
}
