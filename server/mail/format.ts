import { assertDefined } from '../../contract/assertDefined.ts'
import type { Language } from '../../contract/languages.ts'

/* Figures in mails: of the mail's language, and times of the server's zone, which is named. */

const units = ['KB', 'MB', 'GB', 'TB'] as const

/** Formats a size as '812 B', '3.4 KB' or '1.2 GB', like the pages. */
export function formatSize(language: Language, bytes: number): string {
  if (bytes < 1024) return `${bytes.toLocaleString(language)} B`
  let value = bytes / 1024
  let unit = 0
  // Otherwise 1023.96 KB would read '1,024.0 KB'.
  while (unit < units.length - 1 && value >= 1024 - 0.05) {
    value /= 1024
    unit += 1
  }
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return `${value.toLocaleString(language, digits)} ${assertDefined(units[unit])}`
}

/** Formats a time as '24 November 2026 at 05:10 CET'. @param timeZone default: the server's time zone (TZ) */
export function formatTime(language: Language, iso: string, timeZone?: string): string {
  const inWords = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone,
    timeZoneName: 'short',
  })
  return inWords.format(new Date(iso))
}
