import { join } from 'node:path'
import { assertDefined } from '../../contract/assertDefined.ts'
import { MiB } from '../../contract/limits.ts'
import { type Fault, FaultError } from '../../core/faults/fault.ts'
import type { ArchiveEntry } from '../../core/open/job.ts'
import { openedChunks } from '../../core/open/openedChunks.ts'
import type { Opening } from '../../core/open/opening.ts'
import { findPlace, type FolderView, nameAt, nextPlace, type Place } from '../../core/open/places.ts'
import { type Opened, readAhead } from '../../core/open/readAhead.ts'
import type { Bytes } from '../../core/ports.ts'
import { faultOfDisk, isFull } from './diskErrors.ts'
import { ourFolders } from './ourFolders.ts'
import type { Part, Parts } from './parts.ts'
import { Together } from './together.ts'
import type { Tree } from './tree.ts'

/** Small files that are written at a time: each waits for the disk several times. */
const writtenTogether = 16
const writtenTogetherBytes = 16 * MiB

/** Who hears what becomes of the files. Indexes are those of the entries. */
export interface SavingListener {
  /** How many more bytes have verified, those that were there included; fewer than none where some have to come again. */
  onBytes(bytes: number): void
  /** It is in its place. @param isThere it was, before @param path absolute */
  onSaved(index: number, path: string, isThere: boolean): void
  onFailed(index: number, why: Fault): void
  /** All places are known: what comes now is fetched. */
  onPlaces?(): void
  /**
   * A file is whole and verified, and not in its place yet. @param part where it is, absolute: a number, a dot, its name
   * @returns whether it may be put there; otherwise whoever says no has taken it away
   */
  admit?(index: number, part: string): Promise<boolean>
}

/**
 * Puts files into a folder, each under its safe path (`archiveEntries`), opened and verified by the engine. What is
 * there with the same content, as `view` shows it, is not fetched; whatever else has a name keeps it, and ours gets a
 * number. A large file that was broken off, by a kill as well, is gone on with. A file that fails is told, and the
 * others follow.
 *
 * @throws what ends it for all files: the signal's reason, FaultError 'device-full'
 */
export async function saveFiles(
  { tree, parts, view = tree }: { tree: Tree; parts: Parts; view?: FolderView },
  entries: readonly ArchiveEntry[],
  baseOpening: Opening,
  listener: SavingListener,
): Promise<void> {
  const opening: Opening = { ...baseOpening, onVerified: (bytes) => listener.onBytes(bytes) }
  const taken = new Set<string>()
  const missing: Missing[] = []
  /** By number of a file: a server may list one twice. */
  const entriesOf = new Map<number, number>()
  const there: [number, string][] = []
  for (const [index, given] of entries.entries()) {
    const entry = { ...given, name: awayFromOurs(given.name) }
    const twin = entriesOf.get(given.id) ?? 0
    entriesOf.set(given.id, twin + 1)
    try {
      const { place, isThere } = await findPlace(view, taken, entry, opening)
      if (!isThere) {
        missing.push({ ...entry, entryIndex: index, twin, place })
        continue
      }
      listener.onBytes(entry.size)
      there.push([index, join(tree.root, ...place.path, nameAt(place))])
    } catch (error) {
      opening.signal.throwIfAborted()
      listener.onFailed(index, faultOfDisk(error))
    }
  }
  listener.onPlaces?.()
  for (const [index, path] of there) listener.onSaved(index, path, true)

  const small = new Together(writtenTogether, writtenTogetherBytes)
  const begun = new Map<Missing, Part>()
  const begunOf = (entry: Missing) => {
    const part = parts.of(entry, entry.twin)
    begun.set(entry, part)
    return counted(part.begun(), listener)
  }
  const settle = (part: Part, entry: Missing) => placed(part, entry, { tree, taken, listener })
  /** Of bytes that have been counted: what is not saved is not. */
  const orUncounted = async (bytes: number, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      listener.onBytes(-bytes)
      throw error
    }
  }
  try {
    for await (const item of readAhead(missing, opening, begunOf)) {
      const { entry } = item
      if ('whole' in item) {
        const { whole } = item
        const part = parts.of(entry, entry.twin)
        await small.add(entry.size, () =>
          orTold(entry, part, opening, listener, () =>
            orUncounted(bytesIn(whole), async () => {
              await part.write(whole)
              await settle(part, entry)
            }),
          ),
        )
      } else {
        const part = begun.get(entry) ?? parts.of(entry, entry.twin)
        begun.delete(entry)
        await orTold(entry, part, opening, listener, async () => {
          await large(part, item, opening, listener)
          await orUncounted(part.position, () => settle(part, entry))
        })
      }
    }
  } finally {
    // Whatever ends it, nothing is written any more when it has ended.
    await small.rest()
    for (const part of begun.values()) await part.close()
    await tree.sync()
  }
}

