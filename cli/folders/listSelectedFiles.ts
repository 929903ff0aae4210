import type { HashedFileRecord } from '../../contract/schemas/folders.ts'
import type { AccountClient } from '../account/accountClient.ts'
import { usageError } from '../exitCodes.ts'
import { FileSelection } from '../selectFiles.ts'
import type { FileArguments } from './readFileArguments.ts'

interface ListOptions {
  /** The most files that a command takes. */
  readonly maxFiles?: number
  /** Called with the ids of all files of the folder, before a missing one is an error. */
  readonly onListed?: (ids: ReadonlySet<number>) => Promise<void>
}

/**
 * Lists the selected files of a folder, sorted by id. The list is streamed, and other files are not held in memory.
 * @throws CommandError 'usage' for too many, and as `FileSelection`
 */
export function listSelectedFiles(
  { calls, retry }: AccountClient,
  folderId: number,
  { names, ids }: FileArguments,
  { maxFiles = Infinity, onListed }: ListOptions = {},
): Promise<HashedFileRecord[]> {
  return retry(async () => {
    const selection = new FileSelection(names, ids)
    const selected = new Map<number, HashedFileRecord>()
    const listed = new Set<number>()
    for await (const records of calls.listFiles(folderId))
      for (const record of records) {
        listed.add(record.id)
        if (!selection.selects(record)) continue
        selected.set(record.id, record)
        if (selected.size > maxFiles) throw usageError(`At most ${maxFiles} files at a time.`)
      }
    await onListed?.(listed)
    selection.requireAllFound()
    return [...selected.values()].sort((a, b) => a.id - b.id)
  })
}
