import {
  asFileKey,
  asLinkMaster,
  type Bytes,
  isCryptoError,
  openLinkFileKey,
  openManifest,
  readFileIv,
} from '../src/crypto/index.ts'
import type { OpenedFileKey } from './fileKeys.ts'

/** One file of a download link, as the server keeps it, and what opens it. */
export interface LinkedFileKey {
  id: number
  ivB64: string
  manifestB64: string | null
  /** The file's own key, out of a fragment; or its key sealed for the link, to be opened by the link's. */
  key: { rawKey: Bytes } | { part2B64: string }
}

/**
 * Opens the keys of many files of a link, and their manifests. A file whose key does not open fails by itself.
 * @param linkMaster null where every file comes with its own key
 */
export function openLinkedKeys(linkMaster: Bytes | null, files: LinkedFileKey[]): Promise<OpenedFileKey[]> {
  return Promise.all(files.map((file) => openOne(linkMaster, file)))
}

async function openOne(linkMaster: Bytes | null, file: LinkedFileKey): Promise<OpenedFileKey> {
  const { id, ivB64, manifestB64, key } = file
  try {
    const iv = readFileIv(ivB64)
    const rawKey =
      'rawKey' in key
        ? asFileKey(key.rawKey)
        : await openLinkFileKey(asLinkMaster(linkMaster ?? new Uint8Array()), id, key.part2B64)
    const manifest = manifestB64 === null ? null : await openManifest(rawKey, iv, manifestB64)
    return { ok: true, id, rawKey, iv, manifest }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return { ok: false, id, error: text, code: isCryptoError(error) ? error.code : null }
  }
}
