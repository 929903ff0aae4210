import { GiB, KiB, MiB } from '../contract/limits.ts'
import type { Context } from './context.ts'
import { usageError } from './exitCodes.ts'
import { RateLimiter } from './platform/rateLimiter.ts'
import { textOption } from './optionValues.ts'

const units: Readonly<Record<string, number>> = { '': 1, K: KiB, M: MiB, G: GiB }
/** Minimum rate in bytes per second; servers and networks drop slower connections. */
const minRate = KiB

/** Reads the value of --limit-rate; undefined if absent. @throws CommandError 'usage' */
export function rateLimiterOption(context: Pick<Context, 'options'>): RateLimiter | undefined {
  const text = textOption(context, 'limit-rate')
  if (text === undefined) return undefined
  const [, digits, unit = ''] = /^(\d{1,12})([KMG]?)$/i.exec(text) ?? []
  const bytes = Number(digits) * (units[unit.toUpperCase()] ?? NaN)
  if (!(bytes >= minRate)) throw usageError('--limit-rate takes bytes a second, 1K at least: 500K, 2M or 1G.')
  return new RateLimiter(bytes)
}
