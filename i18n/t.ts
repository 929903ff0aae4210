import { getLanguage, locale } from './language.ts'
import { formatMessage, type Given, type Key, type Values } from './message.ts'
import { messageOf } from './messages.ts'

export type { Given, Key, Values } from './message.ts'

/** The text of a key, as `t('upload.stored', { count })`. Never at module level: languages change. */
export function t<K extends Key>(key: K, ...[values]: Given<K, Values>): string {
  const message = messageOf(getLanguage(), key)
  // Without its part, a page shows keys, but works.
  return message === undefined ? key : (formatMessage<string>(message, locale(), values) as string)
}

/** True if the text's part is loaded. */
export const isLoaded = (key: Key): boolean => messageOf(getLanguage(), key) !== undefined
