import { canBeTemplate } from '../../contract/folderTemplate.ts'
import type { Folder } from '../../contract/schemas/folders.ts'
import type { OwnFolder } from '../../core/crypto/index.ts'
import { readDevicePrivate } from '../../core/trust/privateNames.ts'
import type { FolderAddress } from '../account/folderAddress.ts'
import { ownerWithoutKey } from '../account/trustFileMemory.ts'
import type { localTrustRecords } from '../account/trustRecords.ts'
import { refusedError } from '../exitCodes.ts'

/** Returns the folder of --like. @throws CommandError 'refused' */
export function findTemplate(folders: readonly Folder[], id: number): Folder {
  const template = folders.find((folder) => folder.id === id)
  if (template && canBeTemplate(template)) return template
  const why = template
    ? 'cannot be a template: you do not own it, or it holds what you sent'
    : 'is not among your folders'
  throw refusedError(`Nothing was made. The folder ${id} of --like ${why}.`)
}

/**
 * True if the folder is remembered to hide names, which counts more than what the server shows.
 * @param own folders in the contacts
 */
export async function hidesTemplateNames(
  address: FolderAddress,
  own: readonly OwnFolder[],
  { knownFolders, memory }: ReturnType<typeof localTrustRecords>,
): Promise<boolean> {
  const { origin, id } = address
  const fingerprint = await knownFolders.fingerprintOf(address)
  const owners = [...(fingerprint === null ? [] : [fingerprint]), ownerWithoutKey(origin)]
  const known = own.find((folder) => folder.id === id)?.private
  return (known ?? (await readDevicePrivate(memory, owners, id))) === true
}
