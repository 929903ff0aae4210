import type { TokenRights } from '../account/accountCalls.ts'
import { withAccountClient } from '../account/accountClient.ts'
import { folderAddressText, readServerOrFolderAddress } from '../account/folderAddress.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode, usageError } from '../exitCodes.ts'
import { retryUntilListed } from '../retryUntilAnswered.ts'
import { reportedRecord } from '../selectFiles.ts'
import { parseFileArguments, listSelectedFiles } from './fileArguments.ts'

const rights: TokenRights = { command: 'ls', scopes: ['files:read'] }

/** `sealpost ls`: lists folders, or the files of one, as the server shows them. */
export async function ls(context: Context): Promise<ExitCode> {
  const { args, report } = context
  const [text = '', ...names] = args
  const address = readServerOrFolderAddress(text)
  if (!address)
    throw usageError('Give the address of a server or of a folder: https://files.example.org/folders/view/7')
  const { origin, id } = address
  const named = parseFileArguments(names, context)
  const isSelective = named.names.length + named.ids.length > 0
  if (id === undefined && isSelective) throw usageError('Names and numbers are those of files in a folder.')
  return withAccountClient(context, { origin, rights }, async (account) => {
    const { calls, retry } = account
    if (id === undefined) {
      for await (const folders of retryUntilListed(retry, () => calls.listFolders()))
        for (const { id, title, file_count: files, total_size: bytes } of folders)
          report.emit({
            event: 'folder',
            id,
            title,
            address: folderAddressText({ origin, id }),
            files,
            bytes,
          })
    } else if (isSelective) {
      for (const record of await listSelectedFiles(account, id, named))
        report.emit({ event: 'listed', ...reportedRecord(record) })
    } else {
      for await (const records of retryUntilListed(retry, () => calls.listFiles(id)))
        for (const record of records) report.emit({ event: 'listed', ...reportedRecord(record) })
    }
    return exitCodes.success
  })
}
