import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import { catalogues } from './catalogues/all.ts'
import type { Language } from '../contract/languages.ts'
import type { Part } from './parts.ts'

/**
 * [Note: Messages]
 * Where code runs as it is written, in tests and tools, messages come from the catalogues and are compiled when they are
 * first wanted. In what Vite builds, scripts/compiledTexts.ts puts a module with the same two functions in the place of
 * this one: it has no catalogue and no compiler, and fetches compiled messages part by part.
 */
const compiled = new Map<string, CompiledMessage>()

/** Fetches a part of a catalogue. @throws where it does not arrive */
export const loadMessages: (language: Language, part: Part) => Promise<void> = () => Promise.resolve()

/** @param key 'area.name' @returns undefined where there is none, or its part is not loaded */
export function messageOf(language: Language, key: string): CompiledMessage | undefined {
  const id = `${language}.${key}`
  const known = compiled.get(id)
  if (known !== undefined) return known
  const [area = '', name = ''] = key.split('.', 2)
  const source = (catalogues[language] as Record<string, Record<string, string> | undefined>)[area]?.[name]
  if (source === undefined) return undefined
  const message = compile(source)
  compiled.set(id, message)
  return message
}
