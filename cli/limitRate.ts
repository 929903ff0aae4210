import { GiB, KiB, MiB } from '../contract/limits.ts'
import type { Context } from './context.ts'
import { exit, Stop } from './exit.ts'
import { Rate } from './platform/rate.ts'
import { textOption } from './secrets.ts'

const units: Readonly<Record<string, number>> = { '': 1, K: KiB, M: MiB, G: GiB }
/** Bytes a second: with less, servers and networks take a connection for dead. */
export const leastRate = KiB

/** Reads the rate that --limit-rate gives, written as for curl; undefined where it is not given. @throws Stop 'usage' */
export function rateOf(context: Pick<Context, 'options'>): Rate | undefined {
  const text = textOption(context, 'limit-rate')
  if (text === undefined) return undefined
  const [, digits, unit = ''] = /^(\d{1,12})([KMG]?)$/i.exec(text) ?? []
  const bytes = Number(digits) * (units[unit.toUpperCase()] ?? NaN)
  if (!(bytes >= leastRate))
    throw new Stop(exit.usage, '--limit-rate takes bytes a second, 1K at least: 500K, 2M or 1G.')
  return new Rate(bytes)
}
