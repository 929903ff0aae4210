import { readServerOrFolderAddress } from '../account/folderAddress.ts'
import type { Context } from '../context.ts'
import { usageError } from '../exitCodes.ts'
import { flagOption } from '../optionValues.ts'

/** Reads the address of a server whose folders are listed, or of a folder. @throws CommandError 'usage' */
export function readListAddress(
  text: string,
  context: Pick<Context, 'options'>,
): { origin: string; id?: number } {
  const address = readServerOrFolderAddress(text)
  if (!address)
    throw usageError('Give the address of a server or of a folder: https://files.example.org/folders/view/7')
  if (address.id === undefined && flagOption(context, 'with-key'))
    throw usageError('--with-key opens names of files: give the address of a folder.')
  return address
}