/** One that is to be fetched. */
type Missing = ArchiveEntry & { entryIndex: number; twin: number; place: Place }

const bytesIn = (pieces: readonly Bytes[]): number => pieces.reduce((sum, { length }) => sum + length, 0)

/** A stranger's file must not lie among what is ours, whichever command fills the folder, or will. */
const awayFromOurs = (name: string): string =>
  ourFolders.has(assertDefined(name.split('/', 1)[0]).toLowerCase()) ? `_${name}` : name

async function* counted(pieces: AsyncIterable<Bytes>, listener: SavingListener) {
  for await (const piece of pieces) {
    listener.onBytes(piece.length)
    yield piece
  }
}

/** Of one file everything to its end. A disk that is full ends all. */
async function orTold(
  entry: Missing,
  part: Part,
  { signal }: Opening,
  listener: SavingListener,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    await part.close()
    signal.throwIfAborted()
    const why = faultOfDisk(error)
    if (isFull(error)) throw new FaultError(why, { cause: error })
    // Nothing verifies what is there: the next run begins anew. Of a file that was not tried, what is there may be good.
    if (part.isOpened && (isOtherContent(why) || part.position === 0)) await part.drop()
    listener.onFailed(entry.entryIndex, why)
  }
}

const isOtherContent = ({ code }: Fault): boolean => code === 'content-mismatch' || code === 'hash-mismatch'

/** Piece by piece; once more from its beginning, where what was there turns out to be something else. */
async function large(
  part: Part,
  item: Exclude<Opened<Missing>, { whole: unknown }>,
  opening: Opening,
  listener: SavingListener,
): Promise<void> {
  const write = async (pieces: AsyncIterable<Bytes>) => {
    for await (const piece of pieces) {
      opening.signal.throwIfAborted()
      await part.write([piece])
    }
  }
  try {
    if ('fault' in item) throw new FaultError(item.fault)
    await write(item.pieces)
  } catch (error) {
    opening.signal.throwIfAborted()
    // What a run before left of a file that fails is not saved, and comes again where it is begun anew.
    const isWorthwhile = part.begunBytes > 0 && error instanceof FaultError && isOtherContent(error.fault)
    const begunBytes = Math.min(part.position, part.begunBytes)
    if (begunBytes > 0) listener.onBytes(-begunBytes)
    if (!isWorthwhile) throw error
    await part.restart()
    await write(openedChunks(item.entry, opening))
  }
}

async function placed(
  part: Part,
  { entryIndex, lastModified, place: wanted }: Missing,
  { tree, taken, listener }: { tree: Tree; taken: Set<string>; listener: SavingListener },
): Promise<void> {
  await part.finish(lastModified)
  if (listener.admit && !(await listener.admit(entryIndex, part.path))) return
  for (let place = wanted; ; place = nextPlace(taken, place)) {
    const path = await tree.put(part.path, place.path, nameAt(place))
    if (path === null) continue
    listener.onSaved(entryIndex, path, false)
    return
  }
}
