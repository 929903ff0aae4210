import { assertDefined } from '../../contract/assertDefined.ts'
import { detail } from '../../contract/errors.ts'
import type { HashedFileRecord } from '../../contract/schemas/folders.ts'
import { type DeletedFile, seenNumbers, withDeleted } from '../../core/trust/seenFiles.ts'
import { withAccountClient } from '../account/accountClient.ts'
import type { TokenRights } from '../account/accountCalls.ts'
import { readFolderAddress } from '../account/folderAddress.ts'
import { localSeenFiles, localTrustRecords } from '../account/trustRecords.ts'
import { unlistedFilesNoter } from '../account/unlistedFiles.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode, usageError } from '../exitCodes.ts'
import { reportedRecord } from '../selectFiles.ts'
import { requireConfirmation } from '../terminal.ts'
import { countText, shownNames } from '../texts.ts'
import { parseFileArguments, listSelectedFiles } from './fileArguments.ts'

const rights: TokenRights = { command: 'rm', scopes: ['files:read', 'files:delete'] }

/** `sealpost rm`: deletes files of a folder, after a question. */
export async function rm(context: Context): Promise<ExitCode> {
  const { args, env, options, report, terminal } = context
  const [address = '', ...names] = args
  const { origin, id } = readFolderAddress(address)
  const named = parseFileArguments(names, context)
  if (named.names.length + named.ids.length === 0)
    throw usageError("Name the files to delete: 'sealpost rm FOLDER NAME…'; '*' means all.")
  const isDry = options['dry-run'] === true
  const asks = options.yes !== true && !isDry
  if (asks && !terminal.canAsk)
    throw usageError('rm asks before it deletes, and there is no terminal to ask at: give --yes.')
  const fingerprint = await localTrustRecords(env, true).knownFolders.fingerprintOf({ origin, id })
  const seenFiles = fingerprint === null ? null : localSeenFiles(env, fingerprint, isDry)
  return withAccountClient(context, { origin, rights }, async (account) => {
    const onListed = await unlistedFilesNoter(seenFiles, id, report)
    const files = await listSelectedFiles(account, id, named, { onListed })
    if (isDry) {
      for (const file of files) report.emit({ event: 'listed', ...reportedRecord(file) })
      return exitCodes.success
    }
    if (asks) await confirmDeletion(context, files)
    const byId = new Map(files.map((file) => [file.id, file]))
    let [deleted, failed] = [0, 0]
    const seen = seenFiles && seenNumbers(await seenFiles.read(), id)
    let unrecognised = 0
    try {
      for await (const { ids, refused } of account.calls.deleteFiles([...byId.keys()])) {
        const gone: DeletedFile[] = []
        for (const fileId of ids) {
          const file = assertDefined(byId.get(fileId))
          const why = refused.get(fileId)
          // It is gone: somebody else was faster, or the answer to an earlier request was lost.
          if (why === undefined || why === detail.fileNotFound) {
            deleted++
            gone.push(file)
            if (seen !== null && seen.size > 0 && !seen.has(fileId)) unrecognised++
            report.emit({ event: 'done', ...reportedRecord(file) })
          } else {
            failed++
            report.emit({ event: 'failed', ...reportedRecord(file), why })
          }
        }
        await seenFiles?.update((seen) => withDeleted(seen, id, gone))
      }
    } finally {
      // Also if a later portion fails.
      if (deleted > 0) report.emit({ event: 'note', message: `${countText(deleted, 'file')} deleted.` })
      // The server chooses the numbers, and nothing is opened here.
      if (unrecognised > 0)
        report.emit({
          event: 'note',
          message:
            unrecognised === 1
              ? '1 of them was not opened on this machine before: it would not be noticed if the server shows it again.'
              : `${unrecognised} of them were not opened on this machine before: it would not be noticed if the server shows them again.`,
        })
    }
    return failed > 0 ? exitCodes.someFailed : exitCodes.success
  })
}

/** @throws CommandError 'refused' */
async function confirmDeletion({ terminal }: Context, files: readonly HashedFileRecord[]): Promise<void> {
  const names = files.map((file) => reportedRecord(file).file)
  const question = `Delete ${countText(files.length, 'file')} for good (${shownNames(names)})?`
  await requireConfirmation(terminal, question, 'Nothing was deleted.')
}
