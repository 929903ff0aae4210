import { shownText } from '../../../contract/shownText.ts'
import { readPersonCode, wordsOfFingerprint } from '../../crypto/index.ts'

/** What somebody typed, pasted or scanned of another person's key, as it came over another channel: pure. */
export type TypedCode =
  { readonly type: 'code'; readonly code: string } | { readonly type: 'words'; readonly words: string }

export const codeTexts = {
  noCode:
    'This is no complete code of a person: that is a name, a dot and 43 characters. Ask them to copy the whole line from their profile.',
  otherCode:
    'This is the code of another key than the one that this folder names. Do not go on before you know why: ask them again, in person or by phone.',
  otherName: (own: string, named: string) =>
    `The key is the same, but this is the code of “${shownText(own)}”, and whoever added them calls them “${shownText(named)}”. Press Compare again if you know that this is one person.`,
  notTwelve: (typed: number) => `Type all twelve words. These are ${typed}.`,
  otherWords:
    'These words do not belong to the key that this server gives. Look for a typing mistake; if there is none, do not go on before you know why.',
} as const

/** In small letters, without the numbers and signs that stand between words. */
export const wordsIn = (typed: string): string[] =>
  typed
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')

/** Why the words are not those of this fingerprint; null when they are, all twelve. */
export function wordsProblem(typed: string, fp: string): string | null {
  const words = wordsIn(typed)
  const expected = wordsOfFingerprint(fp)
  if (words.length !== 12) return codeTexts.notTwelve(words.length)
  return expected?.join(' ') === words.join(' ') ? null : codeTexts.otherWords
}

/** Why what was typed is not this key's; null when it is. @param fp base64url */
export function codeProblem(typed: TypedCode, fp: string): string | null {
  if (typed.type === 'words') return wordsProblem(typed.words, fp)
  const code = readPersonCode(typed.code)
  if (!code) return codeTexts.noCode
  return code.fp === fp ? null : codeTexts.otherCode
}

/** What the person's own code calls them; words call nobody anything. */
export const nameInCode = (typed: TypedCode): string | null =>
  typed.type === 'code' ? (readPersonCode(typed.code)?.name.normalize('NFC') ?? null) : null
