import { assertDefined } from '../../contract/assertDefined.ts'
import { fallbackLanguage, isLanguage, type Language } from '../../contract/languages.ts'
import { formatMessage, type TextArguments, type TextKey, type TextValues } from '../../i18n/formatMessage.ts'

type MailKey = Extract<TextKey, `mails.${string}`>

export interface MailTexts {
  language: Language
  say: <K extends MailKey>(key: K, ...values: TextArguments<K, TextValues>) => string
  /** Formats a size as '812 B', '3.4 KB' or '1.2 GB', like the pages. */
  sizeOf: (bytes: number) => string
  /** Formats a time as '24 November 2026 at 05:10 CET', in the server's time zone. */
  timeOf: (iso: string) => string
}

/** Loads a language on demand. @param language requested language; English if it is not supported */
export async function loadMailTexts(language: string | null | undefined): Promise<MailTexts> {
  const supported = isLanguage(language) ? language : fallbackLanguage
  const { loadMessages, messageOf } = await import('../../i18n/messages.ts')
  await loadMessages(supported, 'mails')
  return {
    language: supported,
    say: (key, ...[values]) => {
      const message = messageOf(supported, key)
      if (message === undefined) throw new Error(`There is no text ${key} in ${supported}.`)
      return formatMessage<string>(message, supported, values) as string
    },
    sizeOf: (bytes) => formatSize(supported, bytes),
    timeOf: (iso) => formatTime(supported, iso),
  }
}

const units = ['KB', 'MB', 'GB', 'TB'] as const

function formatSize(language: Language, bytes: number): string {
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

/** @param timeZone default: the server's time zone (TZ) */
export function formatTime(language: Language, iso: string, timeZone?: string): string {
  const formatter = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    timeZone,
    timeZoneName: 'short',
  })
  return formatter.format(new Date(iso))
}
