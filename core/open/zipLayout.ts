import { storedBlocksBytes } from './storedBlocks.ts'

/** Sizes and end records of a ZIP without compression (APPNOTE 6.3.10), whose entries client-zip writes as empty. */

const localHeaderBytes = 30
const descriptorBytes = 16
const directoryHeaderBytes = 46
const endBytes = 22
const zip64EndBytes = 76

const max16 = 0xffff
const max32 = 0xffffffff

/** Versions required of readers. */
export const plainVersion = 20
export const zip64Version = 45

export interface ZipEntrySize {
  /** Length of the name in UTF-8. */
  nameBytes: number
  size: number
  /** Last modification in seconds since 1970; null if unknown or out of range. */
  modifiedSeconds: number | null
  /**
   * True if the checksum follows the content, since it was not known before (APPNOTE 4.3.9). Such content is in blocks
   * of deflate without compression: readers of streams, such as Java's, must find its end, and refuse it if it is stored.
   */
  hasDescriptor: boolean
}

/**
 * [Note: Times of entries]
 * The DOS time of an entry is local, to two seconds, without a time zone: unpacked in another zone it is
 * wrong. So each entry also has the extended timestamp field of Info-ZIP with the time in UTC: signed 32
 * bits, once before the content and once in the directory.
 */
const timeBytes = 9
const timeField = 0x5455

/** Whole seconds for the field; null if unknown or out of range. @param milliseconds since 1970 */
export function unixSeconds(milliseconds: number | undefined): number | null {
  if (milliseconds === undefined) return null
  const seconds = Math.floor(milliseconds / 1000)
  return seconds === (seconds | 0) ? seconds : null
}

const timeBytesOf = ({ modifiedSeconds }: ZipEntrySize): number => (modifiedSeconds === null ? 0 : timeBytes)

function writeTime(view: DataView, at: number, { modifiedSeconds }: ZipEntrySize): void {
  if (modifiedSeconds === null) return
  view.setUint16(at, timeField, true)
  view.setUint16(at + 2, timeBytes - 4, true)
  // Flag for the modification time, of the three possible ones.
  view.setUint8(at + 4, 1)
  view.setInt32(at + 5, modifiedSeconds, true)
}

export interface ZipEntry extends ZipEntrySize {
  crc: number
}

/** Length of the content in the archive. */
const packedBytes = ({ size, hasDescriptor }: ZipEntrySize): number =>
  hasDescriptor ? storedBlocksBytes(size) : size

export const needsZip64Size = (entry: ZipEntrySize): boolean => packedBytes(entry) >= max32

/** Uncompressed, compressed: the order of a ZIP64 field. */
const sizesOf = (entry: ZipEntrySize): [number, number] => [entry.size, packedBytes(entry)]

/** Writes both sizes; those of a large entry are in its ZIP64 field. @param at the compressed size, before the other */
function writeSizes(record: DataView, at: number, entry: ZipEntrySize): void {
  const [size, packed] = needsZip64Size(entry) ? [max32, max32] : sizesOf(entry)
  record.setUint32(at, packed, true)
  record.setUint32(at + 4, size, true)
}

/** Both sizes in 64 bits. They are in the local header where the descriptor's are (APPNOTE 4.3.9.2). */
const zip64SizesBytes = 20

const headSizesBytes = (entry: ZipEntrySize): number => (needsZip64Size(entry) ? zip64SizesBytes : 0)

/** Length of the bytes before the content: header, name, sizes in 64 bits and time. */
export const entryHeadBytes = (entry: ZipEntrySize): number =>
  localHeaderBytes + entry.nameBytes + headSizesBytes(entry) + timeBytesOf(entry)

/**
 * Adds checksum, sizes and time to the header of an empty entry. @param head `entryHeadBytes` long
 * @param crc null if a descriptor will tell it
 */
export function writeHead(head: Uint8Array, entry: ZipEntrySize, crc: number | null): void {
  const view = new DataView(head.buffer, head.byteOffset, head.length)
  setDescriptor(view, 6, entry)
  view.setUint32(14, crc ?? 0, true)
  writeSizes(view, 18, entry)
  view.setUint16(28, headSizesBytes(entry) + timeBytesOf(entry), true)
  const extra = localHeaderBytes + entry.nameBytes
  if (needsZip64Size(entry)) {
    view.setUint16(extra, 1, true)
    view.setUint16(extra + 2, zip64SizesBytes - 4, true)
    sizesOf(entry).forEach((bytes, n) => view.setBigUint64(extra + 4 + 8 * n, BigInt(bytes), true))
  }
  writeTime(view, extra + headSizesBytes(entry), entry)
}

const [stored, deflated] = [0, 8]

/** Sets the flag of a descriptor, which client-zip sets in every entry, and the method, which is behind it. */
function setDescriptor(record: DataView, at: number, { hasDescriptor }: ZipEntrySize): void {
  const flags = record.getUint16(at, true)
  record.setUint16(at, hasDescriptor ? flags | 8 : flags & ~8, true)
  record.setUint16(at + 2, hasDescriptor ? deflated : stored, true)
}

/** Total length of an entry: header, name, content, descriptor. */
export const entryBytes = (entry: ZipEntrySize): number =>
  entryHeadBytes(entry) + packedBytes(entry) + dataDescriptorBytes(entry)

