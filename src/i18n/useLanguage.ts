import { useSyncExternalStore } from 'react'
import { getLanguage, onLanguageChange } from '../../i18n/language.ts'
import type { Language } from '../../contract/languages.ts'

/** Rerenders when the language changes: for routes, and for what does not rerender with them (`memo`). */
export const useLanguage = (): Language => useSyncExternalStore(onLanguageChange, getLanguage, getLanguage)
