import { KiB } from '../contract/limits.ts'
import type { Context } from './context.ts'
import { usageError } from './exitCodes.ts'
import { RateLimiter } from './platform/rateLimiter.ts'
import { parseBytes, textOption } from './optionValues.ts'

/** Minimum rate in bytes per second; servers and networks drop slower connections. */
const minRate = KiB

/** Reads the value of --limit-rate; undefined if absent. @throws CommandError 'usage' */
export function rateLimiterOption(context: Pick<Context, 'options'>): RateLimiter | undefined {
  const text = textOption(context, 'limit-rate')
  if (text === undefined) return undefined
  const bytes = parseBytes(text)
  if (!(bytes >= minRate)) throw usageError('--limit-rate takes bytes a second, 1K at least: 500K, 2M or 1G.')
  return new RateLimiter(bytes)
}
