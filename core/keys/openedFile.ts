import { TimeSlice } from '../util/timeSlice.ts'
import type { Fault } from '../faults/fault.ts'
import {
  compareWithServer,
  type Manifest,
  type ManifestDifference,
  namesVerdict,
  type NamesVerdict,
  type OriginVerdict,
} from '../crypto/index.ts'
import type { ArchiveEntry, SealedFileUrls, SealedSource } from '../open/openJob.ts'
import { SafePaths } from '../download/safeNames.ts'
import type { OpenedKey } from './keysWorker.ts'
import type { SourceFolder } from './sentTo.ts'

/** A file's metadata in a list, for owners and recipients. */
export interface ListedFile {
  readonly id: number
  readonly original_filename: string
  /** Path in the owner's list, as in `FileRecord`; recipients' lists have none. */
  readonly stored_filename?: string | undefined
  readonly file_size: number
  /** SHA-256 of the plaintext; lists may leave it out. */
  readonly file_hash?: string | undefined
  /** Fingerprint of the key it was sealed to, if that is not the current one. */
  readonly sealed_to?: string | undefined
}

export interface OpenedFile<R extends ListedFile = ListedFile> {
  record: R
  source: SealedSource
  /** Name and path from the manifest, or else from the server. */
  name: string
  path: string
  lastModified?: number
  /** Members in which the server's record differs from the manifest, or from what hides its names. */
  differences: ManifestDifference[]
  /** The verdict on what the server knows of the names; null without a manifest. */
  namesVerdict: NamesVerdict | null
  /** Its batch and index, and the number of files in it; null without a manifest. */
  batchPosition: Pick<Manifest, 'batch' | 'index' | 'count'> | null
  /** Hash of the sender's answers, from the manifest; null if none. */
  answers: string | null
  /** Null without a manifest, or without a secret to compare with. */
  origin: OriginVerdict | null
  /** Null also for recipients, who do not judge it. */
  sentTo: SourceFolder
  /** Mark of its key (`seenMark`); '' for recipients. */
  mark: string
  /** True if it is a message of the sender (core/crypto/FORMAT.md, 3). */
  isText: boolean
  /** True if it arrived, according to the server, after the key it is sealed to had been replaced. */
  isLate: boolean
}

export interface UnopenedFile<R extends ListedFile = ListedFile> {
  record: R
  fault: Fault
}

/**
 * @param shownPath null if the list has no paths to compare
 * @param shownHash the server's SHA-256 of the plaintext
 */
export function openedFile<R extends ListedFile>(
  record: R,
  { rawKey, iv, manifest, hiddenRow, origin }: OpenedKey,
  urls: SealedFileUrls,
  shownPath: string | null,
  shownHash = record.file_hash,
): OpenedFile<R> {
  const row = {
    name: record.original_filename,
    path: shownPath ?? undefined,
    size: record.file_size,
    // Without any hash, a file counts as one with a wrong hash.
    sha256: shownHash ?? '',
  }
  const verdict = manifest && (hiddenRow ? namesVerdict(manifest, hiddenRow, row) : 'open')
  const expected = manifest && { ...manifest, ...(verdict !== 'open' && hiddenRow) }
  const { name, path = '.', size, sha256 } = manifest ?? row
  const hasManifest = manifest !== null
  return {
    record,
    source: { urls, id: record.id, size, sha256, rawKey, iv, root: manifest?.root ?? null, hasManifest },
    name,
    path,
    ...(manifest?.mtime !== undefined && { lastModified: manifest.mtime }),
    differences: expected ? compareWithServer(expected, row) : [],
    namesVerdict: verdict,
    batchPosition: manifest && { batch: manifest.batch, index: manifest.index, count: manifest.count },
    answers: manifest?.answers ?? null,
    origin,
    sentTo: null,
    mark: '',
    isText: manifest?.text !== undefined,
    isLate: false,
  }
}

/** Names files without a `depthFault` for an archive or a folder, in time slices, since there may be many. */
export async function archiveEntries(
  files: readonly Pick<OpenedFile, 'source' | 'name' | 'path' | 'lastModified'>[],
  names = new SafePaths(),
): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = []
  const slice = new TimeSlice()
  for (const { source, name, path, lastModified } of files) {
    if (slice.isOver) await slice.next()
    entries.push({
      ...source,
      name: names.add(path, name),
      ...(lastModified !== undefined && { lastModified }),
    })
  }
  return entries
}
