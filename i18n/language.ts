import { fallbackLanguage, type Language, localeOf } from '../contract/languages.ts'
import { Listeners } from '../core/util/listeners.ts'
import { loadMessages } from './messages.ts'
import type { CataloguePart } from './catalogueParts.ts'

/**
 * [Note: The language of a page]
 * A page has one language, and loads a text before it shows it. A new page waits for its part (`loadTexts`).
 * A change of language first loads all parts in use, then switches everywhere at once: components that show
 * texts rerender (`useLanguage`) and nothing is mounted anew, so input and uploads stay.
 */
let language: Language = fallbackLanguage
/** The language that was requested last. */
let requested: Language = language
const partsInUse = new Set<CataloguePart>()
const listeners = new Listeners()

export const getLanguage = (): Language => language

/** @returns a function that unsubscribes */
export const onLanguageChange = listeners.subscribe

/** Loads a part of the catalogue. @throws if it cannot be fetched */
export async function loadTexts(part: CataloguePart): Promise<void> {
  partsInUse.add(part)
  let loaded: Language
  do {
    loaded = language
    await loadMessages(loaded, part)
  } while (loaded !== language)
}

/**
 * Resolves when the language is in use, or another was requested meanwhile.
 * @throws if a part cannot be fetched; the language then stays
 */
export async function changeLanguage(to: Language): Promise<void> {
  requested = to
  for (let loaded = -1; loaded < partsInUse.size;) {
    const parts = [...partsInUse]
    await Promise.all(parts.map((part) => loadMessages(to, part)))
    loaded = parts.length
  }
  if (requested !== to || language === to) return
  language = to
  listeners.notify()
}

/** The locale for numbers and dates: the variant of the language that the browser prefers. */
export const locale = (): string =>
  localeOf(
    language,
    (globalThis as { navigator?: { languages?: readonly string[] } }).navigator?.languages ?? [],
  )