const dataDescriptorBytes = (entry: ZipEntrySize): number =>
  entry.hasDescriptor ? descriptorBytes + (needsZip64Size(entry) ? 8 : 0) : 0

/** Empty for an entry without one. */
export function dataDescriptor({ crc, ...entry }: ZipEntry): Uint8Array<ArrayBuffer> {
  const big = needsZip64Size(entry)
  const view = new DataView(new ArrayBuffer(dataDescriptorBytes(entry)))
  if (!entry.hasDescriptor) return new Uint8Array(view.buffer)
  view.setUint32(0, 0x504b0708)
  view.setUint32(4, crc, true)
  const [size, packed] = sizesOf(entry)
  for (const [n, bytes] of [packed, size].entries()) {
    if (big) view.setBigUint64(8 + 8 * n, BigInt(bytes), true)
    else view.setUint32(8 + 4 * n, bytes, true)
  }
  return new Uint8Array(view.buffer)
}

/** True if the record of an entry at `offset` needs its 64-bit form. */
export const isZip64Record = (entry: ZipEntrySize, offset: number): boolean =>
  needsZip64Size(entry) || offset >= max32

export const directoryRecordBytes = (entry: ZipEntrySize, offset: number): number =>
  directoryHeaderBytes + entry.nameBytes + zip64Bytes(entry, offset) + timeBytesOf(entry)

const zip64Bytes = (entry: ZipEntrySize, offset: number): number =>
  needsZip64Size(entry) ? 28 : offset >= max32 ? 12 : 0

/** Sets size and offset in the record of an empty entry. @param record `directoryRecordBytes` long */
export function writeRecord(record: Uint8Array, entry: ZipEntry, offset: number): void {
  const view = new DataView(record.buffer, record.byteOffset, record.length)
  setDescriptor(view, 8, entry)
  view.setUint32(16, entry.crc, true)
  writeSizes(view, 20, entry)
  view.setUint32(42, Math.min(offset, max32), true)
  const extra = directoryHeaderBytes + entry.nameBytes
  const largeBytes = zip64Bytes(entry, offset)
  view.setUint16(30, largeBytes + timeBytesOf(entry), true)
  writeTime(view, extra + largeBytes, entry)
  if (largeBytes === 0) return
  // The extra field has the values that do not fit, in this order; these markers say so (APPNOTE 4.5.3).
  view.setUint32(42, max32, true)
  view.setUint16(extra, 1, true)
  view.setUint16(extra + 2, largeBytes - 4, true)
  if (needsZip64Size(entry))
    sizesOf(entry).forEach((bytes, n) => view.setBigUint64(extra + 4 + 8 * n, BigInt(bytes), true))
  view.setBigUint64(extra + largeBytes - 8, BigInt(offset), true)
}

export interface CentralDirectory {
  count: number
  offset: number
  bytes: number
  zip64: boolean
}

/** Exact length in bytes of an archive of these entries. */
export function archiveLength(entries: readonly ZipEntrySize[]): number {
  let offset = 0
  let bytes = 0
  for (const entry of entries) {
    bytes += directoryRecordBytes(entry, offset)
    offset += entryBytes(entry)
  }
  return offset + bytes + endLength(needsZip64(entries.length, offset, bytes))
}

/** Position of a directory of so many records and bytes in an archive of `length` bytes. */
export function placeDirectory(
  length: number,
  { count, bytes }: Pick<CentralDirectory, 'count' | 'bytes'>,
): CentralDirectory {
  const zip64 = needsZip64(count, length - bytes - endLength(false), bytes)
  return { count, bytes, zip64, offset: length - bytes - endLength(zip64) }
}

const needsZip64 = (count: number, offset: number, bytes: number): boolean =>
  count >= max16 || offset >= max32 || bytes >= max32

const endLength = (zip64: boolean): number => endBytes + (zip64 ? zip64EndBytes : 0)

/** The end records; those of ZIP64 only if a 32-bit field cannot hold its value. */
export function endRecords({ count, offset, bytes, zip64 }: CentralDirectory): Uint8Array<ArrayBuffer> {
  const records = new DataView(new ArrayBuffer(endLength(zip64)))
  if (zip64) {
    records.setUint32(0, 0x504b0606)
    records.setBigUint64(4, 44n, true)
    records.setUint16(12, zip64Version, true)
    records.setUint16(14, zip64Version, true)
    records.setBigUint64(24, BigInt(count), true)
    records.setBigUint64(32, BigInt(count), true)
    records.setBigUint64(40, BigInt(bytes), true)
    records.setBigUint64(48, BigInt(offset), true)
    records.setUint32(56, 0x504b0607)
    records.setBigUint64(64, BigInt(offset + bytes), true)
    records.setUint32(72, 1, true)
  }
  const end = records.byteLength - endBytes
  records.setUint32(end, 0x504b0506)
  records.setUint16(end + 8, Math.min(count, max16), true)
  records.setUint16(end + 10, Math.min(count, max16), true)
  records.setUint32(end + 12, Math.min(bytes, max32), true)
  records.setUint32(end + 16, Math.min(offset, max32), true)
  return new Uint8Array(records.buffer)
}
