/** Figures and times as a person reads them. Locale: the browser's, unless a test names one. */

const kilo = 1024
const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** '0 B', '812 B', '3.4 KB', '128 MB', '5.0 GB': one decimal below 100. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  // 1023.96 KB would read '1024.0 KB'.
  while (unit < units.length - 1 && value >= (unit === 0 ? kilo : kilo - 0.05)) {
    value /= kilo
    unit += 1
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1
  return `${value.toFixed(digits)} ${units[unit] ?? ''}`
}

/** The file table's fixed unit: '12.3 KB'. */
export const formatKilobytes = (bytes: number): string => `${(bytes / kilo).toFixed(1)} KB`

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

const browserNumbers = new Intl.NumberFormat()

/** With the browser's separators: '20,000'. `toLocaleString` makes a formatter at each call, which takes as long as a row. */
export const formatNumber = (n: number): string => browserNumbers.format(n)

/** '1 file', '3 files' */
export const count = (n: number, one: string, many = `${one}s`): string =>
  `${formatNumber(n)} ${n === 1 ? one : many}`

/** What a key is called in a sentence: the first words of its fingerprint. */
export const keyName = (fingerprintWords: readonly string[]): string =>
  `“${fingerprintWords.slice(0, 4).join(' ')} …”`
