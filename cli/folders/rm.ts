import { assertDefined } from '../../contract/assertDefined.ts'
import { errorDetails } from '../../contract/errors.ts'
import { type DeletedFile, seenNumbers, withDeleted } from '../../core/trust/seenFiles.ts'
import type { TokenRights } from '../account/accountCalls.ts'
import { readFolderAddress } from '../account/folderAddress.ts'
import { localSeenFiles, localTrustRecords } from '../account/trustRecords.ts'
import { createUnlistedFilesReporter } from '../account/unlistedFiles.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode, usageError } from '../exitCodes.ts'
import { flagOption } from '../optionValues.ts'
import { fileLabel } from '../reporter.ts'
import { requireConfirmation } from '../terminal.ts'
import { countText, shownNames } from '../texts.ts'
import { type NamedFile, withFileNames } from './fileNames.ts'
import { listSelectedFiles } from './listSelectedFiles.ts'
import { readFileArguments } from './readFileArguments.ts'

const rights: TokenRights = { command: 'rm', scopes: ['files:read', 'files:delete'] }

/** `sealpost rm`: deletes files of a folder, after a confirmation. */
export async function rm(context: Context): Promise<ExitCode> {
  const { args, env, report, terminal } = context
  const [address = '', ...names] = args
  const { origin, id } = readFolderAddress(address)
  const fileArguments = readFileArguments(names, context)
  if (fileArguments.names.length + fileArguments.ids.length === 0)
    throw usageError("Name the files to delete: 'sealpost rm FOLDER NAME…'; '*' means all.")
  const isDry = flagOption(context, 'dry-run')
  const asks = !flagOption(context, 'yes') && !isDry
  if (asks && !terminal.canAsk)
    throw usageError(
      'rm asks before it deletes, and there is no terminal to ask at. Give --yes to delete without asking.',
    )
  const folder = { origin, id }
  return withFileNames(context, { folder, isDry, rights }, async (account, names) => {
    const fingerprint = await localTrustRecords(env, true).knownFolders.fingerprintOf(folder)
    const seenFiles = fingerprint === null ? null : localSeenFiles(env, fingerprint, isDry)
    const onListed = await createUnlistedFilesReporter(seenFiles, id, report)
    const files = await listSelectedFiles(account, id, fileArguments, { names, report, onListed })
    names.report(report)
    if (isDry) {
      for (const { reported } of files) report.emit({ event: 'listed', ...reported })
      return exitCodes.success
    }
    if (asks) await confirmDeletion(context, files)
    const byId = new Map(files.map((file) => [file.record.id, file]))
    let deletedCount = 0
    let failedCount = 0
    const seenIds = seenFiles && seenNumbers(await seenFiles.read(), id)
    let unseenCount = 0
    try {
      for await (const { ids, refused } of account.calls.deleteFiles([...byId.keys()])) {
        const deletedFiles: DeletedFile[] = []
        for (const fileId of ids) {
          const { record, reported } = assertDefined(byId.get(fileId))
          const why = refused.get(fileId)
          // A missing file was deleted by somebody else, or by an earlier request whose response was lost.
          if (why === undefined || why === errorDetails.fileNotFound) {
            deletedCount++
            deletedFiles.push(record)
            if (seenIds !== null && seenIds.size > 0 && !seenIds.has(fileId)) unseenCount++
            report.emit({ event: 'done', ...reported })
          } else {
            failedCount++
            report.emit({ event: 'failed', ...reported, why })
          }
        }
        await seenFiles?.update((seen) => withDeleted(seen, id, deletedFiles))
      }
    } finally {
      // Reported even if a later portion fails.
      if (deletedCount > 0)
        report.emit({ event: 'note', message: `${countText(deletedCount, 'file')} deleted.` })
      // Only the server's numbers are compared here, since nothing is opened.
      if (unseenCount > 0)
        report.emit({
          event: 'note',
          message:
            unseenCount === 1
              ? '1 of them was never opened on this machine. It would not be noticed if the server showed it again.'
              : `${unseenCount} of them were never opened on this machine. It would not be noticed if the server showed them again.`,
        })
    }
    return failedCount > 0 ? exitCodes.someFailed : exitCodes.success
  })
}

/** @throws CommandError 'refused' */
async function confirmDeletion({ terminal }: Context, files: readonly NamedFile[]): Promise<void> {
  const names = files.map(({ reported }) => fileLabel(reported))
  const question = `Delete ${countText(files.length, 'file')} for good (${shownNames(names)})?`
  await requireConfirmation(terminal, question, 'Nothing was deleted.')
}
