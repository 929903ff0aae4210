import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { KiB } from '../../contract/limits.ts'
import { shownText } from '../../contract/shownText.ts'
import type { DiskFile } from '../platform/diskSource.ts'
import type { FoundFile } from './findFiles.ts'
import { spoolInput } from './spoolInput.ts'

/** Larger reported sizes are believed; /sys reports a page for each of its files. */
const maxWrongSizeBytes = 64 * KiB

interface SizingOptions {
  readonly maxFileBytes: number
  readonly signal: AbortSignal
  /** Folder in which temporary files are made. */
  readonly folder: string
}

export interface SizedFiles {
  readonly found: FoundFile[]
  /** Deletes the temporary files. */
  remove(): Promise<void>
}

/**
 * Copies files of /proc and /sys, whose reported size is wrong, to temporary files. A file that cannot be read stays as it
 * is, and is reported when it is sent.
 * @throws CommandError as `spoolInput`; the signal's reason
 */
export async function readUnsizedFiles(
  found: readonly FoundFile[],
  { maxFileBytes, signal, folder }: SizingOptions,
): Promise<SizedFiles> {
  const spooled: Awaited<ReturnType<typeof spoolInput>>[] = []
  const remove = async () => {
    for (const input of spooled) await input.remove()
  }
  const sized: FoundFile[] = []
  try {
    for (const foundFile of found) {
      signal.throwIfAborted()
      const { path } = foundFile.file
      if (await hasReportedSize(foundFile.file)) sized.push(foundFile)
      else {
        const input = createReadStream(path)
        const temporary = await spoolInput(input, maxFileBytes, signal, folder, shownText(path.toString()))
        spooled.push(temporary)
        sized.push({ ...foundFile, file: temporary.file })
      }
    }
    return { found: sized, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** True unless reading a file without blocks gives another number of bytes than its size. */
async function hasReportedSize({ path, size, hasBlocks }: DiskFile): Promise<boolean> {
  if (hasBlocks || size > maxWrongSizeBytes) return true
  const file = await open(path, 'r').catch(() => null)
  if (!file) return true
  try {
    const buffer = Buffer.alloc(size + 1)
    let filled = 0
    for (let bytes = -1; bytes !== 0 && filled < buffer.length; filled += bytes)
      bytes = (await file.read(buffer, filled, buffer.length - filled)).bytesRead
    return filled === size
  } catch {
    return true
  } finally {
    await file.close()
  }
}
