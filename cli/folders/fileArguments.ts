import type { HashedFileRecord } from '../../contract/schemas/folders.ts'
import type { AccountClient } from '../account/accountClient.ts'
import type { Context } from '../context.ts'
import { usageError } from '../exitCodes.ts'
import { listOption } from '../optionValues.ts'
import { FileSelection } from '../selectFiles.ts'

/** Files of a folder that a command names. */
export interface FileArguments {
  /** Names or paths in the folder's list. */
  readonly names: readonly string[]
  /** The server's numbers. */
  readonly ids: readonly number[]
}

/** Reads names and ids of files. @throws CommandError 'usage' */
export function parseFileArguments(
  names: readonly string[],
  context: Pick<Context, 'options'>,
): FileArguments {
  const ids = (listOption(context, 'id') ?? []).map((text) => {
    if (!/^[1-9]\d{0,14}$/.test(text))
      throw usageError('--id takes the number of a file, as ls --json has it.')
    return Number(text)
  })
  return { names, ids }
}

interface ListOptions {
  readonly maxFiles?: number
  readonly onListed?: (ids: ReadonlySet<number>) => Promise<void>
}

/**
 * Lists the named files, by id. The list of the folder is streamed, and other files are not kept.
 * @param maxFiles how many a command takes
 * @param onListed gets the ids of all files of the folder, before a missing one is an error
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
