import { readFile } from 'node:fs/promises'
import { messageFileName, messageProblem, readMessage } from '../../contract/messageFile.ts'
import { maxTextBytes } from '../../contract/limits.ts'
import { shownText } from '../../contract/shownText.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import { faultText } from '../../i18n/errorText.ts'
import { usageError } from '../exitCodes.ts'
import { type DiskFile, type DiskPath, statDiskFile } from '../platform/diskSource.ts'
import type { FoundFile } from './findFiles.ts'

/** Returns the message in a file, as it is sent. @throws CommandError 'usage' for a file that is no message */
export async function readMessageFile(path: DiskPath): Promise<FoundFile> {
  const file = await statDiskFile(path).catch((error: unknown) => {
    throw usageError(`${shownText(path.toString())} cannot be read: ${faultText(faultOf(error))}`)
  })
  return asMessage(file, { name: shownText(path.toString()), given: 'named' })
}

/** @param name for errors @throws CommandError 'usage' */
export async function asMessage(
  file: DiskFile,
  { name, given }: { name: string } & Pick<Required<FoundFile>, 'given'>,
): Promise<FoundFile> {
  const text = file.size > maxTextBytes ? null : readMessage(await readFile(file.path))
  const problem = text === null ? 'too-long' : messageProblem(text)
  if (problem === 'empty') throw usageError(`${name} is empty.`)
  if (problem === 'too-long')
    throw usageError(`${name} is not in UTF-8, or too long for a message. Send it as a file.`)
  return { file, name: messageFileName, folder: '.', given, isText: true }
}
