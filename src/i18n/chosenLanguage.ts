import { changeLanguage, getLanguage, onLanguageChange } from '../../i18n/language.ts'
import { bestLanguage, isLanguage, type Language } from '../../contract/languages.ts'
import { readStored, writeStored } from '../storage/browserStorage.ts'

/** The language of the page: chosen and stored in this browser, else the first one that it prefers. */
const storageKey = 'sealpost-language'

export function preferredLanguage(): Language {
  const stored = readStored(storageKey)
  return isLanguage(stored) ? stored : bestLanguage(navigator.languages)
}

/**
 * Stores the person's choice, unless another was made meanwhile; other tabs follow.
 * @throws if the texts cannot be fetched; the language then stays
 */
export async function chooseLanguage(language: Language): Promise<void> {
  await changeLanguage(language)
  if (getLanguage() !== language) return
  // Else the choice lasts as long as this page.
  writeStored(storageKey, language)
}

/** Keeps the page's `lang` attribute current, and follows choices in other tabs. */
export function watchLanguage(): void {
  const setLang = () => void (document.documentElement.lang = getLanguage())
  onLanguageChange(setLang)
  setLang()
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === storageKey && isLanguage(newValue)) changeLanguage(newValue).catch(() => undefined)
  })
}
