import { usageError } from '../exitCodes.ts'
import type { HashedFileRecord } from '../../contract/schemas/folders.ts'
import type { ListedFiles } from '../../core/trust/seenFiles.ts'
import type { AccountClient } from '../account/accountClient.ts'
import type { Reporter } from '../reporter.ts'
import { FileSelection } from '../selectFiles.ts'
import { countText } from '../texts.ts'
import type { FileNames, NamedFile } from './fileNames.ts'
import type { FileArguments } from './readFileArguments.ts'

interface ListOptions {
  readonly names: FileNames
  readonly report: Reporter
  /** Noun for a file in messages of errors; default: 'file'. */
  readonly kind?: string
  /** The most files that a command takes. */
  readonly maxFiles?: number
  /** Called with the ids and dates of all files of the folder, before a missing one is an error. */
  readonly onListed?: (listed: ListedFiles) => Promise<void>
}

/**
 * Returns the selected files of a list of a folder, sorted by id. The list is streamed, and other files are not held in memory.
 * @throws CommandError 'usage' for too many, and as `FileSelection`
 */
export function listSelectedFiles(
  { retry }: Pick<AccountClient, 'retry'>,
  list: () => AsyncIterable<readonly HashedFileRecord[]>,
  fileArguments: FileArguments,
  { names, report, kind, maxFiles = Infinity, onListed }: ListOptions,
): Promise<NamedFile[]> {
  return retry(async () => {
    const selection = new FileSelection(fileArguments.names, fileArguments.ids, kind)
    const selected = new Map<number, NamedFile>()
    const listed = new Map<number, string | undefined>()
    for await (const records of list())
      for (const file of await names.read(records)) {
        const { id } = file.reported
        listed.set(id, file.record.expires_at)
        if (!selection.selects(file.reported)) continue
        selected.set(id, file)
        if (selected.size > maxFiles) throw usageError(`At most ${maxFiles} files at a time.`)
      }
    await onListed?.(listed)
    selection.requireAllFound(names.hint)
    if (selection.unnamedCount > 0 && fileArguments.names.length > 0)
      report.emit({
        event: 'warning',
        message: `${countText(selection.unnamedCount, 'file')} left out, whose names are not known here. ${names.hint}`,
      })
    return [...selected.values()].sort((a, b) => a.record.id - b.record.id)
  })
}
