import { fault, FaultError } from '../faults/fault.ts'
import type { Bytes, Source } from '../ports.ts'

/** Enough bytes for every type that file-type detects by its beginning. */
const headBytes = 4100

/** Container types, which the beginning alone may not distinguish from their contents. */
const families: Record<string, readonly string[]> = {
  zip: [
    'docx',
    'xlsx',
    'pptx',
    'docm',
    'xlsm',
    'pptm',
    'dotx',
    'xltx',
    'ppsx',
    'odt',
    'ods',
    'odp',
    'odg',
    'epub',
  ],
  jar: ['zip', 'apk'],
  cfb: ['doc', 'xls', 'ppt', 'msi', 'msg'],
  xml: ['svg', 'rss', 'html', 'kml', 'gpx'],
  gz: ['tgz', 'svgz'],
  tif: ['tiff', 'dng', 'nef', 'arw', 'cr2', 'orf'],
  jpg: ['jpeg', 'jpe', 'jfif', 'mpo'],
  mp4: ['m4v', 'm4a', 'mov', 'f4v', '3gp', '3g2'],
  mov: ['mp4', 'm4v', 'qt'],
  ogg: ['oga', 'ogv', 'ogx', 'opus', 'spx'],
  mkv: ['webm', 'mka'],
  asf: ['wma', 'wmv'],
  heic: ['heif', 'hif'],
  mpg: ['mpeg', 'vob'],
  mp3: ['mp2', 'mp1'],
  mts: ['ts', 'm2ts'],
  aif: ['aiff', 'aifc'],
  mid: ['midi'],
  exe: ['dll', 'sys', 'scr', 'com', 'ocx'],
  png: ['apng'],
  eps: ['ai', 'ps'],
  pdf: ['ai'],
}

/** True for types that may stand for each other: Office and OpenDocument files are ZIP archives. */
const isFamily = (real: string, claimed: string) =>
  (families[real]?.includes(claimed) ?? false) || (families[claimed]?.includes(real) ?? false)

/** @param bytes the whole file, if it has been read @throws FaultError 'type-mismatch' */
export async function checkFileType(source: Source, bytes?: Bytes): Promise<void> {
  const head = bytes ?? (await source.head(headBytes))
  if (await contradictsExtension(source.name, head)) throw new FaultError(fault('type-mismatch'))
}

/** True if a beginning has another known type than the extension; text and rare formats have none. */
export async function contradictsExtension(name: string, head: Uint8Array): Promise<boolean> {
  const claimed = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  if (claimed === undefined) return false
  const { fileTypeFromBuffer, supportedExtensions } = await import('file-type')
  const real = (await fileTypeFromBuffer(head.subarray(0, headBytes)))?.ext
  if (real === undefined || real === claimed || isFamily(real, claimed)) return false
  return supportedExtensions.has(claimed) || Object.values(families).flat().includes(claimed)
}
