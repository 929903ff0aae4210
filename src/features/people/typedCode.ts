import { isLaterPersonCode, readPersonCode, wordsIn, wordsOfFingerprint } from '../../../core/crypto/index.ts'
import { fault } from '../../../core/faults/fault.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'

/** Another person's key as typed, pasted or scanned, received over another channel. */
export type TypedCode =
  | { readonly type: 'code'; readonly code: string }
  | { readonly type: 'words'; readonly words: string }

/** Returns why the words do not match this fingerprint; null if all twelve match. */
export function wordsProblem(typed: string, fp: string): string | null {
  const words = wordsIn(typed)
  const expected = wordsOfFingerprint(fp)
  if (words.length !== 12) return t('people.notTwelve', { typed: words.length })
  return expected?.join(' ') === words.join(' ') ? null : t('people.otherWords')
}

/** Returns why a text is no code. */
export const noCodeText = (text: string): string =>
  isLaterPersonCode(text) ? faultText(fault('newer-version')) : t('people.noCode')

/** Returns why the input does not match this key; null if it does. @param fp base64url */
export function codeProblem(typed: TypedCode, fp: string): string | null {
  if (typed.type === 'words') return wordsProblem(typed.words, fp)
  const code = readPersonCode(typed.code)
  if (!code) return noCodeText(typed.code)
  return code.fp === fp ? null : t('people.otherCode')
}

export const nameInCode = (typed: TypedCode): string | null =>
  typed.type === 'code' ? (readPersonCode(typed.code)?.name.normalize('NFC') ?? null) : null
