import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format'
import type { English } from './catalogues/en.ts'

/** The key of a text: 'area.name'. */
export type TextKey = { [Area in keyof English]: `${Area}.${keyof English[Area] & string}` }[keyof English]

/** The English source text of a key. */
type SourceText<K> = K extends `${infer Area extends keyof English}.${infer Name}`
  ? Name extends keyof English[Area]
    ? English[Area][Name]
    : never
  : never

export type TextValues = Readonly<Record<string, string | number>>

/** The values of a text, required if it has parameters; the catalogues' test checks their names. */
export type TextArguments<K, V> = K extends TextKey
  ? SourceText<K> extends `${string}${'{' | '<'}${string}`
    ? [values: V]
    : []
  : never

/** Caches formatters: making one costs as much as formatting a hundred times. */
export function cachedByLocale<O, F>(make: (locale: string, options: O | undefined) => F) {
  const cache = new Map<string, F>()
  return (locale: string, options?: O): F => {
    const id = `${locale} ${JSON.stringify(options)}`
    const formatter = cache.get(id) ?? make(locale, options)
    cache.set(id, formatter)
    return formatter
  }
}

const formatters = {
  getNumberFormat: cachedByLocale(
    (locale, options: Intl.NumberFormatOptions | undefined) => new Intl.NumberFormat(locale, options),
  ),
  getPluralRules: cachedByLocale(
    (locale, options: Intl.PluralRulesOptions | undefined) => new Intl.PluralRules(locale, options),
  ),
  // No message formats dates: i18n/format.ts does.
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...args),
}

/** Formats a message. `Node` is the type that its tags become. */
export const formatMessage = <Node>(
  message: CompiledMessage,
  locale: string,
  values: FormatValues<Node> | undefined,
): string | Node | (string | Node)[] => format<Node>(message, locale, values, { formatters })
