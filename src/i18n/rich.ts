import { createElement, Fragment, type ReactNode } from 'react'
import { getLanguage, locale } from '../../i18n/language.ts'
import { formatMessage, type TextArguments, type TextKey } from '../../i18n/formatMessage.ts'
import { messageOf } from '../../i18n/messages.ts'

type RichValues = Readonly<Record<string, string | number | ((content: ReactNode) => ReactNode)>>

/** Tags that every text may use. */
const plainTagRenderers = Object.fromEntries(
  ['b', 'strong', 'code', 'p', 'li'].map((tag) => [
    tag,
    (content: ReactNode) => createElement(tag, null, content),
  ]),
)
export const plainTags = Object.keys(plainTagRenderers)

const asFragment = (parts: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...parts)

/**
 * A text with tags: `rich('ui.asOf', { time, link: (content) => <a href="…">{content}</a> })`. An empty tag
 * is a slot: `<name></name>`. Call it while rendering, like `t`.
 */
export function rich<K extends TextKey>(
  key: K,
  ...[values]: TextArguments<K, RichValues> | [values?: RichValues]
): ReactNode {
  const message = messageOf(getLanguage(), key)
  if (message === undefined) return key
  const formatValues = Object.entries({ ...plainTagRenderers, ...values }).map(([name, value]) => [
    name,
    typeof value === 'function' ? (parts: readonly ReactNode[]) => value(asFragment(parts)) : value,
  ])
  const parts = formatMessage<ReactNode>(
    message,
    locale(),
    Object.fromEntries(formatValues) as Record<string, string | ((parts: ReactNode[]) => ReactNode)>,
  )
  return Array.isArray(parts) ? asFragment(parts) : parts
}
