import { KiB } from '../contract/limits.ts'
import type { Context } from './context.ts'
import { usageError } from './exitCodes.ts'
import { RateLimiter } from './platform/rateLimiter.ts'
import { parseBytes, textOption } from './optionValues.ts'

/** Servers and networks drop slower connections. */
const minBytesPerSecond = KiB

/** A limiter of the rate that --limit-rate gives; undefined without it. @throws CommandError 'usage' */
export function rateLimiterOption(context: Pick<Context, 'options'>): RateLimiter | undefined {
  const text = textOption(context, 'limit-rate')
  if (text === undefined) return undefined
  const bytesPerSecond = parseBytes(text)
  if (bytesPerSecond === undefined || bytesPerSecond < minBytesPerSecond)
    throw usageError('--limit-rate takes bytes per second, 1K at least, such as 500K, 2M or 1G.')
  return new RateLimiter(bytesPerSecond)
}
