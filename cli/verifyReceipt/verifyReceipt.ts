import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { shownText } from '../../contract/shownText.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode, usageError } from '../exitCodes.ts'
import type { DiskFile } from '../platform/diskSource.ts'
import { readTextFile } from '../secrets.ts'
import { walkRoots } from '../send/findFiles.ts'
import { maxReceiptBytes, type ReceiptEntry, readReceipt } from './readReceipt.ts'
import { countText, errorMessage } from '../texts.ts'

/** `sealpost verify-receipt`: compares local files with an upload receipt. */
export async function verifyReceipt({ args, report, signal }: Context): Promise<ExitCode> {
  const [receiptPath, ...paths] = args
  if (receiptPath === undefined) throw usageError('Name the receipt to compare with.')
  const entries = readReceipt(await readTextFile(receiptPath, maxReceiptBytes))
  const found = await indexFiles(paths.length > 0 ? paths : ['.'], { report, signal })
  const compared = entries.map((entry) => ({ entry, file: pickFile(entry, found) }))
  const total = compared.reduce((sum, { file }) => sum + (file?.size ?? 0), 0)
  let bytes = 0
  let areAllEqual = true
  report.emit({ event: 'start', files: entries.length, bytes: 0, total })
  for (const { entry, file } of compared) {
    signal.throwIfAborted()
    const why = file === null ? 'It was not found.' : await describeDifference(entry, file, signal)
    bytes += file?.size ?? 0
    const { path, fileId: id, sha256 } = entry
    const reported = { file: path, id, sha256, bytes: file?.size ?? null }
    report.emit(why === null ? { event: 'done', ...reported } : { event: 'failed', ...reported, why })
    if (why !== null) areAllEqual = false
    report.emit({ event: 'progress', bytes, total })
  }
  if (areAllEqual) report.emit({ event: 'note', message: `${countText(entries.length, 'file')} as sent.` })
  return areAllEqual ? exitCodes.success : exitCodes.someFailed
}

interface FoundFiles {
  /** Files below folders, by the path that a receipt would show. */
  readonly below: ReadonlyMap<string, DiskFile>
  /** Files named one by one, by name. */
  readonly named: ReadonlyMap<string, DiskFile>
}

/** Finds files, by their sent path with and without the named folder. @throws CommandError 'usage' */
async function indexFiles(
  paths: readonly string[],
  { report, signal }: Pick<Context, 'report' | 'signal'>,
): Promise<FoundFiles> {
  const below = new Map<string, DiskFile>()
  const named = new Map<string, DiskFile>()
  const add = (path: string, file: DiskFile) => {
    const key = shownText(path)
    if (!below.has(key)) below.set(key, file)
  }
  const roots = [...new Set(paths.map((path) => resolve(path)))]
  for await (const entry of walkRoots(roots, { maxFileBytes: Infinity, signal, isExcluded: () => false })) {
    if (entry.kind === 'failed') {
      const path = shownText(entry.onDisk ?? entry.path)
      if (entry.onDisk !== undefined) throw usageError(`${path} cannot be read. ${entry.why}`)
      report.emit({ event: 'warning', message: `${path}: ${entry.why}` })
    }
    if (entry.kind !== 'file') continue
    const { file, name, folder } = entry
    if (folder === '.') named.set(shownText(name), file)
    else {
      const path = `${folder}/${name}`
      add(path, file)
      add(path.slice(path.indexOf('/') + 1), file)
    }
  }
  return { below, named }
}

const pickFile = ({ path }: ReceiptEntry, { below, named }: FoundFiles): DiskFile | null =>
  named.get(path.slice(path.lastIndexOf('/') + 1)) ?? below.get(path) ?? null

/** Compares the content of a file. @returns null if it is the one that was sent */
async function describeDifference(
  { sha256 }: ReceiptEntry,
  { path }: DiskFile,
  signal: AbortSignal,
): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const piece of createReadStream(path, { signal, highWaterMark: 1024 * 1024 }))
      hash.update(piece as Buffer)
  } catch (error) {
    signal.throwIfAborted()
    return `It cannot be read: ${errorMessage(error)}`
  }
  const actualSha256 = hash.digest('hex')
  return actualSha256 === sha256
    ? null
    : `Its content differs: its SHA-256 is ${actualSha256}, and that of the file that was sent is ${sha256}.`
}
