import { access, mkdir, open, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { numberedName } from '../../contract/names.ts'
import { exit, Stop } from '../exit.ts'
import type { DiskFile } from '../platform/diskSource.ts'
import { mostReceiptBytes, readReceipt } from '../verifyReceipt/readReceipt.ts'

/** Where a receipt goes: to a file of this name, or to one of its own name in a folder. */
export type ReceiptPlace = { readonly path: string } | { readonly folder: string }

/** Of --receipt. Another file is never overwritten. @throws Stop 'usage' where one has this name */
export async function receiptPlace(path: string): Promise<ReceiptPlace> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (isFolder) return { folder: path }
  const isTaken = await access(path).then(
    () => true,
    () => false,
  )
  if (isTaken)
    throw new Stop(
      exit.usage,
      `${path} is there already, and is not overwritten. Name another file by --receipt, or a folder.`,
    )
  return { path }
}

/**
 * @param name in a folder; the first number that is free is added where another file has it
 * @returns its path @throws what the disk does
 */
export async function writeReceipt(place: ReceiptPlace, name: string, text: string): Promise<string> {
  const wanted = 'path' in place ? place.path : resolve(place.folder, name)
  if ('folder' in place) await mkdir(place.folder, { recursive: true, mode: 0o700 })
  for (let n = 1; ; n++) {
    const path = n === 1 ? wanted : resolve(dirname(wanted), numberedName(basename(wanted), n))
    try {
      await writeFile(path, text, { flag: 'wx' })
      return path
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error
    }
  }
}

/** Title and time of a receipt, which are its first lines, are no longer. */
export const receiptHeadBytes = 512
/** Its title, and the time in the form of ISO 8601, in whichever language. */
const receiptHead = /^[^\r\n]+\r\n[^\r\n]*\(\d{4}-\d\d-\d\dT[\d:.]+Z\)\r\n/

/** Whether a file is the receipt of an upload, as this program and the page write them. */
export async function isReceipt({ path, size }: DiskFile): Promise<boolean> {
  if (size > mostReceiptBytes) return false
  try {
    if (!receiptHead.test(await headOf(path))) return false
    return readReceipt(await readFile(path, 'utf8')).length > 0
  } catch {
    // Whoever sends it says why it cannot be read.
    return false
  }
}

async function headOf(path: DiskFile['path']): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(receiptHeadBytes))
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
