import { TimeSlice } from '../util/timeSlice.ts'
import type { Fault } from '../faults/fault.ts'
import {
  compareWithServer,
  type Manifest,
  type ManifestDifference,
  type OriginVerdict,
} from '../crypto/index.ts'
import type { ArchiveEntry, SealedAddresses, SealedSource } from '../open/job.ts'
import { ArchiveNames } from '../download/safeNames.ts'
import type { OpenedKey } from './keysWorker.ts'

/** What a list of the server says of a file, whoever reads it. */
export interface ListedFile {
  readonly id: number
  readonly original_filename: string
  /** Plaintext bytes. */
  readonly file_size: number
  readonly file_hash: string
  /** Fingerprint of the key it was sealed to, where that is no longer the one in force. */
  readonly sealed_to?: string | undefined
}

/** A file whose key was opened, and its manifest where there is one. */
export interface OpenedFile<R extends ListedFile = ListedFile> {
  record: R
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
  /** The answers of its sender that its manifest names, by their hash; null where it names none. */
  answers: string | null
  /** Null without a manifest, and to whoever has no secret to compare with. */
  origin: OriginVerdict | null
  /** It arrived, says the server, when the key of the folder that it is sealed to had been replaced. */
  isLate: boolean
}

export interface UnopenedFile<R extends ListedFile = ListedFile> {
  record: R
  fault: Fault
}

/** @param shownPath null where the list does not say where the file lay: there is nothing to compare with */
export function openedFile<R extends ListedFile>(
  record: R,
  { rawKey, iv, manifest, origin }: OpenedKey,
  at: SealedAddresses,
  shownPath: string | null,
): OpenedFile<R> {
  const shown = {
    name: record.original_filename,
    path: shownPath ?? manifest?.path ?? '.',
    size: record.file_size,
    sha256: record.file_hash,
  }
  const { name, path, size, sha256 } = manifest ?? shown
  const hasManifest = manifest !== null
  return {
    record,
    source: { at, id: record.id, size, sha256, rawKey, iv, root: manifest?.root ?? null, hasManifest },
    name,
    path,
    ...(manifest?.mtime !== undefined && { lastModified: manifest.mtime }),
    differences: manifest ? compareWithServer(manifest, shown) : [],
    batch: manifest && { batch: manifest.batch, index: manifest.index, count: manifest.count },
    answers: manifest?.answers ?? null,
    origin,
    isLate: false,
  }
}

/** Named for an archive or a folder, in turns: there may be many. */
export async function archiveEntries(
  files: readonly Pick<OpenedFile, 'source' | 'name' | 'path' | 'lastModified'>[],
  names = new ArchiveNames(),
): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = []
  const turn = new TimeSlice()
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
