import { MiB } from '../../contract/limits.ts'
import { usageError } from '../exitCodes.ts'

/** A million files with names of usual length. */
export const maxReceiptBytes = 256 * MiB

export interface ReceiptEntry {
  /** The path in the receipt: hidden characters are visible codes. */
  readonly path: string
  /** Hex. */
  readonly sha256: string
  /** The file's id on the server. */
  readonly fileId: number
}

const first = /^(\d+)\. (.*) [-–] [\d.,\u00a0\u202f’]+ MB$/u
const second = /^ {3}SHA-256: ([0-9a-f]{64})$/
const third = /^ {3}\D*(\d+)$/u

/** Parses the files of a receipt, in any language. @throws CommandError 'usage' if it is none, or damaged */
export function readReceipt(text: string): ReceiptEntry[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const entries: ReceiptEntry[] = []
  for (const [at, line] of lines.entries()) {
    const [, number, path] = first.exec(line) ?? []
    if (number === undefined || path === undefined) continue
    const sha256 = second.exec(lines[at + 1] ?? '')?.[1]
    const fileId = third.exec(lines[at + 2] ?? '')?.[1]
    if (sha256 === undefined || fileId === undefined || Number(number) !== entries.length + 1)
      throw usageError(`The receipt is damaged at line ${at + 1}.`)
    entries.push({ path, sha256, fileId: Number(fileId) })
  }
  const total = /^[^\d\r\n]*: ([\d.,\u00a0\u202f’ ]+)$/mu.exec(
    text.slice(text.lastIndexOf('SHA-256: ')).replaceAll('\r', ''),
  )
  if (entries.length === 0) throw usageError('This is no upload receipt: it lists no file.')
  if (Number(total?.[1]?.replaceAll(/\D/g, '')) !== entries.length)
    throw usageError('The receipt is not whole: it says another number of files than it lists.')
  return entries
}
