import { makeZip } from 'client-zip'
import { createCRC32 } from 'hash-wasm'
import { KiB } from '../../contract/limits.ts'
import { utf8 } from '../crypto/index.ts'
import { fault, FaultError } from '../faults/fault.ts'
import type { Bytes } from '../ports.ts'
import type { ArchiveEntry } from './openJob.ts'
import { type OpenedEntry, wholeUpToBytes } from './readAhead.ts'
import { StoredBlocks } from './storedBlocks.ts'
import {
  archiveLength,
  dataDescriptor,
  directoryRecordBytes,
  endRecords,
  entryBytes,
  entryHeadBytes,
  needsZip64Size,
  isZip64Record,
  placeDirectory,
  writeHead,
  writeRecord,
  plainVersion,
  unixSeconds,
  type ZipEntry,
  type ZipEntrySize,
  zip64Version,
} from './zipLayout.ts'

/**
 * [Note: An archive of announced length]
 * The browser gets the length of an archive before its first byte, to show the remaining time, and treats any
 * other length as a failure. A damaged file is left out all the same: its length is filled with zeros between
 * the last entry and the directory, which readers ignore (signed Android packages have their signatures
 * there). An archive without missing files has no such gap.
 *
 * client-zip's own end records do not allow that, nor more than 65 535 entries. It also requires ZIP64 for every
 * archive, which some readers lack, keeps a kilobyte and more a file, and its checksum takes five times as long as
 * hash-wasm's. So it makes an archive of one empty file for each entry, whose header is sent and whose record is
 * stored; content, checksum, lengths and the end records are added here.
 */

/** Range of dates in a ZIP. They are local times, as readers expect. */
const earliest = new Date(1980, 0, 1).getTime()
const latest = new Date(2107, 11, 31, 23, 59, 58).getTime()

const gapPieceBytes = 256 * KiB
/** Larger than any record, whose name length has 16 bits. */
const recordBlockBytes = 256 * KiB

export const zipLength = (entries: readonly ArchiveEntry[]): number => archiveLength(entries.map(sizeOf))

const sizeOf = ({ name, size, lastModified }: ArchiveEntry): ZipEntrySize => ({
  nameBytes: utf8(name).length,
  size,
  modifiedSeconds: unixSeconds(lastModified),
  // Files that are held whole have their checksum before their content.
  hasDescriptor: size > wholeUpToBytes,
})

/** The entry as client-zip has made it. */
const emptyOf = ({ nameBytes }: ZipEntrySize): ZipEntrySize => ({
  ...{ nameBytes, size: 0, modifiedSeconds: null },
  hasDescriptor: true,
})

interface ZipListener {
  /** Called if a file failed before its first byte. */
  onLeftOut: (item: Extract<OpenedEntry, { fault: unknown }>) => void
  /** Called before so many bytes that are not file content. */
  onOverhead: (bytes: number) => void
  onWritten: () => void
}

/** A ZIP, without compression, of the files that open. @param announced `zipLength` of all @throws FaultError */
export async function* zipStream(
  announced: number,
  opened: AsyncIterable<OpenedEntry>,
  { onLeftOut, onOverhead, onWritten }: ZipListener,
): AsyncGenerator<Bytes, void, void> {
  const now = Date.now()
  const records = new DirectoryRecords()
  const checksum = await createCRC32()
  let offset = 0
  const overhead = (bytes: Bytes): Bytes => {
    onOverhead(bytes.length)
    return bytes
  }
  for await (const item of opened) {
    if ('fault' in item) {
      onLeftOut(item)
      continue
    }
    const { name, size, lastModified = now } = item.entry
    const time = new Date(Math.min(latest, Math.max(earliest, lastModified)))
    const zip = await emptyFileZip(name, time)
    const entry = sizeOf(item.entry)
    const header = new Uint8Array(entryHeadBytes(entry))
    header.set(zip.subarray(0, entryHeadBytes(emptyOf(entry))))
    checksum.init()
    const digest = () => new DataView(checksum.digest('binary').buffer).getUint32(0)
    const whole = 'whole' in item ? item.whole : null
    if (!whole && !entry.hasDescriptor)
      throw new Error('A small file comes whole: its header needs its checksum.')
    whole?.forEach((piece) => checksum.update(piece))
    const crcBefore = whole && digest()
    writeHead(header, entry, crcBefore)
    setVersion(header, [4], needsZip64Size(entry))
    yield overhead(header)
    let left = size
    const blocks = new StoredBlocks(size)
    for await (const piece of 'whole' in item ? item.whole : item.pieces) {
      if (crcBefore === null) checksum.update(piece)
      left -= piece.length
      if (!entry.hasDescriptor) yield piece
      else {
        const packed = blocks.add(piece)
        onOverhead(packed.length - piece.length)
        yield packed
      }
    }
    if (left !== 0) throw new FaultError(fault('incomplete'))
    const ended = { ...entry, crc: crcBefore ?? digest() }
    if (entry.hasDescriptor) yield overhead(dataDescriptor(ended))
    records.add(zip.subarray(entryBytes(emptyOf(entry))), ended, offset)
    offset += entryBytes(entry)
    onWritten()
  }
  if (records.count === 0) throw new FaultError(fault('none-opened'))
  const directory = placeDirectory(announced, records)
  for (const gap of zeros(directory.offset - offset)) yield overhead(gap)
  for (const block of records.blocks()) yield overhead(block)
  yield overhead(endRecords(directory))
}

async function emptyFileZip(name: string, lastModified: Date): Promise<Bytes> {
  return new Uint8Array(await new Response(makeZip([{ name, lastModified, input: '' }])).arrayBuffer())
}

function setVersion(record: Uint8Array, positions: number[], zip64: boolean) {
  for (const position of positions) record[position] = zip64 ? zip64Version : plainVersion
}

/** Concatenated records: a buffer for each would take ten times their memory. */
class DirectoryRecords {
  count = 0
  bytes = 0
  readonly #full: Bytes[] = []
  #block = new Uint8Array(recordBlockBytes)
  #filled = 0

  /** @param record the record of an empty entry at 0, and the end records */
  add(record: Bytes, entry: ZipEntry, offset: number) {
    const bytes = directoryRecordBytes(entry, offset)
    if (this.#filled + bytes > this.#block.length) {
      this.#full.push(this.#block.subarray(0, this.#filled))
      this.#block = new Uint8Array(recordBlockBytes)
      this.#filled = 0
    }
    const written = this.#block.subarray(this.#filled, (this.#filled += bytes))
    written.set(record.subarray(0, directoryRecordBytes(emptyOf(entry), 0)))
    writeRecord(written, entry, offset)
    setVersion(written, [4, 6], isZip64Record(entry, offset))
    this.count++
    this.bytes += bytes
  }

  blocks(): Bytes[] {
    return [...this.#full, this.#block.subarray(0, this.#filled)]
  }
}

function* zeros(count: number) {
  for (let left = count; left > 0; left -= gapPieceBytes) yield new Uint8Array(Math.min(left, gapPieceBytes))
}
