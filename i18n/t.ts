import { getLanguage, locale } from './language.ts'
import { formatMessage, type Given, type Key, type Values } from './message.ts'
import { messageOf } from './messages.ts'

export type { Given, Key, Values } from './message.ts'

/**
 * A text in the language of the page: `t('upload.stored', { count })`. To be called while something is rendered or
 * happens, never when a module is loaded: what it gives does not change with the language.
 */
export function t<K extends Key>(key: K, ...[values]: Given<K, Values>): string {
  const message = messageOf(getLanguage(), key)
  // A page whose part was not loaded shows keys, and works.
  return message === undefined ? key : (formatMessage<string>(message, locale(), values) as string)
}

/** A page meets what belongs to others, at worst. */
export const isLoaded = (key: Key): boolean => messageOf(getLanguage(), key) !== undefined
