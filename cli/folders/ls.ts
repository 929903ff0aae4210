import type { Folder } from '../../contract/schemas/folders.ts'
import { shownText } from '../../contract/shownText.ts'
import { rememberShownLinks } from '../../core/trust/deviceLinks.ts'
import { linkAlarms } from '../../core/trust/folderLinks.ts'
import type { DeviceMemory } from '../../core/trust/trustPorts.ts'
import type { TokenRights } from '../account/accountCalls.ts'
import { type AccountClient, withAccountClient } from '../account/accountClient.ts'
import { folderAddressText } from '../account/folderAddress.ts'
import { linkAlarmTexts } from '../account/openFolder.ts'
import { localTrustRecords } from '../account/trustRecords.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode, usageError } from '../exitCodes.ts'
import { retryUntilListed } from '../retryUntilAnswered.ts'
import type { Reporter } from '../reporter.ts'
import { type NamedFile, withFileNames } from './fileNames.ts'
import { listSelectedFiles } from './listSelectedFiles.ts'
import { readFileArguments } from './readFileArguments.ts'
import { readListAddress } from './readListAddress.ts'

const rights: TokenRights = { command: 'ls', scopes: ['files:read'] }

/**
 * `sealpost ls`: lists folders, or the files of one, as the server shows them or with opened names. The upload links of
 * folders are compared with those that this machine has seen.
 */
export async function ls(context: Context): Promise<ExitCode> {
  const { args, report } = context
  const [text = '', ...names] = args
  const { origin, id: folderId } = readListAddress(text, context)
  const fileArguments = readFileArguments(names, context)
  const isSelective = fileArguments.names.length + fileArguments.ids.length > 0
  if (folderId === undefined && isSelective)
    throw usageError('Give the address of a folder before names or numbers of files.')
  if (folderId === undefined) {
    await withAccountClient(context, { origin, rights }, (account) => listFolders(context, account, origin))
    return exitCodes.success
  }
  const listed = ({ record: { upload_time: uploaded, expires_at }, reported }: NamedFile) =>
    report.emit({
      ...{ event: 'listed', ...reported, uploaded },
      ...(expires_at !== undefined && { expires_at }),
    })
  const folder = { origin, id: folderId }
  await withFileNames(context, { folder, isDry: false, rights }, async (account, names) => {
    const list = () => account.calls.listFiles(folderId)
    if (isSelective)
      (await listSelectedFiles(account, list, fileArguments, { names, report })).forEach(listed)
    else
      for await (const records of retryUntilListed(account.retry, list))
        (await names.read(records)).forEach(listed)
    names.report(report)
  })
  return exitCodes.success
}

async function listFolders(
  { env, report }: Context,
  { calls, retry }: AccountClient,
  origin: string,
): Promise<void> {
  const trustRecords = localTrustRecords(env, false)
  const fingerprints = await trustRecords.knownFolders.fingerprintsOn(origin)
  for await (const folders of retryUntilListed(retry, () => calls.listFolders())) {
    for (const fingerprint of fingerprints)
      await rememberOrWarnOfLinks(folders, report, trustRecords.memory, fingerprint)
    for (const { id, title, file_count: files, total_size: bytes } of folders)
      report.emit({ event: 'folder', id, title, address: folderAddressText({ origin, id }), files, bytes })
  }
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
