import { shownText } from '../../contract/shownText.ts'
import { refusedError, usageError } from '../exitCodes.ts'
import { errorMessage } from '../texts.ts'
import { PartialFiles } from './partialFiles.ts'
import { TargetFolder } from './targetFolder.ts'

interface LockedTargetFolder {
  readonly targetFolder: TargetFolder
  /** Holds the lock of the folder until it is closed. */
  readonly partials: PartialFiles
}

/**
 * Opens a folder for writing, creating it if necessary, and locks it.
 * @throws CommandError 'usage' if it is not writable; 'refused' if another process holds it
 */
export async function openTargetFolder(folder: string): Promise<LockedTargetFolder> {
  const targetFolder = await openOrUsageError(folder, () => TargetFolder.open(folder))
  const partials = await openOrUsageError(folder, () => PartialFiles.open(targetFolder.root))
  if (!partials)
    throw refusedError(
      `Another sealpost command is saving files in ${shownText(folder)}. Wait until it has ended, or choose another folder.`,
    )
  return { targetFolder, partials }
}

/** Opens a folder for reading; creates nothing. @throws CommandError 'usage' if it is not readable */
export const openTargetFolderReadOnly = (folder: string): Promise<TargetFolder> =>
  openOrUsageError(folder, () => TargetFolder.openReadOnly(folder))

async function openOrUsageError<T>(folder: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    throw usageError(`The folder ${shownText(folder)} cannot be used: ${errorMessage(error)}`, {
      cause: error,
    })
  }
}
