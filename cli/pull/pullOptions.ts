import type { Context } from '../context.ts'
import { usageError } from '../exitCodes.ts'
import { flagOption, integerOption, textOption } from '../optionValues.ts'
import { type FileAcceptanceOptions, readFileAcceptanceOptions } from '../account/fileAcceptanceOptions.ts'
import { readFolderAddress } from '../account/folderAddress.ts'
import type { PinKeyOptions } from '../account/trustRecords.ts'

export interface PullOptions extends PinKeyOptions, FileAcceptanceOptions {
  readonly dir: string
  readonly isWatching: boolean
  readonly everySeconds: number
  readonly then: string | undefined
  /** The time limit of the program of --then; undefined for none. */
  readonly thenLimitSeconds: number | undefined
  /** Fetches pulled files again that are no longer in place. */
  readonly shouldRefetchMissing: boolean
}

const secondsRange = { max: 24 * 60 * 60, unit: 'whole seconds' }

/** @throws CommandError 'usage' */
export function readPullOptions(context: Pick<Context, 'args' | 'options'>): PullOptions {
  const { args, options } = context
  const [address, dir, ...more] = args
  if (address === undefined || dir === undefined || more.length > 0)
    throw usageError("Give the address of a folder and a folder on this disk: 'sealpost pull FOLDER DIR'.")
  const then = textOption(context, 'then')
  const isWatching = flagOption(context, 'watch')
  if (options.every !== undefined && !isWatching)
    throw usageError('--every needs --watch: it says how often to look for new files.')
  const isDry = flagOption(context, 'dry-run')
  if (isWatching && isDry) throw usageError('--dry-run looks once. Leave out --watch.')
  if (options['then-limit'] !== undefined && then === undefined)
    throw usageError('--then-limit needs --then: it says how long the program may take.')
  return {
    folder: readFolderAddress(address),
    dir,
    isWatching,
    isDry,
    everySeconds: integerOption(context, 'every', { min: 5, ...secondsRange }) ?? 30,
    then,
    thenLimitSeconds: integerOption(context, 'then-limit', { min: 1, ...secondsRange }),
    shouldRefetchMissing: flagOption(context, 'again'),
    acceptKey: textOption(context, 'accept-key'),
    ...readFileAcceptanceOptions(context),
  }
}
