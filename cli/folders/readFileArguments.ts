import type { Context } from '../context.ts'
import { usageError } from '../exitCodes.ts'
import { listOption, parseDigits } from '../optionValues.ts'

/** The arguments that select files of a folder. */
export interface FileArguments {
  /** Names or paths in the folder's list. */
  readonly names: readonly string[]
  /** Values of --id. */
  readonly ids: readonly number[]
}

/** Reads names, and the ids of --id. @throws CommandError 'usage' */
export function readFileArguments(
  names: readonly string[],
  context: Pick<Context, 'options'>,
): FileArguments {
  const ids = (listOption(context, 'id') ?? []).map((text) => {
    const id = parseDigits(text)
    if (id === undefined || id === 0)
      throw usageError('--id takes the number of a file, as ls --json shows it.')
    return id
  })
  return { names, ids }
}
