import { MiB } from '../../contract/limits.ts'
import { usageError } from '../exitCodes.ts'

/** The largest receipt, in bytes: enough for a million files with names of usual length. */
export const maxReceiptBytes = 256 * MiB

export interface ReceiptEntry {
  /** The path in the receipt: hidden characters are visible codes. */
  readonly path: string
  readonly sha256: string
  readonly fileId: number
}

const numberPattern = String.raw`[\d.,\u00a0\u202f’]+`
const fileLine = new RegExp(
  String.raw`^(\d+)\. (.*) [-–] ${numberPattern} MB(?: \(${numberPattern}[ \u00a0][KGT]?B\))?$`,
  'u',
)
const checksumLine = /^(\d+)\. ([0-9a-f]{64}) #(\d+)$/
const totalLine = /^[^\d\r\n]*: ([\d.,\u00a0\u202f’ ]+)$/u
/** In receipts of earlier versions two lines follow each file. */
const earlierChecksum = /^ {3}SHA-256: ([0-9a-f]{64})$/
const earlierFileId = /^ {3}\D*(\d+)$/u

/** Parses the files of a receipt, in any language. @throws CommandError 'usage' if it is none, or damaged */
export function readReceipt(text: string): ReceiptEntry[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const damagedError = (lineIndex: number) => usageError(`The receipt is damaged at line ${lineIndex + 1}.`)
  const paths: string[] = []
  const checksums: Omit<ReceiptEntry, 'path'>[] = []
  let totalCount: number | undefined
  for (const [lineIndex, line] of lines.entries()) {
    const [, position, path] = fileLine.exec(line) ?? []
    if (path !== undefined) {
      if (Number(position) !== paths.push(path)) throw damagedError(lineIndex)
      totalCount = undefined
    }
    const [, fileNumber, sha256, fileId] =
      checksumLine.exec(line) ?? (path === undefined ? [] : matchEarlierLines(paths.length, lines, lineIndex))
    if (sha256 !== undefined && Number(fileNumber) !== checksums.push({ sha256, fileId: Number(fileId) }))
      throw damagedError(lineIndex)
    totalCount ??= totalIn(line)
  }
  if (paths.length === 0) throw usageError('This is not an upload receipt: it lists no file.')
  if (totalCount !== paths.length || checksums.length !== paths.length)
    throw usageError('The receipt is incomplete: it lists another number of files than it says.')
  return paths.flatMap((path, index) => {
    const checksum = checksums[index]
    return checksum ? [{ path, ...checksum }] : []
  })
}

/** Returns the checksum below a file in a receipt of an earlier version, in the shape of a match of `checksumLine`. */
function matchEarlierLines(fileNumber: number, lines: readonly string[], lineIndex: number) {
  const sha256 = earlierChecksum.exec(lines[lineIndex + 1] ?? '')?.[1]
  const fileId = earlierFileId.exec(lines[lineIndex + 2] ?? '')?.[1]
  return sha256 === undefined || fileId === undefined ? [] : ['', String(fileNumber), sha256, fileId]
}

/** The number of files in the line with the total; undefined for any other line. */
function totalIn(line: string): number | undefined {
  const digits = totalLine.exec(line)?.[1]?.replaceAll(/\D/g, '')
  return digits === undefined || digits === '' ? undefined : Number(digits)
}
