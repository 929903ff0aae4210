import { join } from 'node:path'
import { assertDefined } from '../../contract/assertDefined.ts'
import { MiB } from '../../contract/limits.ts'
import { totalLength } from '../../core/crypto/index.ts'
import { type Fault, FaultError } from '../../core/faults/fault.ts'
import type { ArchiveEntry } from '../../core/open/openJob.ts'
import { openChunks } from '../../core/open/openChunks.ts'
import type { OpeningContext } from '../../core/open/openingContext.ts'
import {
  findTarget,
  type FolderLookup,
  targetName,
  nextTarget,
  type TargetPath,
} from '../../core/open/targetPath.ts'
import { type OpenedEntry, readAhead } from '../../core/open/readAhead.ts'
import type { Bytes } from '../../core/ports.ts'
import { faultOfDisk } from '../platform/diskErrors.ts'
import { reservedFolders } from './reservedFolders.ts'
import type { PartialFile, PartialFiles } from './partialFiles.ts'
import { TaskPool } from './taskPool.ts'
import type { TargetFolder } from './targetFolder.ts'

/** Small files that are written concurrently: each waits for the disk several times. */
const maxConcurrentWrites = 16
const maxConcurrentBytes = 16 * MiB

/** Callbacks of `saveEntries`. Indexes are those of the entries. */
interface SavingListener {
  /** Number of newly verified bytes, existing ones included; negative if some have to be fetched again. */
  onBytes(bytes: number): void
  /** A file is in place. @param path absolute @param existed true if it was in place before */
  onSaved(index: number, path: string, existed: boolean): void
  onFailed(index: number, why: Fault): void
  /** All targets are known, and fetching begins. */
  onTargets?(): void
  /**
   * Decides on a file that is complete and verified, but not in place yet.
   * @param partialPath absolute, whose last part is a number, a dot and the name of the file
   * @returns true if it may be put in place; otherwise the listener has removed it
   */
  acceptFile?(index: number, partialPath: string): Promise<boolean>
}

interface SavingTarget {
  readonly targetFolder: TargetFolder
  readonly partials: PartialFiles
  /** Looks existing files up, if not in the target folder itself. */
  readonly lookup?: FolderLookup
}

/**
 * Saves files in a folder, each under its safe path (`archiveEntries`), opened and verified by `core/open`.
 * Existing files with the same content are not fetched. Other existing files keep their names, and new ones get a
 * number. Interrupted large files are resumed, also after a kill. A failed file is reported, and the others continue.
 * @throws what ends all files: the signal's reason, FaultError 'device-full'
 */
export async function saveEntries(
  target: SavingTarget,
  entries: readonly ArchiveEntry[],
  baseOpening: OpeningContext,
  listener: SavingListener,
): Promise<void> {
  const job: SavingJob = {
    ...{ targetFolder: target.targetFolder, partials: target.partials, listener },
    lookup: target.lookup ?? target.targetFolder,
    opening: { ...baseOpening, onVerified: (bytes) => listener.onBytes(bytes) },
    takenKeys: new Set(),
  }
  const { missing, existing } = await findTargets(job, entries)
  listener.onTargets?.()
  for (const { index, path } of existing) listener.onSaved(index, path, true)
  await fetchMissing(job, missing)
}

interface SavingJob extends Required<SavingTarget> {
  readonly opening: OpeningContext
  readonly listener: SavingListener
  /** Targets of other entries, see `findTarget`. */
  readonly takenKeys: Set<string>
}

interface MissingEntry extends ArchiveEntry {
  readonly entryIndex: number
  /** Number of earlier entries with its id: a server may list a file twice. */
  readonly duplicateIndex: number
  readonly target: TargetPath
}

interface ExistingEntry {
  readonly index: number
  /** The absolute path of the file that is there. */
  readonly path: string
}

/** Finds a target for each entry, and reports those that have none. */
async function findTargets(
  { targetFolder, lookup, takenKeys, opening, listener }: SavingJob,
  entries: readonly ArchiveEntry[],
): Promise<{ missing: MissingEntry[]; existing: ExistingEntry[] }> {
  const missing: MissingEntry[] = []
  const existing: ExistingEntry[] = []
  const countById = new Map<number, number>()
  for (const [entryIndex, namedEntry] of entries.entries()) {
    const entry = { ...namedEntry, name: outsideReservedFolders(namedEntry.name) }
    const duplicateIndex = countById.get(entry.id) ?? 0
    countById.set(entry.id, duplicateIndex + 1)
    try {
      const { target, existed } = await findTarget(lookup, takenKeys, entry, opening)
      if (!existed) {
        missing.push({ ...entry, entryIndex, duplicateIndex, target })
        continue
      }
      listener.onBytes(entry.size)
      const path = join(targetFolder.root, ...target.path, targetName(target))
      existing.push({ index: entryIndex, path })
    } catch (error) {
      opening.signal.throwIfAborted()
      listener.onFailed(entryIndex, faultOfDisk(error))
    }
  }
  return { missing, existing }
}

