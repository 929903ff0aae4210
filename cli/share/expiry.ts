import { createDownloadLink } from '../../contract/schemas/downloads.ts'
import { usageError } from '../exitCodes.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const unitsMs: Readonly<Record<string, number>> = { m: minuteMs, h: hourMs, d: dayMs, w: 7 * dayMs }

/**
 * Reads the value of --expires: a time from now ('30m', '12h', '7d', '2w'), the end of a day of this machine's time zone,
 * a time, or 'never'.
 * @returns ISO 8601; null for never
 * @throws CommandError 'usage', also for a time that has passed
 */
export function readExpiry(text: string, now: Date): string | null {
  if (text === 'never') return null
  const time = parseTime(text, now)
  if (time === null || Number.isNaN(time.getTime()))
    throw usageError("--expires takes a time such as 12h, 7d, 2w, 2026-12-24, 2026-12-24T18:00, or 'never'.")
  if (time <= now) throw usageError('--expires names a time that has passed.')
  const iso = time.toISOString()
  if (!createDownloadLink.body.shape.expiration_date.safeParse(iso).success)
    throw usageError('--expires names a time that is too far away.')
  return iso
}

/** @returns null or an invalid Date for any other text */
function parseTime(text: string, now: Date): Date | null {
  const [, amount, unit] = /^(\d{1,5})([mhdw])$/.exec(text) ?? []
  if (amount !== undefined && unit !== undefined)
    return new Date(now.getTime() + Number(amount) * (unitsMs[unit] ?? NaN))
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return new Date(`${text}T23:59:59`)
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?$/.test(text)) return new Date(text)
  return null
}
