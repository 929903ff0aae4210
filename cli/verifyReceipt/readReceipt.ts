import { MiB } from '../../contract/limits.ts'
import { usageError } from '../exitCodes.ts'

/** A million files with names of usual length. */
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
  const damagedError = (at: number) => usageError(`The receipt is damaged at line ${at + 1}.`)
  const paths: string[] = []
  const checksums: Omit<ReceiptEntry, 'path'>[] = []
  let total: number | undefined
  for (const [at, line] of lines.entries()) {
    const [, position, path] = fileLine.exec(line) ?? []
    if (path !== undefined) {
      if (Number(position) !== paths.push(path)) throw damagedError(at)
      total = undefined
    }
    const [, n, sha256, fileId] =
      checksumLine.exec(line) ?? (path === undefined ? [] : matchEarlierLines(paths.length, lines, at))
    if (sha256 !== undefined && Number(n) !== checksums.push({ sha256, fileId: Number(fileId) }))
      throw damagedError(at)
    total ??= totalIn(line)
  }
  if (paths.length === 0) throw usageError('This is no upload receipt: it lists no file.')
  if (total !== paths.length || checksums.length !== paths.length)
    throw usageError('The receipt is not whole: it says another number of files than it lists.')
  return paths.flatMap((path, at) => {
    const checksum = checksums[at]
    return checksum ? [{ path, ...checksum }] : []
  })
}

/** Returns the checksum below a file in a receipt of an earlier version, in the shape of a match of `checksumLine`. */
function matchEarlierLines(position: number, lines: readonly string[], at: number) {
  const sha256 = earlierChecksum.exec(lines[at + 1] ?? '')?.[1]
  const fileId = earlierFileId.exec(lines[at + 2] ?? '')?.[1]
  return sha256 === undefined || fileId === undefined ? [] : ['', String(position), sha256, fileId]
}

function totalIn(line: string): number | undefined {
  const digits = totalLine.exec(line)?.[1]?.replaceAll(/\D/g, '')
  return digits === undefined || digits === '' ? undefined : Number(digits)
}
