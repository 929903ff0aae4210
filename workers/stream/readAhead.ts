import { KiB, maxFilesTogether, MiB } from '../../contract/limits.ts'
import type { Bytes } from '../../src/crypto/index.ts'
import type { ArchiveEntry } from '../../src/protocol/downloadJobs.ts'
import { type OpenOptions, openedChunks } from './openedChunks.ts'
import { openedTogether } from './openedWhole.ts'
import { OpenError } from './openError.ts'

/** Files up to this size are verified whole before anything of them is handed on. */
export const wholeUpToBytes = 8 * MiB

/** Files up to this size share requests, of about so many bytes. */
const bulkUpToBytes = 512 * KiB
const bulkBytes = 2 * MiB

/** How far reading runs ahead of what is taken. */
const unitsAhead = 5
const bytesAhead = 32 * MiB

/** What became of a file of an archive, as far as can be said before its first byte. */
export type Opened =
  /** Verified, all of it. */
  | { index: number; entry: ArchiveEntry; whole: Bytes[] }
  /** Its first chunk has verified; a later one that does not makes the iteration fail. */
  | { index: number; entry: ArchiveEntry; pieces: AsyncGenerator<Bytes, void, void> }
  | { index: number; entry: ArchiveEntry; error: OpenError }

/** Files that are fetched together. */
interface Unit {
  first: number
  entries: ArchiveEntry[]
  bytes: number
}

/**
 * Opens files in their order; small ones several at a time and ahead of their turn, within a bound of memory. A file
 * that does not open is an item of its own, with the error, and the next one follows.
 *
 * @throws OpenError 'network' when the connection is lost for good, or the signal's reason
 */
export async function* readAhead(
  entries: readonly ArchiveEntry[],
  options: OpenOptions,
): AsyncGenerator<Opened, void, void> {
  const units = unitsOf(entries)
  const begun = new Map<Unit, Promise<Bytes[]>[]>()
  let held = 0
  let next = 0
  let refusedAll: OpenError | null = null

  const beginAhead = () => {
    for (; next < units.length && begun.size < unitsAhead; next++) {
      const unit = units[next]
      if (!unit || unit.bytes > wholeUpToBytes || (held > 0 && held + unit.bytes > bytesAhead)) return
      const opening = openedTogether(unit.entries, options)
      for (const one of opening) one.catch(() => undefined) // reported when it is its turn
      begun.set(unit, opening)
      held += unit.bytes
    }
  }

  for (const [at, unit] of units.entries()) {
    next = Math.max(next, at)
    if (!refusedAll) beginAhead()
    const opening = begun.get(unit)
    next = Math.max(next, at + 1)
    for (const [offset, entry] of unit.entries.entries()) {
      options.signal.throwIfAborted()
      const place = { index: unit.first + offset, entry }
      const whole = opening?.[offset]
      try {
        if (refusedAll) yield { ...place, error: refusedAll }
        else if (whole) yield { ...place, whole: asAnnounced(await whole, entry) }
        else yield { ...place, pieces: await begunFile(place, options) }
      } catch (error) {
        if (!(error instanceof OpenError)) throw error
        if (error.reason === 'network') throw Object.assign(error, { entry: place.index })
        if (error.concernsAll) refusedAll = error
        yield { ...place, error }
      }
    }
    if (begun.delete(unit)) held -= unit.bytes
  }
}

/** The pieces of a file whose first one is there. */
async function begunFile({ index, entry }: { index: number; entry: ArchiveEntry }, options: OpenOptions) {
  const pieces = openedChunks(entry, options)
  const first = await pieces.next()
  const begin = asAnnounced(first.done ? [] : [first.value], entry)
  return (async function* () {
    try {
      yield* begin
      yield* pieces
    } catch (error) {
      throw error instanceof OpenError ? Object.assign(error, { entry: index }) : error
    }
  })()
}

/** A file of another program, in one piece, has more bytes than a record that counts chunks says. */
function asAnnounced(pieces: Bytes[], { size }: ArchiveEntry): Bytes[] {
  const [first] = pieces
  if (!first || first.length <= size) return pieces
  throw new OpenError(
    'incomplete',
    'Its length is not the one that the server says; it can be downloaded by itself.',
  )
}

function unitsOf(entries: readonly ArchiveEntry[]): Unit[] {
  const units: Unit[] = []
  let open: Unit | null = null
  for (const [index, entry] of entries.entries()) {
    const { size, at } = entry
    const joins =
      open !== null &&
      size <= bulkUpToBytes &&
      open.bytes + size <= bulkBytes &&
      open.entries.length < maxFilesTogether &&
      open.entries[0]?.at.together === at.together
    if (open && joins) {
      open.entries.push(entry)
      open.bytes += size
    } else {
      const unit: Unit = { first: index, entries: [entry], bytes: size }
      units.push(unit)
      open = size <= bulkUpToBytes ? unit : null
    }
  }
  return units
}
