import type { TokenRights } from '../account/accountCalls.ts'
import { readFolderAddress } from '../account/folderAddress.ts'
import type { Context } from '../context.ts'
import { type ExitCode, usageError } from '../exitCodes.ts'
import { textOption } from '../optionValues.ts'
import { readExpiry } from '../share/expiry.ts'
import { countText, minuteText } from '../texts.ts'
import { type NamedFile, withFileNames } from './fileNames.ts'
import { listSelectedFiles } from './listSelectedFiles.ts'
import { readFileArguments } from './readFileArguments.ts'
import { reportChangedFiles } from './reportChangedFiles.ts'

const rights: TokenRights = { command: 'keep', scopes: ['files:read', 'files:delete'] }

/** `sealpost keep`: puts off the dates at which files of a folder are deleted. */
export async function keep(context: Context): Promise<ExitCode> {
  const { args, report } = context
  const [address = '', ...names] = args
  const folder = readFolderAddress(address)
  const fileArguments = readFileArguments(names, context)
  if (fileArguments.names.length + fileArguments.ids.length === 0)
    throw usageError("Name the files to keep: 'sealpost keep FOLDER NAME… --expires TIME'; '*' means all.")
  const expires = textOption(context, 'expires')
  if (expires === undefined) throw usageError('Say until when to keep the files, by --expires.')
  const until = readExpiry(expires, new Date())
  return withFileNames(context, { folder, isDry: false, rights }, async (account, names) => {
    const list = () => account.calls.listFiles(folder.id)
    const files = await listSelectedFiles(account, list, fileArguments, { names, report })
    names.report(report)
    const shorter = files.filter((file) => isDeletedBefore(file, until))
    if (shorter.length < files.length)
      report.emit({
        event: 'note',
        message: `${countText(files.length - shorter.length, 'file')} kept as long already.`,
      })
    let keptCount = 0
    try {
      return await reportChangedFiles(shorter, (ids) => account.calls.extendRetention(ids, until), {
        report,
        onChanged: (kept) => {
          keptCount += kept.length
          return Promise.resolve()
        },
      })
    } finally {
      // Reported even if a later portion fails.
      if (keptCount > 0) {
        const end = until === null ? 'deleted by hand' : minuteText(until)
        report.emit({ event: 'note', message: `${countText(keptCount, 'file')} kept until ${end}.` })
      }
    }
  })
}

/** @param until null for always */
const isDeletedBefore = ({ record: { expires_at: expiry } }: NamedFile, until: string | null): boolean =>
  expiry !== undefined && (until === null || expiry < until)
