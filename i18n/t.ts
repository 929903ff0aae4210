import { getLanguage, locale } from './language.ts'
import { formatMessage, type TextArguments, type TextKey, type TextValues } from './formatMessage.ts'
import { messageOf } from './messages.ts'

export type { TextArguments, TextKey, TextValues } from './formatMessage.ts'

/** The text of a key, as `t('upload.stored', { count })`. Never at module level: languages change. */
export function t<K extends TextKey>(key: K, ...[values]: TextArguments<K, TextValues>): string {
  const message = messageOf(getLanguage(), key)
  // Without its part, a page shows keys, but works.
  return message === undefined ? key : (formatMessage<string>(message, locale(), values) as string)
}

/** True if the text's part is loaded. */
export const isTextLoaded = (key: TextKey): boolean => messageOf(getLanguage(), key) !== undefined
