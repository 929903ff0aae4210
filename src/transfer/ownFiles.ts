import { callUrl } from '../../contract/call.ts'
import { downloadFile, downloadFilesTogether, type FileRecord, getFileKeys } from '../../contract/folders.ts'
import { maxKeysPerRequest } from '../../contract/limits.ts'
import { callApi } from '../api/client.ts'
import { compareWithServer, type CryptoErrorCode, type ManifestDifference } from '../crypto/index.ts'
import type { ArchiveEntry, SealedSource } from '../protocol/downloadJobs.ts'
import { ArchiveNames } from './safeNames.ts'
import type { WorkerPool } from './workerPool.ts'

/** A file of the administrator's own, its key unwrapped and its manifest opened. */
export interface OpenedFile {
  record: FileRecord
  source: SealedSource
  /** As the uploader's browser sealed them, where there is a manifest; else as the server says. */
  name: string
  path: string
  /** Milliseconds since 1970. */
  lastModified?: number
  /** What the server shows differently from the manifest. */
  differences: ManifestDifference[]
}

export interface UnopenedFile {
  record: FileRecord
  error: string
  /** Null when it was no crypto error: its key did not come. */
  code: CryptoErrorCode | null
}

export interface OpenOptions {
  privateKey: CryptoKey
  pool: WorkerPool
  signal: AbortSignal
  /** Files done so far. */
  onProgress: (done: number) => void
}

/** Fetches the wrapped keys of files and opens them in the workers. @throws ApiError, or the signal's reason */
export async function openOwnFiles(
  records: FileRecord[],
  { privateKey, pool, signal, onProgress }: OpenOptions,
): Promise<{ opened: OpenedFile[]; unopened: UnopenedFile[] }> {
  const opened: OpenedFile[] = []
  const unopened: UnopenedFile[] = []
  for (let at = 0; at < records.length; at += maxKeysPerRequest) {
    const part = records.slice(at, at + maxKeysPerRequest)
    const keys = await callApi(getFileKeys, { body: { file_ids: part.map(({ id }) => id) }, signal })
    const wrapped = keys.map(({ id, encrypted_key, encryption_iv, manifest }) => ({
      id,
      encryptedKeyB64: encrypted_key,
      ivB64: encryption_iv,
      manifestB64: manifest,
    }))
    // Shares small enough to keep every worker busy and the progress moving.
    const share = Math.ceil(wrapped.length / (pool.size * 2))
    const shares = Array.from({ length: Math.ceil(wrapped.length / share) }, (_, index) =>
      pool.lease(async (worker) => {
        signal.throwIfAborted()
        return worker.openFileKeys(privateKey, wrapped.slice(index * share, (index + 1) * share))
      }),
    )
    const byId = new Map((await Promise.all(shares)).flat().map((key) => [key.id, key]))
    for (const record of part) {
      const key = byId.get(record.id)
      if (!key?.ok) {
        unopened.push({
          record,
          error: key?.error ?? `Missing encryption data for ${record.original_filename}`,
          code: key?.code ?? null,
        })
        continue
      }
      const shown = {
        name: record.original_filename,
        path: directoryOf(record.stored_filename),
        size: record.file_size,
        sha256: record.file_hash,
      }
      const { manifest } = key
      const { name, path, size, sha256 } = manifest ?? shown
      opened.push({
        record,
        source: {
          url: callUrl(downloadFile, { id: record.id }),
          bulk: { url: callUrl(downloadFilesTogether), id: record.id },
          size,
          sha256,
          rawKey: key.rawKey,
          iv: key.iv,
          hasManifest: manifest !== null,
        },
        name,
        path,
        ...(manifest?.mtime !== undefined && { lastModified: manifest.mtime }),
        differences: manifest ? compareWithServer(manifest, shown) : [],
      })
    }
    onProgress(Math.min(records.length, at + part.length))
  }
  return { opened, unopened }
}

/** The directory part of `stored_filename`: without the folder id in front and the name behind; '.' for the root. */
export function directoryOf(storedFilename: string): string {
  return storedFilename.split('/').slice(1, -1).join('/') || '.'
}

export function archiveEntries(
  files: Pick<OpenedFile, 'source' | 'name' | 'path' | 'lastModified'>[],
): ArchiveEntry[] {
  const names = new ArchiveNames()
  return files.map(({ source, name, path, lastModified }) => ({
    ...source,
    name: names.add(path, name),
    ...(lastModified !== undefined && { lastModified }),
  }))
}
