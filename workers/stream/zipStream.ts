import { makeZip } from 'client-zip'
import { KiB } from '../../contract/limits.ts'
import { utf8 } from '../../src/crypto/index.ts'
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
  placeDirectory,
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
 * that needs it. So its records are corrected on their way, and the end is our own.
 */

/** Dates that a ZIP can hold. Times are local, as readers take them. */
const earliest = new Date(1980, 0, 1).getTime()
const latest = new Date(2107, 11, 31, 23, 59, 58).getTime()

const gapPieceBytes = 256 * KiB

export const zipLength = (entries: readonly ArchiveEntry[]): number => archiveLength(entries.map(sizeOf))

const sizeOf = ({ name, size }: ArchiveEntry): ZipEntrySize => ({ nameBytes: utf8(name).length, size })

export interface ZipListener {
  /** A file failed before its first byte. */
  onLeftOut: (item: Extract<Opened, { error: unknown }>) => void
  /** An entry has been written to its end. */
  onWritten: () => void
}

/**
 * A stored ZIP of all files that opened, `zipLength(entries)` bytes long.
 * @throws whatever a file fails with after its first byte; OpenError when no file opens at all
 */
export async function* zipStream(
  entries: readonly ArchiveEntry[],
  opened: AsyncIterable<Opened>,
  { onLeftOut, onWritten }: ZipListener,
): AsyncGenerator<Uint8Array, void, void> {
  const now = Date.now()
  const included: ZipEntrySize[] = []

  async function* inputs() {
    for await (const item of opened) {
      if ('error' in item) {
        onLeftOut(item)
        continue
      }
      const { name, size, lastModified = now } = item.entry
      included.push(sizeOf(item.entry))
      const time = new Date(Math.min(latest, Math.max(earliest, lastModified)))
      yield { name, size, lastModified: time, input: 'whole' in item ? item.whole : item.pieces }
      onWritten()
    }
    if (included.length === 0) throw new OpenError('refused', 'All files failed to download.')
  }

  yield* corrected(makeZip(inputs(), { buffersAreUTF8: true }), included, zipLength(entries))
}

/** @param included grows while the archive is written: it has an entry before that entry's header comes */
async function* corrected(
  zip: ReadableStream<Uint8Array>,
  included: readonly ZipEntrySize[],
  announced: number,
): AsyncGenerator<Uint8Array, void, void> {
  const pieces = piecesOf(zip)
  let written = 0
  let ended = 0
  let piece = await pieces.next()

  // The pieces of one entry or record after the other; what they are is known by their place alone.
  async function* upTo(end: number) {
    for (; !piece.done && written < end; piece = await pieces.next()) {
      written += piece.value.length
      yield piece.value
    }
  }

  try {
    for (let entry = included[0], index = 1; entry && !piece.done; entry = included[index++]) {
      setVersion(piece.value, [4], isBig(entry))
      ended += entryBytes(entry)
      yield* upTo(ended)
    }
    const directory = placeDirectory(announced, included)
    yield* zeros(directory.offset - ended)
    let offset = 0
    for (const entry of included) {
      if (piece.done) break
      const bytes = directoryRecordBytes(entry, offset)
      setVersion(piece.value, [4, 6], bytes > directoryRecordBytes({ ...entry, size: 0 }, 0))
      ended += bytes
      offset += entryBytes(entry)
      yield* upTo(ended)
    }
    yield endRecords(directory)
  } finally {
    await pieces.return()
  }
}

function setVersion(record: Uint8Array, places: number[], zip64: boolean) {
  for (const place of places) record[place] = zip64 ? zip64Version : plainVersion
}

function* zeros(count: number) {
  for (let left = count; left > 0; left -= gapPieceBytes) yield new Uint8Array(Math.min(left, gapPieceBytes))
}
