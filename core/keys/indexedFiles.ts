import type { FileRecord } from '../../contract/schemas/folders.ts'
import { type DecryptionKey, type IndexedFile, manifestText } from '../crypto/index.ts'
import type { SealedSource } from '../open/openJob.ts'
import type { IndexedKey, OwnOpenedKey } from './keysWorker.ts'
import type { OpenedFile } from './openedFile.ts'
import { directoryOf, isListedAsSent } from './storedNames.ts'

/**
 * [Note: Index of names]
 * A device keeps, sealed, what manifests with hidden names said (core/crypto/FORMAT.md, 22), so that a folder shows its
 * names at once the next time. The index serves what is shown. Whatever saves a file or passes it on opens its key and
 * manifest again, and refuses it if they are not those of the index. Verdicts that depend on what is remembered or trusted
 * are made anew.
 */

type Judged =
  | 'record'
  | 'name'
  | 'path'
  | 'differences'
  | 'namesVerdict'
  | 'batchPosition'
  | 'answers'
  | 'isText'

/** A file as its manifest describes it, opened now or known from the index. */
export type KnownFile = Pick<OpenedFile<FileRecord>, Judged | 'origin' | 'sentTo' | 'mark' | 'isLate'> & {
  readonly source: Pick<SealedSource, 'sha256' | 'hasManifest'>
}

/** True if, according to the server, the file arrived after its key had been replaced. */
export const isLate = (
  { upload_time }: FileRecord,
  { replacedAt }: Pick<DecryptionKey, 'replacedAt'>,
): boolean => replacedAt !== undefined && Date.parse(upload_time) > Date.parse(replacedAt)

/** The entry of an opened file; null unless its row hides its names, as the manifest says. */
export function indexedFile(
  { record, namesVerdict, differences, origin, mark }: OpenedFile<FileRecord>,
  { manifest, hiddenRow, commitment }: OwnOpenedKey,
  { fingerprint }: DecryptionKey,
): IndexedFile | null {
  const isHidden = namesVerdict === 'hidden' || namesVerdict === 'renamed'
  if (!isHidden || differences.length > 0) return null
  if (!manifest || !hiddenRow || commitment === null || fingerprint === undefined) return null
  return {
    ...{ id: record.id, size: manifest.size, name: hiddenRow.name, hash: hiddenRow.sha256, kc: commitment },
    ...{ sealedTo: fingerprint, origin: origin ?? 'plain', seen: mark, manifest },
  }
}

/** What the index says of a file; null if the entry does not count for this row with these keys. */
export function knownFile(
  record: FileRecord,
  { file, sentTo }: IndexedKey,
  decryptionKeys: readonly DecryptionKey[],
): KnownFile | null {
  const opener = decryptionKeys.find(({ fingerprint }) => fingerprint === file.sealedTo)
  const isCounted =
    record.id === file.id &&
    record.file_size === file.size &&
    record.original_filename === file.name &&
    (record.file_hash ?? file.hash) === file.hash &&
    directoryOf(record) === '.' &&
    isListedAsSent(record)
  if (!opener || !isCounted) return null
  const { name, path, sha256, batch, index, count, answers = null, private: isPrivate, text } = file.manifest
  return {
    ...{ record, name, path, source: { sha256, hasManifest: true }, differences: [], answers },
    namesVerdict: isPrivate === undefined ? 'renamed' : 'hidden',
    batchPosition: { batch, index, count },
    isText: text !== undefined,
    ...{ origin: file.origin, sentTo, mark: file.seen, isLate: isLate(record, opener) },
  }
}

/** True if a file is not the one that its entry describes. */
export const isExchanged = (file: IndexedFile, { commitment, manifest }: OwnOpenedKey): boolean =>
  commitment !== file.kc || !manifest || manifestText(manifest) !== manifestText(file.manifest)
