import { fallbackLanguage, isLanguage, type Language } from '../../contract/languages.ts'
import { formatMessage, type Given, type Key, type Values } from '../../i18n/message.ts'

type MailKey = Extract<Key, `mails.${string}`>

/** Texts and formats of one language. */
export interface MailTexts {
  language: Language
  say: <K extends MailKey>(key: K, ...values: Given<K, Values>) => string
  /** Formats a size as '812 B', '3.4 KB' or '1.2 GB', like the pages. */
  sizeOf: (bytes: number) => string
  /** Formats a time as '24 November 2026 at 05:10 CET', in the server's time zone. */
  timeOf: (iso: string) => string
}

/** Loads a language on demand. @param language requested language; English if it is not supported */
export async function loadMailTexts(language: string | null | undefined): Promise<MailTexts> {
  const known = isLanguage(language) ? language : fallbackLanguage
  const { loadMessages, messageOf } = await import('../../i18n/messages.ts')
  const { formatSize, formatTime } = await import('./format.ts')
  await loadMessages(known, 'mails')
  return {
    language: known,
    say: (key, ...[values]) => {
      const message = messageOf(known, key)
      if (message === undefined) throw new Error(`There is no text ${key} in ${known}.`)
      return formatMessage<string>(message, known, values) as string
    },
    sizeOf: (bytes) => formatSize(known, bytes),
    timeOf: (iso) => formatTime(known, iso),
  }
}
