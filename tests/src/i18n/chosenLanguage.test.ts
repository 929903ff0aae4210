import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Language } from '../../../contract/languages.ts'
import { changeLanguage, getLanguage, loadTexts } from '../../../i18n/language.ts'
import type * as messages from '../../../i18n/messages.ts'
import { chooseLanguage } from '../../../src/i18n/chosenLanguage.ts'

/** Loading a language waits for this. */
const heldLanguages = new Map<Language, Promise<void>>()
vi.mock('../../../i18n/messages.ts', async (original) => ({
  ...(await original<typeof messages>()),
  loadMessages: (language: Language) => heldLanguages.get(language) ?? Promise.resolve(),
}))

let stored: string[]

beforeEach(async () => {
  stored = []
  vi.stubGlobal('localStorage', { setItem: (_key: string, value: string) => stored.push(value) })
  heldLanguages.clear()
  await changeLanguage('en')
  await loadTexts('login')
})
afterEach(() => vi.unstubAllGlobals())

it('stores the language that was chosen', async () => {
  await chooseLanguage('de')
  expect([getLanguage(), stored]).toEqual(['de', ['de']])
})

it('does not store a language whose texts arrive after another was chosen', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  heldLanguages.set('de', promise)
  const takenBack = chooseLanguage('de')
  await chooseLanguage('en')
  resolve(undefined)
  await takenBack
  expect([getLanguage(), stored]).toEqual(['en', ['en']])
})
