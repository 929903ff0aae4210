import { addresses } from '../../contract/addresses.ts'
import { callUrl } from '../../contract/call.ts'
import type { FileKeys, FileRecord } from '../../contract/folders.ts'
import { maxKeysPerRequest } from '../../contract/limits.ts'
import { shownText } from '../../contract/shownText.ts'
import type { CommittedFileKey, OpenedFileKey, WrappedFileKey } from '../../workers/fileKeys.ts'
import { callApi } from '../api/client.ts'
import { Turn } from '../api/turns.ts'
import {
  compareWithServer,
  type CryptoErrorCode,
  type Manifest,
  type ManifestDifference,
} from '../crypto/index.ts'
import type { ArchiveEntry, SealedAddresses, SealedSource } from '../protocol/downloadJobs.ts'
import { ArchiveNames } from './safeNames.ts'
import { inShares } from './shares.ts'
import { directoryOf, isListedAsSent } from './storedNames.ts'
import type { KeysRemote, WorkerPool } from './workerPool.ts'

export type { CommittedFileKey }

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
  /** What was sent together with it, and how many; null without a manifest. */
  batch: Pick<Manifest, 'batch' | 'index' | 'count'> | null
}

export interface UnopenedFile {
  record: FileRecord
  error: string
  /** Null when it was no crypto error: its key did not come. */
  code: CryptoErrorCode | null
}

export interface OpenOptions {
  privateKey: CryptoKey
  pool: WorkerPool<KeysRemote>
  signal: AbortSignal
  /** Files done so far. */
  onProgress: (done: number) => void
}

/** Fetches the wrapped keys of files and opens them in the workers. @throws ApiError, or the signal's reason */
export async function openOwnFiles(
  records: readonly FileRecord[],
  { privateKey, pool, signal, onProgress }: OpenOptions,
): Promise<{ opened: OpenedFile[]; unopened: UnopenedFile[] }> {
  const opened: OpenedFile[] = []
  const unopened: UnopenedFile[] = []
  const ids = records.map(({ id }) => id)
  const open = (worker: KeysRemote, share: WrappedFileKey[]) => worker.openFileKeys(privateKey, share)
  for await (const { at, keys } of keysInSteps(ids, open, { pool, signal, onProgress })) {
    for (const record of records.slice(at, at + maxKeysPerRequest)) {
      const key = keys.get(record.id)
      if (key?.ok) opened.push(openedFile(record, key))
      else
        unopened.push({
          record,
          error: key?.error ?? `Missing encryption data for ${shownText(record.original_filename)}`,
          code: key?.code ?? null,
        })
    }
  }
  return { opened, unopened }
}

/**
 * What the keys of files are, by id, each opened with the first of the private keys that fits. One whose key did not
 * come is missing. @throws ApiError, or the signal's reason
 */
export async function commitOwnFiles(
  ids: readonly number[],
  { privateKeys, ...options }: Omit<OpenOptions, 'privateKey'> & { privateKeys: CryptoKey[] },
): Promise<Map<number, CommittedFileKey>> {
  const commit = (worker: KeysRemote, share: WrappedFileKey[]) => worker.commitFileKeys(privateKeys, share)
  const committed = new Map<number, CommittedFileKey>()
  for await (const { keys } of keysInSteps(ids, commit, options))
    for (const [id, key] of keys) committed.set(id, key)
  return committed
}

/** Fetches wrapped keys, as many at a time as a request takes, and has the workers do something with them. */
async function* keysInSteps<K extends { id: number }>(
  ids: readonly number[],
  work: (worker: KeysRemote, share: WrappedFileKey[]) => Promise<K[]>,
  { pool, signal, onProgress }: Omit<OpenOptions, 'privateKey'>,
): AsyncGenerator<{ at: number; keys: Map<number, K> }> {
  let next = fetchKeys(ids, 0, signal)
  for (let at = 0; at < ids.length; at += maxKeysPerRequest) {
    const wrapped = (await next).map(({ id, encrypted_key, encryption_iv, manifest }) => ({
      id,
      encryptedKeyB64: encrypted_key,
      ivB64: encryption_iv,
      manifestB64: manifest,
    }))
    next = fetchKeys(ids, at + maxKeysPerRequest, signal)
    const keys = await inShares(wrapped, work, {
      pool,
      signal,
      onProgress: (done) => onProgress(at + done),
    })
    yield { at, keys: new Map(keys.map((key) => [key.id, key])) }
  }
}

/** The keys of one request, asked for while those before are being opened. */
function fetchKeys(ids: readonly number[], from: number, signal: AbortSignal): Promise<FileKeys[]> {
  const file_ids = ids.slice(from, from + maxKeysPerRequest)
  if (file_ids.length === 0) return Promise.resolve([])
  const keys = callApi('getFileKeys', { body: { file_ids }, signal })
  keys.catch(() => undefined) // reported when it is its turn
  return keys
}

const sealedAddresses: SealedAddresses = {
  one: callUrl(addresses.downloadFile, { id: '' }),
  together: callUrl(addresses.downloadFilesTogether),
}

function openedFile(record: FileRecord, key: Extract<OpenedFileKey, { ok: true }>): OpenedFile {
  const shown = {
    name: record.original_filename,
    path: directoryOf(record),
    size: record.file_size,
    sha256: record.file_hash,
  }
  const { manifest } = key
  const { name, path, size, sha256 } = manifest ?? shown
  const differences = manifest ? compareWithServer(manifest, shown) : []
  // The list shows the name out of `stored_filename`, which is as much the server's word.
  if (manifest && !differences.includes('name') && !isListedAsSent(record)) differences.unshift('name')
  return {
    record,
    source: {
      at: sealedAddresses,
      id: record.id,
      size,
      sha256,
      rawKey: key.rawKey,
      iv: key.iv,
      root: manifest?.root ?? null,
      hasManifest: manifest !== null,
    },
    name,
    path,
    ...(manifest?.mtime !== undefined && { lastModified: manifest.mtime }),
    differences,
    batch: manifest && { batch: manifest.batch, index: manifest.index, count: manifest.count },
  }
}

/** Named for an archive, in turns: there may be many. */
export async function archiveEntries(
  files: Pick<OpenedFile, 'source' | 'name' | 'path' | 'lastModified'>[],
): Promise<ArchiveEntry[]> {
  const names = new ArchiveNames()
  const entries: ArchiveEntry[] = []
  const turn = new Turn()
  for (const { source, name, path, lastModified } of files) {
    if (turn.isOver) await turn.next()
    entries.push({
      ...source,
      name: names.add(path, name),
      ...(lastModified !== undefined && { lastModified }),
    })
  }
  return entries
}
