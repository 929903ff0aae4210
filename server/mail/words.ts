import { fallbackLanguage, isLanguage, type Language } from '../../contract/languages.ts'
import { formatMessage, type Given, type Key, type Values } from '../../i18n/message.ts'

type MailKey = Extract<Key, `mails.${string}`>

/** What mails of one language are written with. */
export interface Words {
  language: Language
  say: <K extends MailKey>(key: K, ...values: Given<K, Values>) => string
  /** '812 B', '3.4 KB', '1.2 GB': as the pages show it. */
  sizeOf: (bytes: number) => string
  /** '24 November 2026 at 05:10 CET', in the server's zone */
  timeOf: (iso: string) => string
}

/** Loaded with the first mail. @param language as somebody asks for it; English where it is none of ours */
export async function wordsIn(language: string | null | undefined): Promise<Words> {
  const known = isLanguage(language) ? language : fallbackLanguage
  const { loadMessages, messageOf } = await import('../../i18n/messages.ts')
  const { sizeIn, timeIn } = await import('./figures.ts')
  await loadMessages(known, 'mails')
  return {
    language: known,
    say: (key, ...[values]) => {
      const message = messageOf(known, key)
      if (message === undefined) throw new Error(`There is no text ${key} in ${known}.`)
      return formatMessage<string>(message, known, values) as string
    },
    sizeOf: (bytes) => sizeIn(known, bytes),
    timeOf: (iso) => timeIn(known, iso),
  }
}
