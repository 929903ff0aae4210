import { makeZip } from 'client-zip'
import { KiB } from '../../contract/limits.ts'
import { type Bytes, utf8 } from '../../src/crypto/index.ts'
import type { ArchiveEntry } from '../../src/protocol/downloadJobs.ts'
import { OpenError } from './openError.ts'
import { piecesOf } from './piecesOf.ts'
import type { Opened } from './readAhead.ts'
import {
  archiveLength,
  directoryRecordBytes,
  endRecords,
  entryBytes,
  isBig,
  isZip64Record,
  placeDirectory,
  placeRecord,
  plainVersion,
  type ZipEntrySize,
  zip64Version,
} from './zipLayout.ts'

/**
 * [Note: An archive of announced length]
 * The browser is told the length of an archive before its first byte, so that it can show what is left, and takes any
 * other length for a failure. A file that turns out damaged is left out all the same: what it would have taken stands
 * as zeros between the last entry and the directory, where no reader looks (signed Android packages keep their
 * signatures there). An archive without a missing file has no such gap.
 *
 * client-zip's own end of an archive cannot be used for that, and neither for more than 65 535 entries, which it
 * counts in 16 bits. It also asks readers for ZIP64 in every archive, which some do not know; here only an entry asks
 * that needs it. And it holds every record of the directory in buffers of their own, a kilobyte and more a file. So it
 * makes an archive of each file, of which the entry goes out and the record is kept, corrected; the end is our own.
 */

/** Dates that a ZIP can hold. Times are local, as readers take them. */
const earliest = new Date(1980, 0, 1).getTime()
const latest = new Date(2107, 11, 31, 23, 59, 58).getTime()

const gapPieceBytes = 256 * KiB
/** More than any record, whose name has 16 bits for its length. */
const recordBlockBytes = 256 * KiB

export const zipLength = (entries: readonly ArchiveEntry[]): number => archiveLength(entries.map(sizeOf))

const sizeOf = ({ name, size }: ArchiveEntry): ZipEntrySize => ({ nameBytes: utf8(name).length, size })

export interface ZipListener {
  /** A file failed before its first byte. */
  onLeftOut: (item: Extract<Opened, { error: unknown }>) => void
  /** An entry has been written to its end. */
  onWritten: () => void
}

/**
 * A stored ZIP of all files that opened.
 * @param announced its length in bytes, `zipLength` of all that are to be opened
 * @throws whatever a file fails with after its first byte; OpenError when no file opens at all
 */
export async function* zipStream(
  announced: number,
  opened: AsyncIterable<Opened>,
  { onLeftOut, onWritten }: ZipListener,
): AsyncGenerator<Uint8Array, void, void> {
  const now = Date.now()
  const records = new Records()
  let offset = 0
  for await (const item of opened) {
    if ('error' in item) {
      onLeftOut(item)
      continue
    }
    const { name, size, lastModified = now } = item.entry
    const time = new Date(Math.min(latest, Math.max(earliest, lastModified)))
    const input = 'whole' in item ? inputOf(item.whole) : item.pieces
    const entry = sizeOf(item.entry)
    const record = yield* written(entry, makeZip([{ name, size, lastModified: time, input }]))
    records.add(record, entry, offset)
    offset += entryBytes(entry)
    onWritten()
  }
  if (records.count === 0) throw new OpenError('refused', 'All files failed to download.')
  const directory = placeDirectory(announced, records)
  yield* zeros(directory.offset - offset)
  yield* records.blocks()
  yield endRecords(directory)
}

/** Small files are many, and a stream for each costs. */
function inputOf(chunks: Bytes[]): Bytes | AsyncIterable<Bytes> {
  const [only = new Uint8Array()] = chunks
  return chunks.length > 1 ? inTurn(chunks) : only
}

// eslint-disable-next-line @typescript-eslint/require-await -- what takes it wants an asynchronous one
async function* inTurn(chunks: Bytes[]) {
  yield* chunks
}

/** Out of an archive of one entry: yields the entry, returns its record in the directory. */
async function* written(
  entry: ZipEntrySize,
  zip: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array, Uint8Array, void> {
  const pieces = piecesOf(zip)
  try {
    const end = entryBytes(entry)
    for (let at = 0; at < end;) {
      const piece = await nextOf(pieces)
      if (at === 0) setVersion(piece, [4], isBig(entry))
      at += piece.length
      yield piece
    }
    const record = new Uint8Array(directoryRecordBytes(entry, 0))
    for (let at = 0; at < record.length;) {
      const piece = await nextOf(pieces)
      record.set(piece, at)
      at += piece.length
    }
    return record
  } finally {
    await pieces.return()
  }
}

async function nextOf(pieces: AsyncGenerator<Uint8Array, void, void>): Promise<Uint8Array> {
  const piece = await pieces.next()
  if (piece.done) throw new Error('The archive ended too early.')
  return piece.value
}

function setVersion(record: Uint8Array, places: number[], zip64: boolean) {
  for (const place of places) record[place] = zip64 ? zip64Version : plainVersion
}

/** Records end to end: a buffer of its own takes each of them ten times its length in memory. */
class Records {
  count = 0
  bytes = 0
  readonly #full: Uint8Array[] = []
  #block = new Uint8Array(recordBlockBytes)
  #filled = 0

  /** @param record as if its entry began at 0 */
  add(record: Uint8Array, entry: ZipEntrySize, offset: number) {
    const bytes = directoryRecordBytes(entry, offset)
    if (this.#filled + bytes > this.#block.length) {
      this.#full.push(this.#block.subarray(0, this.#filled))
      this.#block = new Uint8Array(recordBlockBytes)
      this.#filled = 0
    }
    const placed = this.#block.subarray(this.#filled, (this.#filled += bytes))
    placed.set(record)
    placeRecord(placed, entry, offset)
    setVersion(placed, [4, 6], isZip64Record(entry, offset))
    this.count++
    this.bytes += bytes
  }

  blocks(): Uint8Array[] {
    return [...this.#full, this.#block.subarray(0, this.#filled)]
  }
}

function* zeros(count: number) {
  for (let left = count; left > 0; left -= gapPieceBytes) yield new Uint8Array(Math.min(left, gapPieceBytes))
}
