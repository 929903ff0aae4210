import { useSyncExternalStore } from 'react'
import { getLanguage, onLanguage } from '../../i18n/language.ts'
import type { Language } from '../../contract/languages.ts'

/**
 * Renders anew when the language changes. For the component of each route, and for what does not render with it: what is
 * made with `memo`, and what stands beside the pages.
 */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, getLanguage, getLanguage)
