import { mkdir, open, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { numberedName } from '../../contract/fileNames.ts'
import { usageError } from '../exitCodes.ts'
import type { DiskFile } from '../platform/diskSource.ts'
import { maxReceiptBytes, readReceipt } from '../verifyReceipt/readReceipt.ts'
import { errorCode } from '../../contract/systemErrors.ts'

/** The target of a receipt: a file of this name, or one of its own name in a folder. */
export type ReceiptTarget = { readonly path: string } | { readonly folder: string }

/** Reads --receipt. Never overwrites another file. @throws CommandError 'usage' if the name is taken */
export async function readReceiptTarget(path: string): Promise<ReceiptTarget> {
  const found = await stat(path).catch(() => null)
  if (found?.isDirectory()) return { folder: path }
  if (found)
    throw usageError(
      `${path} is there already, and is not overwritten. Name another file by --receipt, or a folder.`,
    )
  return { path }
}

/** Writes it, numbered if its name in a folder is taken. @returns its path @throws errors of the disk */
export async function writeReceipt(target: ReceiptTarget, name: string, text: string): Promise<string> {
  const wantedPath = 'path' in target ? target.path : resolve(target.folder, name)
  if ('folder' in target) await mkdir(target.folder, { recursive: true, mode: 0o700 })
  for (let n = 1; ; n++) {
    const path = n === 1 ? wantedPath : resolve(dirname(wantedPath), numberedName(basename(wantedPath), n))
    try {
      await writeFile(path, text, { flag: 'wx' })
      return path
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
  }
}

/** Maximum length of title and time, the first lines of a receipt. */
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
    // Sending it reports why it is unreadable.
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
