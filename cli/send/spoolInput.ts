import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandError, exitCodes, refusedError } from '../exitCodes.ts'
import { isDiskFull } from '../platform/diskErrors.ts'
import { type DiskFile, statDiskFile } from '../platform/diskSource.ts'

interface SpooledInput {
  readonly file: DiskFile
  /** Deletes the file. */
  remove(): Promise<void>
}

/**
 * Writes standard input to a temporary file that only its user can read. Its length must be known before it is sent,
 * since it is sealed into each chunk.
 * @param name of the input, for errors
 * @throws CommandError if there is no space, or it is larger than a file may be; the signal's reason
 */
export async function spoolInput(
  input: Readable,
  maxFileBytes: number,
  signal: AbortSignal,
  folder: string,
  name = 'Standard input',
): Promise<SpooledInput> {
  const privateFolder = await mkdtemp(join(folder, 'sealpost-'))
  const remove = () => rm(privateFolder, { recursive: true, force: true })
  const path = join(privateFolder, 'standard-input')
  let bytes = 0
  async function* limited(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
    for await (const piece of pieces) {
      bytes += piece.length
      if (bytes > maxFileBytes)
        throw refusedError(
          `${name} is larger than ${maxFileBytes} bytes, the most that the server accepts for a file.`,
        )
      yield piece
    }
  }
  try {
    await pipeline(input, limited, createWriteStream(path, { mode: 0o600, flags: 'wx' }), { signal })
    return { file: await statDiskFile(path), remove }
  } catch (error) {
    await remove()
    signal.throwIfAborted()
    if (!(error instanceof Error) || !('code' in error)) throw error
    const why = isDiskFull(error)
      ? `The disk of ${folder} was full after ${bytes} bytes. Name a folder with more space by TMPDIR.`
      : `It cannot be written to ${folder}: ${error.message}`
    throw new CommandError(exitCodes.someFailed, `${name} was not sent. ${why}`, { cause: error })
  }
}
