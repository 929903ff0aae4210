import { KiB, maxFilesTogether, MiB } from '../../contract/limits.ts'
import type { Bytes } from '../crypto/index.ts'
import { type Fault, fault, FaultError } from '../faults/fault.ts'
import { markHandled } from '../util/markHandled.ts'
import { affectsAllFiles } from './afterFault.ts'
import type { ArchiveEntry } from './openJob.ts'
import { type ExistingChunks, openChunks } from './openChunks.ts'
import { openTogether } from './openTogether.ts'
import { EntryError, type OpeningContext } from './openingContext.ts'

/** Files up to this size are verified as a whole before any byte is passed on. */
export const wholeUpToBytes = 8 * MiB

/** Files up to this size share requests, of about so many bytes. */
const bulkUpToBytes = 512 * KiB
const bulkBytes = 2 * MiB

const unitsAhead = 5
const bytesAhead = 32 * MiB

/** State of an archive's file before its first byte is written. */
export type OpenedEntry<E extends ArchiveEntry = ArchiveEntry> = { index: number; entry: E } & OpenedContent
type OpenedContent =
  /** The whole file, verified. */
  | { whole: Bytes[] }
  /** Its first chunk has verified; the iteration throws if a later one does not. */
  | { pieces: AsyncGenerator<Bytes, void, void> }
  | { fault: Fault }

/** Files that are fetched together. */
interface BulkUnit<E> {
  first: number
  entries: E[]
  bytes: number
}

/**
 * Opens files in order; small ones several at a time and ahead, in bounded memory. A file that does not open
 * is an item with its fault, and the next one follows.
 * @param existingOf returns the existing beginning of a file; its pieces then start behind that
 * @throws EntryError for a file that has begun, or the signal's reason
 */
export async function* readAhead<E extends ArchiveEntry>(
  entries: readonly E[],
  opening: OpeningContext,
  existingOf: (entry: E) => ExistingChunks | undefined = () => undefined,
): AsyncGenerator<OpenedEntry<E>, void, void> {
  const units = unitsOf(entries)
  const begun = new Map<BulkUnit<E>, Promise<Bytes[]>[]>()
  let bufferedBytes = 0
  let next = 0
  let refusedAll: Fault | null = null

  const beginAhead = () => {
    for (; next < units.length && begun.size < unitsAhead; next++) {
      const unit = units[next]
      if (
        !unit ||
        unit.bytes > wholeUpToBytes ||
        (bufferedBytes > 0 && bufferedBytes + unit.bytes > bytesAhead)
      )
        return
      const files = openTogether(unit.entries, opening)
      for (const file of files) void markHandled(file)
      begun.set(unit, files)
      bufferedBytes += unit.bytes
    }
  }

  for (const [at, unit] of units.entries()) {
    next = Math.max(next, at)
    if (!refusedAll) beginAhead()
    const files = begun.get(unit)
    next = Math.max(next, at + 1)
    for (const [offset, entry] of unit.entries.entries()) {
      opening.signal.throwIfAborted()
      const item = { index: unit.first + offset, entry }
      const whole = files?.[offset]
      try {
        if (refusedAll) yield { ...item, fault: refusedAll }
        else if (whole) yield { ...item, whole: requireAnnouncedLength(await whole, entry) }
        else yield { ...item, pieces: await openInPieces(item, opening, existingOf(entry)) }
      } catch (error) {
        if (!(error instanceof FaultError)) throw error
        if (affectsAllFiles(error.fault)) refusedAll = error.fault
        yield { ...item, fault: error.fault }
      }
    }
    if (begun.delete(unit)) bufferedBytes -= unit.bytes
  }
}

async function openInPieces(
  { index, entry }: { index: number; entry: ArchiveEntry },
  opening: OpeningContext,
  existing: ExistingChunks | undefined,
) {
  const pieces = openChunks(entry, opening, { existing })
  const first = await pieces.next()
  const begin = requireAnnouncedLength(first.done ? [] : [first.value], entry)
  return (async function* () {
    try {
      yield* begin
      yield* pieces
    } catch (error) {
      throw error instanceof FaultError ? new EntryError(index, error.fault, { cause: error }) : error
    }
  })()
}

/** A file of another program, in one piece, has more bytes than a record that counts chunks says. */
function requireAnnouncedLength(pieces: Bytes[], { size }: ArchiveEntry): Bytes[] {
  const [first] = pieces
  if (!first || first.length <= size) return pieces
  throw new FaultError(fault('other-length'))
}

function unitsOf<E extends ArchiveEntry>(entries: readonly E[]): BulkUnit<E>[] {
  const units: BulkUnit<E>[] = []
  let open: BulkUnit<E> | null = null
  for (const [index, entry] of entries.entries()) {
    const { size, urls } = entry
    const joins =
      open !== null &&
      size <= bulkUpToBytes &&
      open.bytes + size <= bulkBytes &&
      open.entries.length < maxFilesTogether &&
      open.entries[0]?.urls.bundleUrl === urls.bundleUrl
    if (open && joins) {
      open.entries.push(entry)
      open.bytes += size
    } else {
      const unit: BulkUnit<E> = { first: index, entries: [entry], bytes: size }
      units.push(unit)
      open = size <= bulkUpToBytes ? unit : null
    }
  }
  return units
}
