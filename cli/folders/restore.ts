import { withRestored } from '../../core/trust/seenFiles.ts'
import type { TokenRights } from '../account/accountCalls.ts'
import { withAccountClient } from '../account/accountClient.ts'
import { type FolderAddress, folderAddressText, readFolderAddress } from '../account/folderAddress.ts'
import { localSeenFilesOf } from '../account/trustRecords.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode, usageError } from '../exitCodes.ts'
import { countText } from '../texts.ts'
import { withFileNames } from './fileNames.ts'
import { listSelectedFiles } from './listSelectedFiles.ts'
import { type FileArguments, readFileArguments } from './readFileArguments.ts'
import { reportChangedFiles } from './reportChangedFiles.ts'
import { listTrashedFolders, requireTrash } from './trash.ts'

const command = 'restore'
const fileRights: TokenRights = { command, scopes: ['files:read', 'files:delete'] }
const folderRights: TokenRights = { command, scopes: ['files:read', 'folders:write', 'files:delete'] }

/** `sealpost restore`: restores deleted files of a folder, or a deleted folder. */
export async function restore(context: Context): Promise<ExitCode> {
  const [address = '', ...names] = context.args
  const folder = readFolderAddress(address)
  const fileArguments = readFileArguments(names, context)
  return fileArguments.names.length + fileArguments.ids.length > 0
    ? restoreFiles(context, folder, fileArguments)
    : restoreFolder(context, folder)
}

const restoreFolder = (context: Context, folder: FolderAddress): Promise<ExitCode> =>
  withAccountClient(context, { origin: folder.origin, rights: folderRights }, async (account) => {
    let isTrashed = false
    for await (const folders of listTrashedFolders(account))
      isTrashed ||= folders.some(({ id }) => id === folder.id)
    if (!isTrashed)
      throw usageError(
        "This folder is not in the trash. To restore files of it, name them: 'sealpost restore FOLDER NAME…'; '*' means all.",
      )
    await account.calls.restoreFolder(folder.id)
    context.report.emit({ event: 'restored', address: folderAddressText(folder) })
    return exitCodes.success
  })

function restoreFiles(
  context: Context,
  folder: FolderAddress,
  fileArguments: FileArguments,
): Promise<ExitCode> {
  const { env, report } = context
  const options = { folder, isDry: false, rights: fileRights, isTrash: true }
  return withFileNames(context, options, async (account, names) => {
    const { calls } = account
    await requireTrash(calls, folder.id)
    const seenFiles = await localSeenFilesOf(env, folder, false)
    const list = () => calls.listTrashedFiles(folder.id)
    const files = await listSelectedFiles(account, list, fileArguments, {
      ...{ names, report, kind: 'deleted file' },
    })
    names.report(report)
    let restoredCount = 0
    try {
      return await reportChangedFiles(files, calls.restoreFiles, {
        report,
        onChanged: async (restored) => {
          restoredCount += restored.length
          const marked = restored.map(({ record: { id }, mark }) => ({ id, mark }))
          await seenFiles?.update((seen) => withRestored(seen, folder.id, marked))
        },
      })
    } finally {
      // Reported even if a later portion fails.
      if (restoredCount > 0)
        report.emit({ event: 'note', message: `${countText(restoredCount, 'file')} restored.` })
    }
  })
}
