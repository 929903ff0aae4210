import { certain } from '../../contract/certain.ts'

/** Figures and times as a person reads them. Locale: the browser's, unless a test names one. */

const kilo = 1024
const units = ['B', 'KB', 'MB', 'GB'] as const

/** Kept, since making one costs as much as formatting a hundred times. */
const wholeNumbers = new Intl.NumberFormat()
const oneDecimal = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** With the browser's separators: '20,000'. */
export const formatNumber = (n: number): string => wholeNumbers.format(n)

/** In the unit a person reads, with one decimal: '0 B', '812 B', '3.4 KB', '128.0 MB', '5,120.0 GB'. */
export function formatBytes(bytes: number): string {
  if (bytes < kilo) return `${formatNumber(Math.round(bytes))} B`
  let value = bytes / kilo
  let unit = 1
  // 1023.96 KB would read '1,024.0 KB'.
  while (unit < units.length - 1 && value >= kilo - 0.05) {
    value /= kilo
    unit += 1
  }
  return `${oneDecimal.format(value)} ${certain(units[unit])}`
}

/** The exact size beside it: '340,012.3 KB'. */
export const formatKilobytes = (bytes: number): string => `${oneDecimal.format(bytes / kilo)} KB`

/** Bytes a second: '12.3 MB/s'. */
export const formatRate = (bytesPerSecond: number): string => `${formatBytes(bytesPerSecond)}/s`

/** Time left: '8 s', '2 min 5 s', '1 h 12 min'. Rounded up, so that it never says 0 while work remains. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return '-'
  const whole = Math.max(0, Math.ceil(seconds))
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`
  const hours = Math.floor(minutes / 60)
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

const withSeconds = (locale?: string) =>
  new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
/** Kept, since making one costs as much as formatting a hundred times. */
const browserFormat = withSeconds()

/** A time in the browser's locale, with seconds; '-' when there is none or it cannot be read. */
export function formatDateTime(iso: string | null, locale?: string): string {
  const time = iso === null ? NaN : Date.parse(iso)
  if (Number.isNaN(time)) return '-'
  return (locale === undefined ? browserFormat : withSeconds(locale)).format(time)
}

/** '1 file', '3 files' */
export const count = (n: number, one: string, many = `${one}s`): string =>
  `${formatNumber(n)} ${n === 1 ? one : many}`

/** What a key is called in a sentence: the first words of its fingerprint. */
export const keyName = (fingerprintWords: readonly string[]): string =>
  `“${fingerprintWords.slice(0, 4).join(' ')} …”`
