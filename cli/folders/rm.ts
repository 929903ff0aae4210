import { errorDetails } from '../../contract/errors.ts'
import { seenNumbers, withDeleted } from '../../core/trust/seenFiles.ts'
import type { TokenRights } from '../account/accountCalls.ts'
import { readFolderAddress } from '../account/folderAddress.ts'
import { localSeenFilesOf } from '../account/trustRecords.ts'
import { createUnlistedFilesReporter } from '../account/unlistedFiles.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode, usageError } from '../exitCodes.ts'
import { flagOption } from '../optionValues.ts'
import { fileLabel } from '../reporter.ts'
import { requireConfirmation } from '../terminal.ts'
import { countText, minuteText, shownNames } from '../texts.ts'
import { type NamedFile, withFileNames } from './fileNames.ts'
import { listSelectedFiles } from './listSelectedFiles.ts'
import { readFileArguments } from './readFileArguments.ts'
import { reportChangedFiles } from './reportChangedFiles.ts'

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
    const { calls } = account
    const seenFiles = await localSeenFilesOf(env, folder, isDry)
    const onListed = await createUnlistedFilesReporter(seenFiles, calls, id, report)
    const list = () => calls.listFiles(id)
    const files = await listSelectedFiles(account, list, fileArguments, { names, report, onListed })
    names.report(report)
    if (isDry) {
      for (const { reported } of files) report.emit({ event: 'listed', ...reported })
      return exitCodes.success
    }
    const erases = flagOption(context, 'now')
    const trashDays = erases ? undefined : (await calls.getFolder(id)).trash?.days
    const trashEnd = trashDays === undefined ? null : trashEndText(files, isoAfterDays(trashDays))
    if (asks) await confirmDeletion(context, files, trashEnd)
    let deletedCount = 0
    const seenIds = seenFiles && seenNumbers(await seenFiles.read(), id)
    let unseenCount = 0
    try {
      return await reportChangedFiles(files, (ids) => calls.deleteFiles(ids, erases), {
        report,
        // A missing file was deleted by somebody else, or by an earlier request whose response was lost.
        isDone: (why) => why === errorDetails.fileNotFound,
        onChanged: async (deleted) => {
          deletedCount += deleted.length
          const records = deleted.map(({ record }) => record)
          if (seenIds !== null && seenIds.size > 0)
            unseenCount += records.filter((record) => !seenIds.has(record.id)).length
          await seenFiles?.update((seen) => withDeleted(seen, id, records, trashEnd !== null))
        },
      })
    } finally {
      // Reported even if a later portion fails.
      if (deletedCount > 0) {
        const fate = trashEnd === null ? 'deleted' : `in the trash ${trashEnd}`
        report.emit({ event: 'note', message: `${countText(deletedCount, 'file')} ${fate}.` })
      }
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
  })
}

/** A hundred years at most, since the server may say any number. */
const isoAfterDays = (days: number) =>
  new Date(Date.now() + Math.min(days, 36_500) * 24 * 3_600_000).toISOString()

/** 'until 2026-12-08T10:00Z': what is deleted by date goes from the trash, too. @param end that of the trash */
function trashEndText(files: readonly NamedFile[], end: string): string {
  const ends = files.map(({ record: { expires_at: expiry = end } }) =>
    minuteText(expiry < end ? expiry : end),
  )
  const first = ends.reduce((earliest, one) => (one < earliest ? one : earliest), minuteText(end))
  return `${ends.some((one) => one !== first) ? 'at least ' : ''}until ${first}`
}

/** @param trashEnd until when the files can be restored; null if they are erased @throws CommandError 'refused' */
async function confirmDeletion(
  { terminal }: Context,
  files: readonly NamedFile[],
  trashEnd: string | null,
): Promise<void> {
  const names = shownNames(files.map(({ reported }) => fileLabel(reported)))
  const count = countText(files.length, 'file')
  const question =
    trashEnd === null
      ? `Delete ${count} for good (${names})?`
      : `Move ${count} to the trash (${names})? ${files.length === 1 ? 'It' : 'They'} can be restored ${trashEnd}.`
  await requireConfirmation(terminal, question, 'Nothing was deleted.')
}
