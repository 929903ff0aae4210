import type { Context } from '../context.ts'
import { usageError } from '../exitCodes.ts'
import { textOption } from '../optionValues.ts'
import { type BoundOptions, readBoundOptions } from '../account/boundOptions.ts'
import { readFolderAddress } from '../account/folderAddress.ts'
import type { PinKeyOptions } from '../account/trustRecords.ts'

export interface PullOptions extends PinKeyOptions, BoundOptions {
  readonly dir: string
  readonly isWatching: boolean
  readonly everySeconds: number
  readonly then: string | undefined
  /** Seconds; undefined without limit. */
  readonly thenLimitSeconds: number | undefined
  /** Fetches pulled files again that are no longer in place. */
  readonly shouldRefetchMissing: boolean
}

const minIntervalSeconds = 5
const maxSeconds = 24 * 60 * 60

/** @throws CommandError 'usage' */
export function readPullOptions(context: Pick<Context, 'args' | 'options'>): PullOptions {
  const { args, options } = context
  const [address, dir, ...more] = args
  if (address === undefined || dir === undefined || more.length > 0)
    throw usageError("Give the address of a folder and a folder on this disk: 'sealpost pull FOLDER DIR'.")
  const then = textOption(context, 'then')
  const isWatching = options.watch === true
  if (options.every !== undefined && !isWatching)
    throw usageError('--every says how often to look, and goes with --watch.')
  const isDry = options['dry-run'] === true
  if (isWatching && isDry) throw usageError('--dry-run looks once: leave --watch out.')
  if (options['then-limit'] !== undefined && then === undefined)
    throw usageError('--then-limit says how long a command may take, and goes with --then.')
  return {
    folder: readFolderAddress(address),
    dir,
    isWatching,
    isDry,
    everySeconds: readSeconds(context, 'every', minIntervalSeconds) ?? 30,
    then,
    thenLimitSeconds: readSeconds(context, 'then-limit', 1),
    shouldRefetchMissing: options.again === true,
    acceptKey: textOption(context, 'accept-key'),
    ...readBoundOptions(context),
  }
}

function readSeconds(
  context: Pick<Context, 'options'>,
  option: string,
  minSeconds: number,
): number | undefined {
  const text = textOption(context, option)
  if (text === undefined) return undefined
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < minSeconds || value > maxSeconds)
    throw usageError(`--${option} takes whole seconds, from ${minSeconds} to ${maxSeconds}.`)
  return value
}
