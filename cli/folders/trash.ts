import { faultOf } from '../../core/faults/faultOf.ts'
import type { TrashedFolder } from '../../contract/schemas/folders.ts'
import type { AccountCalls, TokenRights } from '../account/accountCalls.ts'
import { type AccountClient, withAccountClient } from '../account/accountClient.ts'
import { folderAddressText } from '../account/folderAddress.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode, refusedError, usageError } from '../exitCodes.ts'
import { retryUntilListed } from '../retryUntilAnswered.ts'
import { withFileNames } from './fileNames.ts'
import { readListAddress } from './readListAddress.ts'

const rights: TokenRights = { command: 'trash', scopes: ['files:read'] }

/** `sealpost trash`: lists deleted folders, or the deleted files of one, that can be restored. */
export async function trash(context: Context): Promise<ExitCode> {
  const { args, report } = context
  const [text = '', ...more] = args
  if (more.length > 0) throw usageError('Give one server or folder only.')
  const { origin, id } = readListAddress(text, context)
  if (id === undefined)
    await withAccountClient(context, { origin, rights }, async (account) => {
      for await (const folders of listTrashedFolders(account))
        for (const { id, title, file_count: files, total_size: bytes, ...times } of folders)
          report.emit({
            ...{ event: 'folder', id, title, address: folderAddressText({ origin, id }) },
            ...{ files, bytes, ...reportedTimes(times) },
          })
    })
  else
    await withFileNames(
      context,
      { folder: { origin, id }, isDry: false, rights, isTrash: true },
      async ({ calls, retry }, names) => {
        await requireTrash(calls, id)
        for await (const records of retryUntilListed(retry, () => calls.listTrashedFiles(id)))
          for (const { record, reported } of await names.read(records))
            report.emit({
              event: 'listed',
              ...reported,
              uploaded: record.upload_time,
              ...reportedTimes(record),
            })
        names.report(report)
      },
    )
  return exitCodes.success
}

const reportedTimes = ({ deleted_at, erased_at }: Pick<TrashedFolder, 'deleted_at' | 'erased_at'>) => ({
  deleted: deleted_at,
  restorable_until: erased_at,
})

/** @throws CommandError 'refused' for a server without trash; as `AccountCalls` */
export async function* listTrashedFolders({
  calls,
  retry,
}: AccountClient): AsyncGenerator<TrashedFolder[], void> {
  try {
    yield* retryUntilListed(retry, () => calls.listTrashedFolders())
  } catch (error) {
    const { code, status } = faultOf(error)
    // An older server takes 'trash' for the number of a folder.
    const isOlder = code === 'refused' && (status === 404 || status === 422)
    throw isOlder
      ? refusedError('This server has no trash: it is older than this program.', { cause: error })
      : error
  }
}

/** @throws CommandError 'refused' for a folder without trash; as `AccountCalls` */
export async function requireTrash(calls: AccountCalls, folderId: number): Promise<void> {
  const { trash: folderTrash } = await calls.getFolder(folderId)
  if (!folderTrash)
    throw refusedError(
      'This folder has no trash: the server erases at once what is deleted, or is older than this program, or you are not an owner of the folder.',
    )
}
