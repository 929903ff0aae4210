import { type Bytes, concat, toBase64Url, tryAnyBase64, utf8 } from './bytes.ts'
import { fingerprintWords } from './fingerprintWords.ts'
import { sha256 } from './primitives.ts'

/** FORMAT.md, 7: the fingerprint of a public key. */
const fingerprintLabel = 'sealpost/1/fp'
const wordCount = 12
const bitsPerWord = 11
const fingerprintBytes = 32

export interface Fingerprint {
  bytes: Bytes
  b64u: string
  /** The first 132 bits, for reading aloud. */
  words: string[]
}

/** One's own key comes from `publicKeyOf`, not from the server. */
export async function fingerprint(spkiBytes: Bytes): Promise<Fingerprint> {
  const bytes = await sha256(concat(utf8(fingerprintLabel), Uint8Array.of(0), spkiBytes))
  return { bytes, b64u: toBase64Url(bytes), words: wordsOf(bytes) }
}

/** Fingerprint of a key that files are sealed to, base64url. */
export async function recipientFingerprint(recipientKey: CryptoKey): Promise<string> {
  const spki = await crypto.subtle.exportKey('spki', recipientKey)
  return (await fingerprint(new Uint8Array(spki))).b64u
}

export function wordsOfFingerprint(b64u: string): string[] | null {
  const bytes = tryAnyBase64(b64u)
  return bytes?.length === fingerprintBytes ? wordsOf(bytes) : null
}

/** The place of a word in the list as four digits, from '0001'; '0000' for another text. */
export const numberOfWord = (word: string): string =>
  String(fingerprintWords.indexOf(word) + 1).padStart(4, '0')

/** Lower case, and the word of a place in the list. */
const wordOf = (typed: string): string =>
  (/^[0-9]{4}$/.test(typed) ? fingerprintWords[Number(typed) - 1] : undefined) ?? typed.toLowerCase()

/** Splits a typed fingerprint into lower-case words; if it has no letters, into the words of its groups of four digits. */
export function wordsIn(typed: string): string[] {
  const words = typed.toLowerCase().match(/[a-z]+/g)
  return words ?? Array.from(typed.match(/[0-9]+/g) ?? [], wordOf)
}

/** @returns twelve words, or those not in the list and the number of all; a word may be written as its four digits */
export function readFingerprintWords(
  text: string,
): { readonly words: readonly string[] } | { readonly unknown: readonly string[]; readonly count: number } {
  const words = text.split(/[\s\p{Pd},]+/u).filter((word) => word !== '')
  const unknown = words.filter((word) => !fingerprintWords.includes(wordOf(word)))
  if (unknown.length > 0 || words.length !== wordCount) return { unknown, count: words.length }
  return { words: words.map(wordOf) }
}

function wordsOf(bytes: Bytes): string[] {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return Array.from({ length: wordCount }, (_, i) => {
    const word = fingerprintWords[parseInt(bits.slice(i * bitsPerWord, (i + 1) * bitsPerWord), 2)]
    if (word === undefined) throw new RangeError('The word list is incomplete')
    return word
  })
}
