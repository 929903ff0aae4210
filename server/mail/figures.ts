import { certain } from '../../contract/certain.ts'

/* Figures in mails, which are in English wherever the server stands. */

const whole = new Intl.NumberFormat('en')
const oneDecimal = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const units = ['KB', 'MB', 'GB', 'TB'] as const

/** '1 file', '5,000 files' */
export const countOf = (n: number, one: string): string => `${whole.format(n)} ${n === 1 ? one : `${one}s`}`

/** '812 B', '3.4 KB', '1.2 GB': as the pages show it. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${whole.format(bytes)} B`
  let value = bytes / 1024
  let unit = 0
  // 1023.96 KB would read '1,024.0 KB'.
  while (unit < units.length - 1 && value >= 1024 - 0.05) {
    value /= 1024
    unit += 1
  }
  return `${oneDecimal.format(value)} ${certain(units[unit])}`
}

const inWords = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  timeZone: 'UTC',
})

/** '24 November 2026 at 04:10 UTC' */
export const timeOf = (iso: string): string => `${inWords.format(new Date(iso))} UTC`
