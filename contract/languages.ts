/** The languages, each by its own name. Each has a catalogue in i18n/catalogues. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
} as const

export type Language = keyof typeof languageNames

export const languages = Object.keys(languageNames) as Language[]

export const fallbackLanguage: Language = 'en'

export const isLanguage = (code: unknown): code is Language =>
  typeof code === 'string' && Object.hasOwn(languageNames, code)

const languageOfTag = (tag: string): string => tag.split('-', 1)[0]?.toLowerCase() ?? ''

/** @param tags preferred languages, best first: 'de-AT', 'en' */
export const bestLanguage = (tags: readonly string[]): Language =>
  tags.map(languageOfTag).find(isLanguage) ?? fallbackLanguage

/** The preferred variant for dates and numbers, such as 'en-GB' if it is among the tags; otherwise the language. */
export const localeOf = (language: Language, tags: readonly string[]): string =>
  tags.find((tag) => languageOfTag(tag) === language) ?? language

/** Tags of Accept-Language, best first, without refused ones (q=0). */
export function acceptedTags(header: string | undefined): string[] {
  const parsed = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((one) => one.trim())
    const q = parameters.find((one) => one.startsWith('q='))?.slice(2)
    return { tag, q: q === undefined ? 1 : Number(q) }
  })
  return parsed
    .filter(({ tag, q }) => tag !== '' && q > 0)
    .sort((one, other) => other.q - one.q)
    .map(({ tag }) => tag)
}
