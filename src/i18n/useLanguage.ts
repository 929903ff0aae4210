import { useSyncExternalStore } from 'react'
import { getLanguage, onLanguage } from '../../i18n/language.ts'
import type { Language } from '../../contract/languages.ts'

/**
 * Rerenders when the language changes. For each route's component, and for components that do not rerender
 * with it: those with `memo`, and those beside the pages.
 */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, getLanguage, getLanguage)
