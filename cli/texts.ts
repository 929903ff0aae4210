import { shownText } from '../contract/shownText.ts'
import { formatNames, formatNumber } from '../i18n/format.ts'

/** The message of an error, or a thrown value as text. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** '1 file', '3 files' */
export const countText = (count: number, singular: string): string =>
  `${formatNumber(count)} ${singular}${count === 1 ? '' : 's'}`

/** Names of files in a sentence, made safe for a terminal: 'a, b, c, d, e and 7 more' */
export const shownNames = (names: readonly string[]): string =>
  formatNames(
    names.map((name) => shownText(name)),
    5,
  )

/** What a folder does with files: 'deletes files 30 days after they arrive'. @param days null: they stay */
export const retentionText = (days: number | null): string =>
  days === null
    ? 'keeps files until they are deleted by hand'
    : `deletes files ${countText(days, 'day')} after they arrive`

/** A time to the minute, made safe for a terminal: '2026-12-01T10:00Z' */
export const minuteText = (iso: string): string => `${shownText(iso.slice(0, 16))}Z`
