import type { Folder } from '../../contract/schemas/folders.ts'
import { knownName } from '../../core/keys/storedNames.ts'
import { readDeviceLinks } from '../../core/trust/deviceLinks.ts'
import { linkAlarms } from '../../core/trust/folderLinks.ts'
import { isOtherPrivate, readDevicePrivate } from '../../core/trust/privateNames.ts'
import { withAccountClient } from '../account/accountClient.ts'
import { otherNamesText } from '../account/openFolder.ts'
import { ownerWithoutKey } from '../account/trustFileMemory.ts'
import { localTrustRecords, readLinksOn } from '../account/trustRecords.ts'
import type { TokenRights } from '../account/accountCalls.ts'
import { type FolderAddress, folderAddressText, readFolderAddress } from '../account/folderAddress.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode, refusedError, usageError } from '../exitCodes.ts'
import { flagOption } from '../optionValues.ts'
import { retryUntilListed } from '../retryUntilAnswered.ts'
import { downloadAddress } from '../share/downloadAddress.ts'
import { uploadAddress } from './uploadAddress.ts'

const rights: TokenRights = { command: 'links', scopes: ['files:read'] }

/** `sealpost links`: lists the download links of a folder, without their keys, or prints its upload link. */
export async function links(context: Context): Promise<ExitCode> {
  const { args, report } = context
  const [address = '', ...more] = args
  if (more.length > 0) throw usageError('Give one folder only.')
  const { origin, id } = readFolderAddress(address)
  return withAccountClient(context, { origin, rights }, async ({ calls, retry }) => {
    if (flagOption(context, 'upload')) {
      await reportUploadLink(context, await calls.getFolder(id), { origin, id })
      return exitCodes.success
    }
    for await (const portion of retryUntilListed(retry, () => calls.listDownloadLinks(id)))
      for (const link of portion)
        report.emit({
          event: 'link',
          address: downloadAddress(origin, link.link_token),
          created: link.creation_date,
          expires: link.expiration_date,
          has_password: link.has_password,
          downloads: link.download_count,
          max_downloads: link.max_downloads,
          used_downloads: link.used_downloads,
          names: link.files.map(knownName),
        })
    return exitCodes.success
  })
}

/**
 * Reports the upload link, with the fingerprint of the key if the folder was opened on this machine.
 * @throws CommandError 'refused' for another link or another choice about names than this machine remembers
 */
async function reportUploadLink(
  { env, report }: Context,
  folder: Folder,
  address: FolderAddress,
): Promise<void> {
  const { id, title, link_token, several, expiration_date, retention_days = null } = folder
  const { knownFolders, memory } = localTrustRecords(env, true)
  await knownFolders.checkOrStoreKind(address, several?.folder ?? null)
  const fingerprint = await knownFolders.fingerprintOf(address)
  const seen =
    fingerprint === null
      ? await readLinksOn(address.origin, { knownFolders, memory })
      : await readDeviceLinks(memory, fingerprint)
  if ((await linkAlarms([{ id, link_token, several }], [], seen)).size > 0)
    throw refusedError(
      'The server shows another upload link of this folder than this machine knows. Do not give it out. Look at the folder in the browser.',
    )
  const owners = [...(fingerprint === null ? [] : [fingerprint]), ownerWithoutKey(address.origin)]
  const hidesNames = await readDevicePrivate(memory, owners, id)
  if (isOtherPrivate(hidesNames, folder))
    throw refusedError(`${otherNamesText} Then open the folder here: sealpost ls --with-key FOLDER`)
  report.emit({
    event: 'upload',
    link: uploadAddress(address.origin, folder, fingerprint),
    password: null,
    ...{ id, title, address: folderAddressText(address), expires: expiration_date, retention_days },
  })
}
