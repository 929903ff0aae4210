import { readPersonCode, wordsOfFingerprint } from '../../../core/crypto/index.ts'
import { t } from '../../../i18n/t.ts'

/** What somebody typed, pasted or scanned of another person's key, as it came over another channel: pure. */
export type TypedCode =
  { readonly type: 'code'; readonly code: string } | { readonly type: 'words'; readonly words: string }

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
  if (words.length !== 12) return t('people.notTwelve', { typed: words.length })
  return expected?.join(' ') === words.join(' ') ? null : t('people.otherWords')
}

/** Why what was typed is not this key's; null when it is. @param fp base64url */
export function codeProblem(typed: TypedCode, fp: string): string | null {
  if (typed.type === 'words') return wordsProblem(typed.words, fp)
  const code = readPersonCode(typed.code)
  if (!code) return t('people.noCode')
  return code.fp === fp ? null : t('people.otherCode')
}

/** What the person's own code calls them; words call nobody anything. */
export const nameInCode = (typed: TypedCode): string | null =>
  typed.type === 'code' ? (readPersonCode(typed.code)?.name.normalize('NFC') ?? null) : null
