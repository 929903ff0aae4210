import { assertDefined } from '../contract/assertDefined.ts'
import { dayIn } from '../contract/day.ts'
import { locale } from './language.ts'
import { t } from './t.ts'

/** Figures and times as a person reads them, in the language of the page. Locale: that, unless a test names one. */

const kilo = 1024
const units = ['B', 'KB', 'MB', 'GB'] as const

/** Kept, since making one costs as much as formatting a hundred times. */
function keptByLocale<F>(make: (locale: string) => F): (locale: string) => F {
  const kept = new Map<string, F>()
  return (locale) => {
    const one = kept.get(locale) ?? make(locale)
    kept.set(locale, one)
    return one
  }
}
const wholeNumbers = keptByLocale((locale) => new Intl.NumberFormat(locale))
const oneDecimal = keptByLocale(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)

/** With the language's separators: '20,000'. */
export const formatNumber = (n: number): string => wholeNumbers(locale()).format(n)

const decimals = keptByLocale((locale) =>
  [0, 1, 2].map((digits) => {
    const exactly = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    return new Intl.NumberFormat(locale, { useGrouping: false, ...exactly })
  }),
)
/** With so many decimals, and nothing between thousands: '6144.00'. */
export const formatDecimal = (n: number, digits: 0 | 1 | 2): string =>
  assertDefined(decimals(locale())[digits]).format(n)

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
  return `${oneDecimal(locale()).format(value)} ${assertDefined(units[unit])}`
}

/** A size that somebody has set, as they would say it: '5 GB', '1.5 GB'. */
export const formatLimit = (bytes: number): string => formatBytes(bytes).replace(/[.,]0(?=\s)/, '')

/** The exact size beside it: '340,012.3 KB'. */
export const formatKilobytes = (bytes: number): string => `${oneDecimal(locale()).format(bytes / kilo)} KB`

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

/** Where days and months have two digits, as people are used to: '01.03.2026'. */
const twoDigits = (locale: string) => (/^de\b/i.test(locale) ? '2-digit' : 'numeric')

const day = (locale: string) =>
  ({ year: 'numeric', month: twoDigits(locale), day: twoDigits(locale) }) satisfies Intl.DateTimeFormatOptions
const clock = {
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} satisfies Intl.DateTimeFormatOptions

const dateTimes = keptByLocale((locale) => new Intl.DateTimeFormat(locale, { ...day(locale), ...clock }))
const dates = keptByLocale((locale) => new Intl.DateTimeFormat(locale, day(locale)))
const clocks = keptByLocale((locale) => new Intl.DateTimeFormat(locale, clock))

/** A time, with seconds; '-' when there is none or it cannot be read. */
export function formatDateTime(iso: string | null, of: string = locale()): string {
  const time = iso === null ? NaN : Date.parse(iso)
  if (Number.isNaN(time)) return '-'
  return dateTimes(of).format(time)
}

/** The same in two parts, to stand one below the other; null when there is none, or it cannot be read. */
export function dateAndTime(
  iso: string | null,
  of: string = locale(),
): { date: string; time: string } | null {
  const at = iso === null ? NaN : Date.parse(iso)
  if (Number.isNaN(at)) return null
  return { date: dates(of).format(at), time: clocks(of).format(at) }
}

const days = keptByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
)

/** '3 Feb 2001' of what is exactly a day, as '2001-02-03'; null of anything else. */
export function formatDay(text: string, of: string = locale()): string | null {
  const day = dayIn(text)
  return day && days(of).format(day)
}

const timesOfDay = keptByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }),
)

/** Of today: '05:03'. @param at milliseconds since 1970 */
export const formatTimeOfDay = (at: number, of: string = locale()): string => timesOfDay(of).format(at)

/** As many names as a sentence takes: 'a, b, c and 7 more'. */
export function someNames(names: readonly string[], atMost: number): string {
  const named = names.slice(0, atMost).join(', ')
  const more = names.length - atMost
  return more > 0 ? t('ui.andMore', { names: named, more }) : named
}

/** What a key is called in a sentence: the first words of its fingerprint. */
export const keyName = (fingerprintWords: readonly string[]): string =>
  t('ui.keyName', { words: fingerprintWords.slice(0, 4).join(' ') })
