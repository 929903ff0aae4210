import { addresses } from '../../contract/addresses.ts'
import { callUrl } from '../../contract/call.ts'
import type { SharedFile } from '../../contract/downloads.ts'
import { shownText } from '../../contract/shownText.ts'
import type { OpenedFileKey } from '../../workers/fileKeys.ts'
import type { LinkedFile } from '../../workers/linkKeys.ts'
import {
  compareWithServer,
  type LinkFragment,
  type ManifestDifference,
  splitLinkKeyString,
} from '../crypto/index.ts'
import type { SealedAddresses, SealedSource } from '../protocol/downloadJobs.ts'
import { inShares } from './shares.ts'
import type { KeysRemote, WorkerPool } from './workerPool.ts'

/** What opens the files of a link. */
export interface LinkKeys {
  keys: LinkFragment
  /** File id → key string, as the server keeps them; needed with the link's one key. */
  keyStrings: Readonly<Record<string, string>>
}

/** A file of a download link, its key and its manifest opened. */
export interface OpenedSharedFile {
  file: SharedFile
  source: SealedSource
  /** As the uploader's browser sealed them, where there is a manifest; else as the server says. */
  name: string
  path: string
  /** Milliseconds since 1970. */
  lastModified?: number
  /** What the server shows differently from the manifest. */
  differences: ManifestDifference[]
}

export interface UnopenedSharedFile {
  file: SharedFile
  error: string
}

export interface OpenSharedOptions {
  linkToken: string
  pool: WorkerPool<KeysRemote>
  signal: AbortSignal
  /** Files done so far. */
  onProgress: (done: number) => void
}

/** In the order of `files`. @throws the signal's reason */
export async function openSharedFiles(
  files: readonly SharedFile[],
  { keys, keyStrings }: LinkKeys,
  { linkToken, pool, signal, onProgress }: OpenSharedOptions,
): Promise<(OpenedSharedFile | UnopenedSharedFile)[]> {
  const linkMaster = keys.kind === 'master' ? keys.linkMaster : null
  const linked = files.flatMap((file) => linkedKey(file, keys, keyStrings) ?? [])
  const share = (worker: KeysRemote, some: LinkedFile[]) => worker.openLinkKeys(linkMaster, some)
  const keysOfFiles = await inShares(linked, share, { pool, signal, onProgress })
  const opened = new Map(keysOfFiles.map((key) => [key.id, key]))
  const at: SealedAddresses = {
    one: callUrl(addresses.downloadSharedFile, { link_token: linkToken, id: '' }),
    together: callUrl(addresses.downloadSharedFilesTogether, { link_token: linkToken }),
  }
  return files.map((file) => {
    const key = opened.get(file.id)
    if (!key) return { file, error: `Decryption key for "${shownText(file.original_filename)}" not found.` }
    return key.ok ? openedFile(file, key, at) : { file, error: key.error }
  })
}

/**
 * How many files a link names that the server does not offer: they were deleted, or are held back. A link with one key
 * for all its files names none of them.
 */
export function notOffered(keys: LinkFragment, files: readonly Pick<SharedFile, 'id'>[]): number {
  if (keys.kind === 'master') return 0
  const offered = new Set(files.map(({ id }) => String(id)))
  return [...keys.fileKeys.keys()].filter((id) => !offered.has(id)).length
}

/** Null when nothing at hand opens the file. */
function linkedKey(
  file: SharedFile,
  keys: LinkFragment,
  keyStrings: LinkKeys['keyStrings'],
): LinkedFile | null {
  const common = { id: file.id, ivB64: file.encryption_iv, manifestB64: file.manifest }
  if (keys.kind === 'files') {
    const rawKey = keys.fileKeys.get(String(file.id))
    return rawKey ? { ...common, key: { rawKey } } : null
  }
  const keyString = keyStrings[file.id]
  return keyString === undefined ? null : { ...common, key: { part2B64: part2Of(keyString) } }
}

/** A string of another shape is left as it is: it opens nothing, and that is said of its file. */
function part2Of(keyString: string): string {
  try {
    return splitLinkKeyString(keyString).part2B64
  } catch {
    return keyString
  }
}

function openedFile(
  file: SharedFile,
  { rawKey, iv, manifest }: Extract<OpenedFileKey, { ok: true }>,
  at: SealedAddresses,
): OpenedSharedFile {
  const { id, original_filename, file_size, file_hash } = file
  // A link does not say where a file lay, so there is nothing to compare the path with.
  const path = manifest?.path ?? '.'
  const shown = { name: original_filename, path, size: file_size, sha256: file_hash }
  const { name, size, sha256 } = manifest ?? shown
  return {
    file,
    source: {
      at,
      id,
      size,
      sha256,
      rawKey,
      iv,
      root: manifest?.root ?? null,
      hasManifest: manifest !== null,
    },
    name,
    path,
    ...(manifest?.mtime !== undefined && { lastModified: manifest.mtime }),
    differences: manifest ? compareWithServer(manifest, shown) : [],
  }
}
