import {
  asFileKey,
  type Bytes,
  type CryptoErrorCode,
  isCryptoError,
  keyCommitment,
  type Manifest,
  openManifest,
  readFileIv,
  unwrapFileKey,
} from '../src/crypto/index.ts'

/** Wrapped key, IV and manifest of one file, as the server keeps them. */
export interface WrappedFileKey {
  id: number
  encryptedKeyB64: string
  ivB64: string
  manifestB64: string | null
}

export type OpenedFileKey =
  | {
      ok: true
      id: number
      rawKey: Bytes
      iv: Bytes
      manifest: Manifest | null
    }
  | { ok: false; id: number; error: string; code: CryptoErrorCode | null }

/** Unwraps the keys of many files and opens their manifests. A file whose key does not open fails by itself. */
export async function openFileKeys(
  privateKey: CryptoKey,
  wrapped: WrappedFileKey[],
): Promise<OpenedFileKey[]> {
  return inOneBuffer(await Promise.all(wrapped.map((item) => openOne(privateKey, item))))
}

export type CommittedFileKey =
  | {
      ok: true
      id: number
      /** kc: which key the file has, without the key. */
      commitment: Bytes
      /** As it was sealed; null without a manifest. */
      name: string | null
    }
  | Extract<OpenedFileKey, { ok: false }>

/** What the keys of many files are, each opened with the first of the private keys that fits. No key is handed out. */
export async function commitFileKeys(
  privateKeys: CryptoKey[],
  wrapped: WrappedFileKey[],
): Promise<CommittedFileKey[]> {
  return Promise.all(
    wrapped.map(async (item) => {
      let opened: OpenedFileKey = { ok: false, id: item.id, error: '', code: 'wrong-key' }
      for (const privateKey of privateKeys) {
        opened = await openOne(privateKey, item)
        if (opened.ok || opened.code !== 'wrong-key') break
      }
      if (!opened.ok) return opened
      const commitment = await keyCommitment(asFileKey(opened.rawKey), opened.iv)
      opened.rawKey.fill(0)
      return { ok: true, id: opened.id, commitment, name: opened.manifest?.name ?? null }
    }),
  )
}

/** Keys and IVs as views of one buffer: a buffer of its own takes each of them ten times its length in memory. */
export function inOneBuffer(keys: OpenedFileKey[]): OpenedFileKey[] {
  const buffer = new Uint8Array(
    keys.reduce((sum, key) => sum + (key.ok ? key.rawKey.length + key.iv.length : 0), 0),
  )
  let at = 0
  const moved = (bytes: Bytes): Bytes => {
    buffer.set(bytes, at)
    return buffer.subarray(at, (at += bytes.length))
  }
  return keys.map((key) => (key.ok ? { ...key, rawKey: moved(key.rawKey), iv: moved(key.iv) } : key))
}

async function openOne(privateKey: CryptoKey, item: WrappedFileKey): Promise<OpenedFileKey> {
  const { id, manifestB64 } = item
  try {
    const iv = readFileIv(item.ivB64)
    const rawKey = await unwrapFileKey(privateKey, item.encryptedKeyB64)
    const manifest = manifestB64 === null ? null : await openManifest(rawKey, iv, manifestB64)
    return { ok: true, id, rawKey, iv, manifest }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return { ok: false, id, error: text, code: isCryptoError(error) ? error.code : null }
  }
}