/** Fetches entries and puts them in place: small files concurrently, large ones one by one. */
async function fetchMissing(job: SavingJob, missing: readonly MissingEntry[]): Promise<void> {
  const { targetFolder, partials, opening, listener } = job
  const smallFiles = new TaskPool(maxConcurrentWrites, maxConcurrentBytes)
  const partialOf = (entry: MissingEntry) => partials.forEntry(entry, entry.duplicateIndex)
  /** Partial files of large entries that are read ahead. */
  const resumedPartials = new Map<MissingEntry, PartialFile>()
  const readExisting = (entry: MissingEntry) => {
    const partial = partialOf(entry)
    resumedPartials.set(entry, partial)
    return countBytes(partial.readExistingChunks(), listener)
  }
  try {
    for await (const item of readAhead(missing, opening, readExisting)) {
      const { entry } = item
      if ('whole' in item) {
        const partial = partialOf(entry)
        await smallFiles.add(entry.size, () =>
          runOrReportFailure(job, entry, partial, () => saveSmallFile(job, entry, partial, item.whole)),
        )
      } else {
        const partial = resumedPartials.get(entry) ?? partialOf(entry)
        resumedPartials.delete(entry)
        await runOrReportFailure(job, entry, partial, async () => {
          await writeLargeFile(partial, item, opening, listener)
          await uncountOnFailure(listener, partial.position, () => putInPlace(job, entry, partial))
        })
      }
    }
  } finally {
    // No write may follow the end, however it ends.
    try {
      await smallFiles.whenIdle()
    } finally {
      for (const partial of resumedPartials.values()) await partial.close()
      await targetFolder.sync()
    }
  }
}

const saveSmallFile = (
  job: SavingJob,
  entry: MissingEntry,
  partial: PartialFile,
  pieces: readonly Bytes[],
): Promise<void> =>
  uncountOnFailure(job.listener, totalLength(pieces), async () => {
    await partial.write(pieces)
    await putInPlace(job, entry, partial)
  })

/** Runs work on bytes that were counted; subtracts them if it fails. */
async function uncountOnFailure(
  listener: SavingListener,
  bytes: number,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    listener.onBytes(-bytes)
    throw error
  }
}

/** Changes names below reserved folders: files of strangers must not mix with those that commands keep there. */
const outsideReservedFolders = (name: string): string =>
  reservedFolders.has(assertDefined(name.split('/', 1)[0]).toLowerCase()) ? `_${name}` : name

async function* countBytes(pieces: AsyncIterable<Bytes>, listener: SavingListener) {
  for await (const piece of pieces) {
    listener.onBytes(piece.length)
    yield piece
  }
}

/** Runs the work of one file, and reports its failure. @throws FaultError 'device-full', the signal's reason */
async function runOrReportFailure(
  { opening: { signal }, listener }: SavingJob,
  entry: MissingEntry,
  partial: PartialFile,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    await partial.close()
    signal.throwIfAborted()
    const why = faultOfDisk(error)
    if (why.code === 'device-full') throw new FaultError(why, { cause: error })
    // Existing data is unverified, so the next run must start over. If it was not read, it may be good.
    if (partial.isOpened && (isOtherContent(why) || partial.position === 0)) await partial.delete()
    listener.onFailed(entry.entryIndex, why)
  }
}

const isOtherContent = ({ code }: Fault): boolean => code === 'content-mismatch' || code === 'hash-mismatch'

/** Writes chunk by chunk; starts over once if existing data turns out to be different. */
async function writeLargeFile(
  partial: PartialFile,
  item: Exclude<OpenedEntry<MissingEntry>, { whole: unknown }>,
  opening: OpeningContext,
  listener: SavingListener,
): Promise<void> {
  const write = async (pieces: AsyncIterable<Bytes>) => {
    for await (const piece of pieces) {
      opening.signal.throwIfAborted()
      await partial.write([piece])
    }
  }
  try {
    if ('fault' in item) throw new FaultError(item.fault)
    await write(item.pieces)
  } catch (error) {
    opening.signal.throwIfAborted()
    // Data of an earlier run was counted as saved; it is fetched again after a restart.
    const canRestart = partial.resumedBytes > 0 && error instanceof FaultError && isOtherContent(error.fault)
    const resumedBytes = Math.min(partial.position, partial.resumedBytes)
    if (resumedBytes > 0) listener.onBytes(-resumedBytes)
    if (!canRestart) throw error
    await partial.restart()
    await write(openChunks(item.entry, opening))
  }
}

/** Completes a partial file and moves it to its target, or the next free one, if the listener accepts it. */
async function putInPlace(
  { targetFolder, takenKeys, listener }: SavingJob,
  { entryIndex, lastModified, target: firstTarget }: MissingEntry,
  partial: PartialFile,
): Promise<void> {
  await partial.finish(lastModified)
  if (listener.acceptFile && !(await listener.acceptFile(entryIndex, partial.path))) return
  for (let target = firstTarget; ; target = nextTarget(takenKeys, target)) {
    const path = await targetFolder.moveInto(partial.path, target.path, targetName(target))
    if (path === null) continue
    listener.onSaved(entryIndex, path, false)
    return
  }
}
