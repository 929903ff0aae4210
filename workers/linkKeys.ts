import {
  asFileKey,
  asLinkMaster,
  type Bytes,
  isCryptoError,
  keyCommitment,
  openLinkFileKey,
  openManifest,
  readFileIv,
  sealLinkFileKey,
} from '../src/crypto/index.ts'
import { inOneBuffer, type OpenedFileKey } from './fileKeys.ts'

/** The keys of many files of a download link at a time (src/crypto/FORMAT.md, 6). */

export interface FileKeyOfLink {
  id: number
  rawKey: Bytes
  iv: Bytes
}

export interface SealedLinkKey {
  id: number
  part2B64: string
  /** kc, for the link's box. */
  commitment: Bytes
}

/** For a new link. */
export function sealLinkKeys(linkMaster: Bytes, files: FileKeyOfLink[]): Promise<SealedLinkKey[]> {
  const master = asLinkMaster(linkMaster)
  return Promise.all(
    files.map(async ({ id, rawKey, iv }) => ({
      id,
      part2B64: await sealLinkFileKey(master, id, asFileKey(rawKey)),
      commitment: await keyCommitment(asFileKey(rawKey), iv),
    })),
  )
}

/** One file of a link, as the server keeps it, and what opens it. */
export interface LinkedFile {
  id: number
  ivB64: string
  manifestB64: string | null
  /** The file's own key, out of a fragment; or its key sealed for the link, to be opened by the link's. */
  key: { rawKey: Bytes } | { part2B64: string }
}

/**
 * Opens keys and manifests. A file whose key does not open fails by itself.
 * @param linkMaster null where every file comes with its own key
 */
export async function openLinkKeys(linkMaster: Bytes | null, files: LinkedFile[]): Promise<OpenedFileKey[]> {
  return inOneBuffer(await Promise.all(files.map((file) => openOne(linkMaster, file))))
}

async function openOne(linkMaster: Bytes | null, file: LinkedFile): Promise<OpenedFileKey> {
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
