import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { KiB } from '../../contract/limits.ts'
import { shownText } from '../../contract/shownText.ts'
import type { DiskFile } from '../platform/diskSource.ts'
import type { FoundFile } from './findFiles.ts'
import { spoolInput } from './spoolInput.ts'

/** Systems such as /sys say that their files have a page. */
const maxClaimedBytes = 64 * KiB

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
 * Reads files of /proc and /sys to their end into temporary files: they have no blocks, and another size than they say.
 * A file that cannot be read is left to the sending, which reports it.
 * @throws CommandError as `spoolInput`; the signal's reason
 */
export async function readUnsizedFiles(
  found: readonly FoundFile[],
  { maxFileBytes, signal, folder }: SizingOptions,
): Promise<SizedFiles> {
  const spooled: Awaited<ReturnType<typeof spoolInput>>[] = []
  const remove = async () => {
    for (const one of spooled) await one.remove()
  }
  const sized: FoundFile[] = []
  try {
    for (const one of found) {
      signal.throwIfAborted()
      const { path } = one.file
      if (await hasSaidSize(one.file)) sized.push(one)
      else {
        const input = createReadStream(path)
        const temporary = await spoolInput(input, maxFileBytes, signal, folder, shownText(path.toString()))
        spooled.push(temporary)
        sized.push({ ...one, file: temporary.file })
      }
    }
    return { found: sized, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** True unless reading a file without blocks gives another number of bytes than its size. */
async function hasSaidSize({ path, size, hasBlocks }: DiskFile): Promise<boolean> {
  if (hasBlocks || size > maxClaimedBytes) return true
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
