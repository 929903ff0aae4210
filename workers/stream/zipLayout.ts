/**
 * Sizes and end records of a stored ZIP (APPNOTE 6.3.10). client-zip writes entries, and records of the directory as if
 * each entry began at 0; here they are moved to where it does.
 */

const localHeaderBytes = 30
const descriptorBytes = 16
const directoryHeaderBytes = 46
const endBytes = 22
const zip64EndBytes = 76

const max16 = 0xffff
const max32 = 0xffffffff

/** ZIP versions that a reader has to know. */
export const plainVersion = 20
export const zip64Version = 45

export interface ZipEntrySize {
  /** UTF-8. */
  nameBytes: number
  size: number
}

/** A size that does not fit 32 bits. */
export const isBig = ({ size }: ZipEntrySize): boolean => size >= max32

/** What an entry takes: header, name, content, descriptor. */
export const entryBytes = (entry: ZipEntrySize): number =>
  localHeaderBytes + entry.nameBytes + entry.size + descriptorBytes + (isBig(entry) ? 8 : 0)

/** Whether the record of an entry that begins at `offset` needs its 64-bit form. */
export const isZip64Record = (entry: ZipEntrySize, offset: number): boolean => isBig(entry) || offset >= max32

/** What an entry that begins at `offset` takes in the directory. */
export const directoryRecordBytes = (entry: ZipEntrySize, offset: number): number =>
  directoryHeaderBytes + entry.nameBytes + (isBig(entry) ? 28 : offset >= max32 ? 12 : 0)

/** Moves a record, `directoryRecordBytes` long, to an entry that begins at `offset`, from one that begins at 0. */
export function placeRecord(record: Uint8Array, entry: ZipEntrySize, offset: number): void {
  const view = new DataView(record.buffer, record.byteOffset, record.length)
  if (!isZip64Record(entry, offset)) {
    view.setUint32(42, offset, true)
    return
  }
  // The extra field ends with the offset, and only this value says so (APPNOTE 4.5.3); client-zip leaves it at 0.
  view.setUint32(42, max32, true)
  const extra = directoryHeaderBytes + entry.nameBytes
  const extraBytes = record.length - extra
  view.setUint16(30, extraBytes, true)
  view.setUint16(extra, 1, true)
  view.setUint16(extra + 2, extraBytes - 4, true)
  view.setBigUint64(record.length - 8, BigInt(offset), true)
}

export interface Directory {
  count: number
  offset: number
  bytes: number
  /** Whether the records after it are those of ZIP64. */
  zip64: boolean
}

/** Exact length in bytes of an archive of these entries: nothing is compressed. */
export function archiveLength(entries: readonly ZipEntrySize[]): number {
  let offset = 0
  let bytes = 0
  for (const entry of entries) {
    bytes += directoryRecordBytes(entry, offset)
    offset += entryBytes(entry)
  }
  return offset + bytes + endLength(needsZip64(entries.length, offset, bytes))
}

/** Where a directory of so many records and bytes stands in an archive that is to be `length` bytes long. */
export function placeDirectory(
  length: number,
  { count, bytes }: Pick<Directory, 'count' | 'bytes'>,
): Directory {
  const zip64 = needsZip64(count, length - bytes - endLength(false), bytes)
  return { count, bytes, zip64, offset: length - bytes - endLength(zip64) }
}

const needsZip64 = (count: number, offset: number, bytes: number): boolean =>
  count >= max16 || offset >= max32 || bytes >= max32

const endLength = (zip64: boolean): number => endBytes + (zip64 ? zip64EndBytes : 0)

/** What follows the directory; the 64-bit records only where a 32-bit field cannot hold its value. */
export function endRecords({ count, offset, bytes, zip64 }: Directory): Uint8Array<ArrayBuffer> {
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
