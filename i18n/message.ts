import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format'
import type { English } from './catalogues/en.ts'

/** 'area.name' of every text. */
export type Key = { [Area in keyof English]: `${Area}.${keyof English[Area] & string}` }[keyof English]

/** The English text, as it is written. */
type Source<K> = K extends `${infer Area extends keyof English}.${infer Name}`
  ? Name extends keyof English[Area]
    ? English[Area][Name]
    : never
  : never

export type Values = Readonly<Record<string, string | number>>

/** Of texts with parameters, their values. Which those are, the test of the catalogues compares. */
export type Given<K, V> = K extends Key
  ? Source<K> extends `${string}${'{' | '<'}${string}`
    ? [values: V]
    : []
  : never

/** Made once: that costs as much as formatting a hundred times. */
function once<O, F>(make: (locale: string, options: O | undefined) => F) {
  const made = new Map<string, F>()
  return (locale: string, options?: O): F => {
    const id = `${locale} ${JSON.stringify(options)}`
    const one = made.get(id) ?? make(locale, options)
    made.set(id, one)
    return one
  }
}

const formatters = {
  getNumberFormat: once(
    (locale, options: Intl.NumberFormatOptions | undefined) => new Intl.NumberFormat(locale, options),
  ),
  getPluralRules: once(
    (locale, options: Intl.PluralRulesOptions | undefined) => new Intl.PluralRules(locale, options),
  ),
  // No text has one: dates are formatted in one way everywhere, i18n/format.ts.
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...args),
}

/** A message in words. `Node`: what its tags become. */
export const formatMessage = <Node>(
  message: CompiledMessage,
  locale: string,
  values: FormatValues<Node> | undefined,
): string | Node | (string | Node)[] => format<Node>(message, locale, values, { formatters })
