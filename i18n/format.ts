import { assertDefined } from '../contract/assertDefined.ts'
import { isPlaceholder } from '../contract/fileNames.ts'
import { parseDay } from '../contract/parseDay.ts'
import { locale } from './language.ts'
import { cachedByLocale } from './formatMessage.ts'
import { t } from './t.ts'

/** Formats names, numbers, sizes and times in the language of the page. Tests pass another locale. */

/** The name of a file as the server has it; a placeholder is none. */
export const nameText = (name: string): string => (isPlaceholder(name) ? t('ui.lockedName') : name)

const kilo = 1024
const units = ['B', 'KB', 'MB', 'GB'] as const

const wholeNumbers = cachedByLocale((locale) => new Intl.NumberFormat(locale))
const oneDecimal = cachedByLocale(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)

/** A whole number with the language's separators: '20,000'. */
export const formatNumber = (n: number): string => wholeNumbers(locale()).format(n)

const decimals = cachedByLocale((locale) =>
  [0, 1, 2].map((digits) => {
    const exactly = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    return new Intl.NumberFormat(locale, { useGrouping: false, ...exactly })
  }),
)
/** A number with `digits` decimals and without grouping: '6144.00'. */
export const formatDecimal = (n: number, digits: 0 | 1 | 2): string =>
  assertDefined(decimals(locale())[digits]).format(n)

/** A size in the largest fitting unit, with one decimal: '0 B', '812 B', '3.4 KB', '5,120.0 GB'. */
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

/** A configured size without '.0': '5 GB', '1.5 GB'. */
export const formatLimit = (bytes: number): string => formatBytes(bytes).replace(/[.,]0(?=\s)/, '')

/** A size in KB: '340,012.3 KB'. */
export const formatKilobytes = (bytes: number): string => `${oneDecimal(locale()).format(bytes / kilo)} KB`

/** True if commas separate decimals: spreadsheets then separate cells by semicolons. */
export const hasDecimalComma = (): boolean => formatDecimal(0, 1).includes(',')

const lists = cachedByLocale((locale) => new Intl.ListFormat(locale))
/** 'a', 'a and b', 'a, b, and c'. */
export const formatList = (texts: readonly string[]): string => lists(locale()).format(texts)

/** A rate: '12.3 MB/s'. */
export const formatRate = (bytesPerSecond: number): string => `${formatBytes(bytesPerSecond)}/s`

/** Keeps a figure and its unit in one line; consoles get plain spaces. */
export const nonBreaking = (figure: string): string => figure.replaceAll(' ', '\u00a0')

/** A size as `formatBytes` writes it, kept in one line. */
export const shownBytes = (bytes: number): string => nonBreaking(formatBytes(bytes))

/** A duration: '8 s', '2 min 5 s', '1 h 12 min'. Rounded up, so that it is never 0 while work remains. */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return '-'
  const whole = Math.max(0, Math.ceil(seconds))
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`
  const hours = Math.floor(minutes / 60)
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

/** German dates have digits alone, '01.03.2026'. English ones name the month: readers elsewhere take 3/1 for 3 January. */
const dayOptions = (locale: string): Intl.DateTimeFormatOptions =>
  /^de\b/i.test(locale)
    ? { year: 'numeric', month: '2-digit', day: '2-digit' }
    : { year: 'numeric', month: 'short', day: 'numeric' }
const clockOptions = {
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} satisfies Intl.DateTimeFormatOptions

const dateTimes = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { ...dayOptions(locale), ...clockOptions }),
)

const dates = cachedByLocale((locale) => new Intl.DateTimeFormat(locale, dayOptions(locale)))
const clocks = cachedByLocale((locale) => new Intl.DateTimeFormat(locale, clockOptions))

/** Milliseconds since 1970; null if missing or invalid. */
function parseTime(iso: string | null): number | null {
  const time = iso === null ? NaN : Date.parse(iso)
  return Number.isNaN(time) ? null : time
}

/** Date and time with seconds; '-' if null or invalid. */
export function formatDateTime(iso: string | null, inLocale: string = locale()): string {
  const time = parseTime(iso)
  return time === null ? '-' : dateTimes(inLocale).format(time)
}

/** @param from, to in milliseconds since 1970 */
export const formatDateTimeRange = (from: number, to: number): string =>
  dateTimes(locale()).formatRange(from, to)

/** Date and time apart, for two lines; null if missing or invalid. */
export function splitDateTime(
  iso: string | null,
  inLocale: string = locale(),
): { date: string; time: string } | null {
  const time = parseTime(iso)
  return time === null ? null : { date: dates(inLocale).format(time), time: clocks(inLocale).format(time) }
}

const relativeDays = cachedByLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
const shortDays = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }),
)
const shortDates = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }),
)
const shortTimes = cachedByLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))

const startOfDay = (time: number) => new Date(time).setHours(0, 0, 0, 0)
/** Half a day off rounds away: days with a change of the clock have 23 or 25 hours. */
const daysBetween = (from: number, to: number) => Math.round((startOfDay(to) - startOfDay(from)) / 86_400_000)

/**
 * A time as people say it: 'today, 14:20', 'yesterday, 09:12', '12 Mar, 14:20', in other years '12 Mar 2024'; '-' if null or
 * invalid.
 */
export function formatShortTime(
  iso: string | null,
  now: number = Date.now(),
  inLocale: string = locale(),
): string {
  const time = parseTime(iso)
  if (time === null) return '-'
  const days = daysBetween(now, time)
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear()
  if (Math.abs(days) > 1 && !isThisYear) return shortDates(inLocale).format(time)
  const day =
    Math.abs(days) <= 1 ? relativeDays(inLocale).format(days, 'day') : shortDays(inLocale).format(time)
  return `${day}, ${shortTimes(inLocale).format(time)}`
}

const calendarDays = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
)

/** '3 Feb 2001' for a calendar day such as '2001-02-03'; null for any other text. */
export function formatDay(text: string, inLocale: string = locale()): string | null {
  const day = parseDay(text)
  return day && calendarDays(inLocale).format(day)
}

const timesOfDay = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }),
)

/** A time of day: '05:03'. @param at milliseconds since 1970 */
export const formatTimeOfDay = (at: number): string => timesOfDay(locale()).format(at)

/** Lists at most `atMost` names: 'a, b, c and 7 more'. */
export function formatNames(names: readonly string[], atMost: number): string {
  const named = names.slice(0, atMost).join(', ')
  const more = names.length - atMost
  return more > 0 ? t('ui.andMore', { names: named, more }) : named
}

/** A key's name in a sentence: the first words of its fingerprint. */
export const keyName = (fingerprintWords: readonly string[]): string =>
  t('ui.keyName', { words: fingerprintWords.slice(0, 4).join(' ') })
