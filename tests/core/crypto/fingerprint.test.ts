import { describe, expect, it } from 'vitest'
import {
  fingerprint,
  randomBytes,
  numberOfWord,
  readFingerprintWords,
  wordsOfFingerprint,
} from '../../../core/crypto/index.ts'
import { fingerprintWords } from '../../../core/crypto/fingerprintWords.ts'
import { withBitFlipped } from './testBytes.ts'

describe('a fingerprint', () => {
  it('is twelve words whose places are the first 132 bits', async () => {
    const { bytes, words } = await fingerprint(randomBytes(294))
    const places = words.map((word) => fingerprintWords.indexOf(word).toString(2).padStart(11, '0')).join('')
    const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
    expect(words).toHaveLength(12)
    expect(places).toBe(bits.slice(0, 132))
  })

  it('has the same words when somebody names it', async () => {
    const { b64u, words } = await fingerprint(randomBytes(294))
    expect(wordsOfFingerprint(b64u)).toEqual(words)
    expect(['', 'older', b64u.slice(1), `${b64u}AA`].map(wordsOfFingerprint)).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  it('is read from words however they were written, and wrong ones are named', async () => {
    const { words } = await fingerprint(randomBytes(294))
    const written = `\n${words.slice(0, 4).join('-')} — ${words.slice(4).join('  ').toUpperCase()}, `
    expect(readFingerprintWords(written)).toEqual({ words })
    expect(readFingerprintWords(words.slice(1).join(' '))).toEqual({ unknown: [], count: 11 })
    const mistyped = words.map((word, at) => (at === 2 ? 'Sealpost' : word)).join(' ')
    expect(readFingerprintWords(mistyped)).toEqual({ unknown: ['Sealpost'], count: 12 })
    expect(readFingerprintWords('')).toEqual({ unknown: [], count: 0 })
  })

  it('is read from the numbers of its words, too: the places in the list, from 0001 to 2048', async () => {
    const { words } = await fingerprint(randomBytes(294))
    expect(readFingerprintWords(words.map(numberOfWord).join(' '))).toEqual({ words })
    expect(['abandon', 'zoo'].map(numberOfWord)).toEqual(['0001', '2048'])
    const beyond = words.map((word, at) => (at === 2 ? '2049' : word)).join(' ')
    expect(readFingerprintWords(beyond)).toEqual({ unknown: ['2049'], count: 12 })
    expect(readFingerprintWords('0000 1 00001')).toEqual({ unknown: ['0000', '1', '00001'], count: 3 })
  })

  it('changes with every bit of the key', async () => {
    const spki = randomBytes(294)
    const seen = new Set([(await fingerprint(spki)).words.join(' ')])
    for (let bit = 0; bit < spki.length * 8; bit++) {
      seen.add((await fingerprint(withBitFlipped(spki, bit))).words.join(' '))
    }
    expect(seen.size).toBe(spki.length * 8 + 1)
  })
})
