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

/** Callbacks of `saveToDisk`. Indexes are those of the entries. */
interface SavingListener {
  /** Number of newly verified bytes, existing ones included; negative if some have to be fetched again. */
  onBytes(bytes: number): void
  /** A file is in place. @param wasThere it was there before @param path absolute */
  onSaved(index: number, path: string, wasThere: boolean): void
  onFailed(index: number, why: Fault): void
  /** All targets are known: fetching begins. */
  onTargets?(): void
  /**
   * A file is complete and verified, but not in place yet.
   * @param partial absolute path, whose last part is a number, a dot and the name of the file
   * @returns true if it may be put in place; otherwise the listener has removed it
   */
  admit?(index: number, partial: string): Promise<boolean>
}

/**
 * Saves files in a folder, each under its safe path (`archiveEntries`), opened and verified by `core/open`.
 * Existing files with the same content, according to `view`, are not fetched; other existing files keep their
 * names, and new ones get a number. Interrupted large files are resumed, also after a kill. A failed file is
 * reported, and the others continue.
 * @throws what ends all files: the signal's reason, FaultError 'device-full'
 */
export async function saveToDisk(
  { tree, partials, view = tree }: { tree: TargetFolder; partials: PartialFiles; view?: FolderLookup },
  entries: readonly ArchiveEntry[],
  baseOpening: OpeningContext,
  listener: SavingListener,
): Promise<void> {
  const opening: OpeningContext = { ...baseOpening, onVerified: (bytes) => listener.onBytes(bytes) }
  const taken = new Set<string>()
  const missing: MissingEntry[] = []
  /** Number of earlier entries by file id: a server may list a file twice. */
  const countById = new Map<number, number>()
  const existing: [number, string][] = []
  for (const [index, given] of entries.entries()) {
    const entry = { ...given, name: outsideReservedFolders(given.name) }
    const duplicateIndex = countById.get(given.id) ?? 0
    countById.set(given.id, duplicateIndex + 1)
    try {
      const { target, isThere } = await findTarget(view, taken, entry, opening)
      if (!isThere) {
        missing.push({ ...entry, entryIndex: index, duplicateIndex, target })
        continue
      }
      listener.onBytes(entry.size)
      existing.push([index, join(tree.root, ...target.path, targetName(target))])
    } catch (error) {
      opening.signal.throwIfAborted()
      listener.onFailed(index, faultOfDisk(error))
    }
  }
  listener.onTargets?.()
  for (const [index, path] of existing) listener.onSaved(index, path, true)

  const smallFiles = new TaskPool(maxConcurrentWrites, maxConcurrentBytes)
  const begun = new Map<MissingEntry, PartialFile>()
  const resume = (entry: MissingEntry) => {
    const partial = partials.forEntry(entry, entry.duplicateIndex)
    begun.set(entry, partial)
    return countBytes(partial.readExistingChunks(), listener)
  }
  const settle = (partial: PartialFile, entry: MissingEntry) =>
    putInPlace(partial, entry, { tree, taken, listener })
  /** Subtracts bytes that were counted, if the file is not saved. */
  const uncountOnFailure = async (bytes: number, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      listener.onBytes(-bytes)
      throw error
    }
  }
  try {
    for await (const item of readAhead(missing, opening, resume)) {
      const { entry } = item
      if ('whole' in item) {
        const { whole } = item
        const partial = partials.forEntry(entry, entry.duplicateIndex)
        await smallFiles.add(entry.size, () =>
          runOrReportFailure(entry, partial, opening, listener, () =>
            uncountOnFailure(totalLength(whole), async () => {
              await partial.write(whole)
              await settle(partial, entry)
            }),
          ),
        )
      } else {
        const partial = begun.get(entry) ?? partials.forEntry(entry, entry.duplicateIndex)
        begun.delete(entry)
        await runOrReportFailure(entry, partial, opening, listener, async () => {
          await writeLargeFile(partial, item, opening, listener)
          await uncountOnFailure(partial.position, () => settle(partial, entry))
        })
      }
    }
  } finally {
    // No write may follow the end, however it ends.
    try {
      await smallFiles.onIdle()
    } finally {
      for (const partial of begun.values()) await partial.close()
      await tree.sync()
    }
  }
}

type MissingEntry = ArchiveEntry & { entryIndex: number; duplicateIndex: number; target: TargetPath }

/** Files of strangers must not mix with those of reserved folders, whichever command fills the folder. */
const outsideReservedFolders = (name: string): string =>
  reservedFolders.has(assertDefined(name.split('/', 1)[0]).toLowerCase()) ? `_${name}` : name

async function* countBytes(pieces: AsyncIterable<Bytes>, listener: SavingListener) {
  for await (const piece of pieces) {
    listener.onBytes(piece.length)
    yield piece
  }
}

/** Runs one file, and reports its failure. A full disk ends all. */
async function runOrReportFailure(
  entry: MissingEntry,
  partial: PartialFile,
  { signal }: OpeningContext,
  listener: SavingListener,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    await partial.close()
    signal.throwIfAborted()
    const why = faultOfDisk(error)
    if (why.code === 'device-full') throw new FaultError(why, { cause: error })
    // Existing data is unverified: the next run starts over. If the file was not tried, its data may be good.
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

async function putInPlace(
  partial: PartialFile,
  { entryIndex, lastModified, target: firstTarget }: MissingEntry,
  { tree, taken, listener }: { tree: TargetFolder; taken: Set<string>; listener: SavingListener },
): Promise<void> {
  await partial.finish(lastModified)
  if (listener.admit && !(await listener.admit(entryIndex, partial.path))) return
  for (let target = firstTarget; ; target = nextTarget(taken, target)) {
    const path = await tree.moveInto(partial.path, target.path, targetName(target))
    if (path === null) continue
    listener.onSaved(entryIndex, path, false)
    return
  }
}
