import { mkdir, open, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { numberedName } from '../../contract/fileNames.ts'
import { usageError } from '../exitCodes.ts'
import type { DiskFile } from '../platform/diskSource.ts'
import { maxReceiptBytes, readReceipt } from '../verifyReceipt/readReceipt.ts'
import { errorCode } from '../../contract/systemErrors.ts'

/** The place of a receipt: this file, or a file with a name of its own in this folder. */
export type ReceiptTarget = { readonly path: string } | { readonly folder: string }

/** Reads the value of --receipt. @throws CommandError 'usage' for an existing file, since none is overwritten */
export async function readReceiptTarget(path: string): Promise<ReceiptTarget> {
  const stats = await stat(path).catch(() => null)
  if (stats?.isDirectory()) return { folder: path }
  if (stats)
    throw usageError(
      `${path} exists already and is not overwritten. Name another file or a folder by --receipt.`,
    )
  return { path }
}

/** Writes a receipt; a taken name gets a number. @returns its path @throws errors of the disk */
export async function writeReceipt(target: ReceiptTarget, name: string, text: string): Promise<string> {
  const firstPath = 'path' in target ? target.path : resolve(target.folder, name)
  if ('folder' in target) await mkdir(target.folder, { recursive: true, mode: 0o700 })
  for (let n = 1; ; n++) {
    const path = n === 1 ? firstPath : resolve(dirname(firstPath), numberedName(basename(firstPath), n))
    try {
      await writeFile(path, text, { flag: 'wx' })
      return path
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
  }
}

/** The most bytes of title and time, the first lines of a receipt. */
export const receiptHeadBytes = 512
/** Title and ISO 8601 time, in any language. */
const receiptHeadPattern = /^[^\r\n]+\r\n[^\r\n]*\(\d{4}-\d\d-\d\dT[\d:.]+Z\)\r\n/

/** True if a file is the receipt of an upload, by this program or a page. */
export async function isReceipt({ path, size }: DiskFile): Promise<boolean> {
  if (size > maxReceiptBytes) return false
  try {
    if (!receiptHeadPattern.test(await readHead(path))) return false
    return readReceipt(await readFile(path, 'utf8')).length > 0
  } catch {
    // An unreadable file is reported when it is sent.
    return false
  }
}

async function readHead(path: DiskFile['path']): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(receiptHeadBytes))
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
