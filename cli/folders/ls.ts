import type { Folder } from '../../contract/schemas/folders.ts'
import { shownText } from '../../contract/shownText.ts'
import { rememberShownLinks } from '../../core/trust/deviceLinks.ts'
import { linkAlarms } from '../../core/trust/folderLinks.ts'
import type { DeviceMemory } from '../../core/trust/trustPorts.ts'
import type { TokenRights } from '../account/accountCalls.ts'
import { withAccountClient } from '../account/accountClient.ts'
import { folderAddressText, readServerOrFolderAddress } from '../account/folderAddress.ts'
import { linkAlarmTexts } from '../account/openFolder.ts'
import { localTrustRecords } from '../account/trustRecords.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode, usageError } from '../exitCodes.ts'
import { retryUntilListed } from '../retryUntilAnswered.ts'
import type { Reporter } from '../reporter.ts'
import { reportedRecord } from '../selectFiles.ts'
import { listSelectedFiles } from './listSelectedFiles.ts'
import { readFileArguments } from './readFileArguments.ts'

const rights: TokenRights = { command: 'ls', scopes: ['files:read'] }

/**
 * `sealpost ls`: lists folders, or the files of one, as the server shows them. It needs no key. The upload links of folders
 * are compared with those that this machine has seen.
 */
export async function ls(context: Context): Promise<ExitCode> {
  const { args, report } = context
  const [text = '', ...names] = args
  const address = readServerOrFolderAddress(text)
  if (!address)
    throw usageError('Give the address of a server or of a folder: https://files.example.org/folders/view/7')
  const { origin, id: folderId } = address
  const fileArguments = readFileArguments(names, context)
  const isSelective = fileArguments.names.length + fileArguments.ids.length > 0
  if (folderId === undefined && isSelective)
    throw usageError('Give the address of a folder before names or numbers of files.')
  return withAccountClient(context, { origin, rights }, async (account) => {
    const { calls, retry } = account
    if (folderId === undefined) {
      const trustRecords = localTrustRecords(context.env, false)
      const fingerprints = await trustRecords.knownFolders.fingerprintsOn(origin)
      for await (const folders of retryUntilListed(retry, () => calls.listFolders())) {
        for (const fingerprint of fingerprints)
          await rememberOrWarnOfLinks(folders, report, trustRecords.memory, fingerprint)
        for (const { id, title, file_count: files, total_size: bytes } of folders)
          report.emit({
            event: 'folder',
            id,
            title,
            address: folderAddressText({ origin, id }),
            files,
            bytes,
          })
      }
    } else if (isSelective) {
      for (const record of await listSelectedFiles(account, folderId, fileArguments))
        report.emit({ event: 'listed', ...reportedRecord(record) })
    } else {
      for await (const records of retryUntilListed(retry, () => calls.listFiles(folderId)))
        for (const record of records) report.emit({ event: 'listed', ...reportedRecord(record) })
    }
    return exitCodes.success
  })
}

/** Remembers the first upload link of each folder, and warns of folders that show another one. */
async function rememberOrWarnOfLinks(
  folders: readonly Folder[],
  report: Reporter,
  memory: DeviceMemory,
  fingerprint: string,
): Promise<void> {
  const seen = await rememberShownLinks(memory, fingerprint, folders)
  for (const [id, alarm] of await linkAlarms(folders, [], seen)) {
    const title = folders.find((folder) => folder.id === id)?.title ?? ''
    report.emit({
      event: 'warning',
      message: `${shownText(title)} (number ${id}): ${linkAlarmTexts[alarm]} Do not give its link out, and look at the folder in the browser.`,
    })
  }
}
