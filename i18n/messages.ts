import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import { catalogues } from './catalogues/all.ts'
import type { Language } from '../contract/languages.ts'
import type { CataloguePart } from './catalogueParts.ts'

/**
 * [Note: Messages]
 * In tests and tools, messages come from the catalogues and are compiled on first use. In Vite's builds
 * scripts/compiledTexts.ts replaces this module by one with the same two functions: it has no catalogues and
 * no compiler, and fetches compiled messages part by part.
 */
const compiled = new Map<string, CompiledMessage>()

/** Fetches a part of a catalogue. @throws if it cannot be fetched */
export const loadMessages: (language: Language, part: CataloguePart) => Promise<void> = () =>
  Promise.resolve()

/** @param key 'area.name' @returns undefined if there is no such message or its part is not loaded */
export function messageOf(language: Language, key: string): CompiledMessage | undefined {
  const id = `${language}.${key}`
  const cached = compiled.get(id)
  if (cached !== undefined) return cached
  const [area = '', name = ''] = key.split('.', 2)
  const source = (catalogues[language] as Record<string, Record<string, string> | undefined>)[area]?.[name]
  if (source === undefined) return undefined
  const message = compile(source)
  compiled.set(id, message)
  return message
}
