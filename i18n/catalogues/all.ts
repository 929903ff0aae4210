import type { Language } from '../../contract/languages.ts'
import { de } from './de.ts'
import { type Catalogue, en } from './en.ts'

export const catalogues: Readonly<Record<Language, Catalogue>> = { en, de }
