import { assertDefined } from '../../contract/assertDefined.ts'
import { isPlaceholder } from '../../contract/fileNames.ts'
import { addresses } from '../../contract/addresses.ts'
import { callUrl } from '../../contract/call.ts'
import type { FileKeys, FileRecord } from '../../contract/schemas/folders.ts'
import { maxKeysPerRequest } from '../../contract/limits.ts'
import type { DecryptionKey, IndexedFile } from '../crypto/index.ts'
import { fault } from '../faults/fault.ts'
import { markHandled } from '../util/markHandled.ts'
import { indexedFile, isExchanged, isLate } from './indexedFiles.ts'
import type { SealedFileUrls } from '../open/openJob.ts'
import type { KeysWorker, KeyCommitment, OwnOpenedKey, UnopenedKey, WrappedFile } from './keysWorker.ts'
import { type OpenedFile, openedFile, type UnopenedFile } from './openedFile.ts'
import type { FolderTags } from './sentTo.ts'
import { splitAcrossWorkers, type SplitOptions } from './splitAcrossWorkers.ts'
import { directoryOf, isListedAsSent, knownName } from './storedNames.ts'

export type OwnFile<R extends FileRecord = FileRecord> = OpenedFile<R>
export type UnopenedOwnFile<R extends FileRecord = FileRecord> = UnopenedFile<R>

export interface OwnKeysOptions extends SplitOptions {
  /** The folder's keys: each file opens with the first that fits. */
  decryptionKeys: DecryptionKey[]
  /** Remembered links of folders of one person, the files' own folder first; none in a shared folder. */
  remembered?: readonly FolderTags[] | undefined
  /** Entries of the index that count, by file; if given, entries of other hidden names are returned. */
  indexed?: ReadonlyMap<number, IndexedFile> | undefined
  /** Fetches the wrapped keys of files, `maxKeysPerRequest` at most. */
  fetchKeys: (ids: readonly number[], signal: AbortSignal) => Promise<FileKeys[]>
}

/**
 * Makes a `fetchKeys` for `openOwnFiles` that requests the keys of the first files at once, while the caller still
 * fetches what is needed to open them.
 */
export function fetchKeysAhead(
  records: readonly FileRecord[],
  { fetchKeys, signal }: Pick<OwnKeysOptions, 'fetchKeys' | 'signal'>,
): OwnKeysOptions['fetchKeys'] {
  const ids = records.slice(0, maxKeysPerRequest).map(({ id }) => id)
  let first = ids.length === 0 ? null : markHandled(fetchKeys(ids, signal))
  return (next) => {
    const result = first ?? fetchKeys(next, signal)
    first = null
    return result
  }
}

/**
 * Opens files; results are in their order. `toIndex` are those whose names the index lacks.
 * @throws errors of `fetchKeys`, or the signal's reason
 */
export async function openOwnFiles<R extends FileRecord>(
  records: readonly R[],
  { decryptionKeys, remembered = [], indexed, ...options }: OwnKeysOptions,
): Promise<{ opened: OwnFile<R>[]; unopened: UnopenedOwnFile<R>[]; toIndex: IndexedFile[] }> {
  const toIndex: IndexedFile[] = []
  const opened: OwnFile<R>[] = []
  const unopened: UnopenedOwnFile<R>[] = []
  const ids = records.map(({ id }) => id)
  const placeholders = new Set(
    records.flatMap(({ id, original_filename }) => (isPlaceholder(original_filename) ? [id] : [])),
  )
  const open = (worker: KeysWorker, share: WrappedFile[]) =>
    worker.openOwn(
      decryptionKeys,
      share.map((file) => ({ ...file, hasPlaceholder: placeholders.has(file.id) })),
      [...remembered],
    )
  for await (const { start, keys, hashes } of keysInGroups<OwnOpenedKey | UnopenedKey>(ids, open, options)) {
    for (const record of records.slice(start, start + maxKeysPerRequest)) {
      const key = keys.get(record.id)
      const hash = hashes.get(record.id)
      if (!key?.ok) {
        unopened.push({ record, fault: key?.fault ?? missingKeyFault(record) })
        continue
      }
      const entry = indexed?.get(record.id)
      if (entry && isExchanged(entry, key)) {
        unopened.push({ record, fault: fault('file-exchanged') })
        continue
      }
      const opener = assertDefined(decryptionKeys[key.keyIndex])
      const file = ownFile(record, key, opener, hash)
      opened.push(file)
      const newEntry = indexed && !entry && indexedFile(file, key, opener)
      if (newEntry) toIndex.push(newEntry)
    }
  }
  return { opened, unopened, toIndex }
}

