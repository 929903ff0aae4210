/** The languages, each by its own name. A catalogue each: i18n/catalogues. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
} as const

export type Language = keyof typeof languageNames

export const languages = Object.keys(languageNames) as Language[]

/** For whoever asks for none that is here. */
export const fallbackLanguage: Language = 'en'

export const isLanguage = (code: unknown): code is Language =>
  typeof code === 'string' && Object.hasOwn(languageNames, code)

const languageOfTag = (tag: string): string => tag.split('-', 1)[0]?.toLowerCase() ?? ''

/** @param tags what somebody reads, best first, as browsers name it: 'de-AT', 'en' */
export const bestLanguage = (tags: readonly string[]): Language =>
  tags.map(languageOfTag).find(isLanguage) ?? fallbackLanguage

/** The variant that somebody reads, for dates and figures: 'en-GB' where that is among their tags; else the language. */
export const localeOf = (language: Language, tags: readonly string[]): string =>
  tags.find((tag) => languageOfTag(tag) === language) ?? language

/** Tags of an Accept-Language header, best first; those that are refused (q=0) left out. */
export function acceptedTags(header: string | undefined): string[] {
  const wanted = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((one) => one.trim())
    const q = parameters.find((one) => one.startsWith('q='))?.slice(2)
    return { tag, q: q === undefined ? 1 : Number(q) }
  })
  return wanted
    .filter(({ tag, q }) => tag !== '' && q > 0)
    .sort((one, other) => other.q - one.q)
    .map(({ tag }) => tag)
}
