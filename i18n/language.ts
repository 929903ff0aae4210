import { fallbackLanguage, type Language, localeOf } from '../contract/languages.ts'
import { loadMessages } from './messages.ts'
import type { Part } from './parts.ts'

/**
 * [Note: The language of a page]
 * One at a time, and what is shown of it is loaded before. A page that arrives waits for its part (`loadTexts`); a change
 * of the language loads the parts of all pages so far, and only then happens, at once and everywhere: whatever shows texts
 * renders anew (`useLanguage`), and nothing is made anew, so that what was typed or is being sent stays.
 */
let language: Language = fallbackLanguage
/** The language that was asked for last. */
let wanted: Language = language
const partsInUse = new Set<Part>()
const subscribers = new Set<() => void>()

export const getLanguage = (): Language => language

export function onLanguage(subscriber: () => void): () => void {
  subscribers.add(subscriber)
  return () => void subscribers.delete(subscriber)
}

/** @throws where it does not arrive */
export async function loadTexts(part: Part): Promise<void> {
  partsInUse.add(part)
  let loaded: Language
  do {
    loaded = language
    await loadMessages(loaded, part)
  } while (loaded !== language)
}

/** Resolves when it is there, or another one was asked for meanwhile. @throws where a part does not arrive: all stays */
export async function changeLanguage(to: Language): Promise<void> {
  wanted = to
  for (let loaded = -1; loaded < partsInUse.size;) {
    const parts = [...partsInUse]
    await Promise.all(parts.map((part) => loadMessages(to, part)))
    loaded = parts.length
  }
  if (wanted !== to || language === to) return
  language = to
  subscribers.forEach((subscriber) => subscriber())
}

/** For figures and dates: the variant of the language that this browser asks for. */
export const locale = (): string =>
  localeOf(
    language,
    (globalThis as { navigator?: { languages?: readonly string[] } }).navigator?.languages ?? [],
  )