const missingKeyFault = ({ id, original_filename: name }: FileRecord) =>
  fault('key-not-sent', { values: { name: knownName(name) ?? String(id) } })

/** Commitments to the keys of files, by id. Files without a key are missing. @throws like `openOwnFiles` */
export async function fetchKeyCommitments(
  ids: readonly number[],
  { decryptionKeys, ...options }: OwnKeysOptions,
): Promise<Map<number, KeyCommitment | UnopenedKey>> {
  const commit = (worker: KeysWorker, share: WrappedFile[]) =>
    worker.computeKeyCommitments(decryptionKeys, share)
  const committed = new Map<number, KeyCommitment | UnopenedKey>()
  for await (const { keys } of keysInGroups<KeyCommitment | UnopenedKey>(ids, commit, options))
    for (const [id, key] of keys) committed.set(id, key)
  return committed
}

async function* keysInGroups<K extends { id: number }>(
  ids: readonly number[],
  work: (worker: KeysWorker, share: WrappedFile[]) => Promise<K[]>,
  { workers, signal, onProgress, fetchKeys }: Omit<OwnKeysOptions, 'decryptionKeys'>,
): AsyncGenerator<{ start: number; keys: Map<number, K>; hashes: Map<number, string | undefined> }> {
  /** Fetched while the previous ones are being opened. */
  const fetch = (from: number): Promise<FileKeys[]> => {
    const group = ids.slice(from, from + maxKeysPerRequest)
    return group.length === 0 ? Promise.resolve([]) : markHandled(fetchKeys(group, signal))
  }
  let next = fetch(0)
  for (let start = 0; start < ids.length; start += maxKeysPerRequest) {
    const fileKeys = await next
    const wrapped = fileKeys.map(wrappedFile)
    next = fetch(start + maxKeysPerRequest)
    const keys = await splitAcrossWorkers(wrapped, work, {
      workers,
      signal,
      onProgress: (done) => onProgress(start + done),
    })
    yield {
      start,
      keys: new Map(keys.map((key) => [key.id, key])),
      hashes: new Map(fileKeys.map(({ id, file_hash }) => [id, file_hash])),
    }
  }
}

const wrappedFile = ({ id, encrypted_key, encryption_iv, manifest }: FileKeys): WrappedFile => ({
  id,
  encryptedKeyB64: encrypted_key,
  ivB64: encryption_iv,
  manifestB64: manifest,
})

const ownFileUrls: SealedFileUrls = {
  fileUrl: callUrl(addresses.downloadFile, { id: '' }),
  bundleUrl: callUrl(addresses.downloadFilesTogether),
}

function ownFile<R extends FileRecord>(
  record: R,
  key: OwnOpenedKey,
  opener: DecryptionKey,
  hash: string | undefined,
): OwnFile<R> {
  const file = {
    ...openedFile(record, key, ownFileUrls, directoryOf(record), hash),
    sentTo: key.sentTo,
    mark: key.mark,
    isLate: isLate(record, opener),
  }
  // The list shows the name in `stored_filename`, which is the server's claim as well.
  if (key.manifest && !file.differences.includes('name') && !isListedAsSent(record))
    file.differences.unshift('name')
  return file
}
