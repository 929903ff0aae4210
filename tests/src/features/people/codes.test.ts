import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fingerprint, numberOfWord, toBase64, wordsIn } from '../../../../core/crypto/index.ts'
import { findPerson } from '../../../../src/features/people/findPerson.ts'
import { codeProblem, wordsProblem } from '../../../../src/features/people/typedCode.ts'
import { t } from '../../../../i18n/t.ts'

function newPublicKey(modulusLength = 2048) {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength })
  return new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }))
}
const benKey = newPublicKey()
const benFingerprint = await fingerprint(benKey)
const eveFingerprint = await fingerprint(newPublicKey())
const benWords = benFingerprint.words.join(' ')

const serverWithKey = (spki: Uint8Array<ArrayBuffer>, username = 'Ben', id: unknown = 7) => {
  const asked: object[] = []
  const ask = (query: object) => {
    asked.push(query)
    return Promise.resolve({ id: id as number, username, public_key_spki: toBase64(spki) })
  }
  return { asked, ask }
}
const byCode = (code: string) => ({ typed: { type: 'code', code }, username: '' }) as const
const byWords = (typed: string, username = 'Ben') =>
  ({ typed: { type: 'words', words: typed }, username }) as const

describe('twelve words', () => {
  it('may be numbered, in capitals and on lines', () => {
    const typed = benFingerprint.words.map((word, i) => `${i + 1}. ${word.toUpperCase()}\n`).join('')
    expect(wordsIn(typed)).toEqual(benFingerprint.words)
    expect(wordsProblem(typed, benFingerprint.b64u)).toBeNull()
  })
  it('may be their numbers, or both', () => {
    const numbers = benFingerprint.words.map(numberOfWord)
    expect(wordsProblem(numbers.join(' '), benFingerprint.b64u)).toBeNull()
    expect(wordsProblem(numbers.join(', ').replace(/[0-9]{4}/, '0000'), benFingerprint.b64u)).toBe(
      t('people.otherWords'),
    )
    const both = benFingerprint.words.map((word, at) => `${numbers[at]} ${word}`).join('\n')
    expect(wordsProblem(both, benFingerprint.b64u)).toBeNull()
  })
  it.each([
    ['eleven of them', benFingerprint.words.slice(1).join(' '), t('people.notTwelve', { typed: 11 })],
    ['another order', [...benFingerprint.words].reverse().join(' '), t('people.otherWords')],
    ['those of another key', eveFingerprint.words.join(' '), t('people.otherWords')],
    ['the last one wrong', [...benFingerprint.words.slice(0, 11), 'zzz'].join(' '), t('people.otherWords')],
  ])('%s are refused', (_, typed, problem) => {
    expect(wordsProblem(typed, benFingerprint.b64u)).toBe(problem)
  })
})

it('a code is compared by its fingerprint, whatever name stands in front', () => {
  expect(
    codeProblem({ type: 'code', code: ` Benno.${benFingerprint.b64u}\n` }, benFingerprint.b64u),
  ).toBeNull()
  expect(codeProblem({ type: 'code', code: `Ben.${eveFingerprint.b64u}` }, benFingerprint.b64u)).toBe(
    t('people.otherCode'),
  )
  expect(codeProblem({ type: 'code', code: benFingerprint.b64u }, benFingerprint.b64u)).toBe(
    t('people.noCode'),
  )
})

describe('looking for a person', () => {
  it('by code asks for the fingerprint, and takes the name of the code', async () => {
    const { asked, ask } = serverWithKey(benKey, 'ben.admin')
    expect(await findPerson(byCode(`Ben.${benFingerprint.b64u}`), ask)).toMatchObject({
      ...{ user: 7, name: 'Ben', serverName: 'ben.admin', fp: benFingerprint.b64u },
    })
    expect(asked).toEqual([{ fingerprint: benFingerprint.b64u }])
  })
  it('by words asks for the name', async () => {
    const { asked, ask } = serverWithKey(benKey)
    expect(await findPerson(byWords(benWords), ask)).toMatchObject({ name: 'Ben', serverName: null })
    expect(asked).toEqual([{ username: 'Ben' }])
  })
  it('takes no other key than the one of the code', async () => {
    const found = await findPerson(byCode(`Ben.${benFingerprint.b64u}`), serverWithKey(newPublicKey()).ask)
    expect(found).toMatch(/another key/)
  })
  it('takes no other key than the one of the words', async () => {
    expect(await findPerson(byWords(benWords), serverWithKey(newPublicKey()).ask)).toBe(
      t('people.otherWords'),
    )
  })
  it('takes no weak key', async () => {
    const weak = newPublicKey(1024)
    const { b64u } = await fingerprint(weak)
    expect(await findPerson(byCode(`Ben.${b64u}`), serverWithKey(weak).ask)).toMatch(/too weak/)
  })
  it.each([-1, 0, 1.5, '7', null, 2 ** 60])('takes no person with the id %s', async (id) => {
    expect(await findPerson(byWords(benWords), serverWithKey(benKey, 'Ben', id).ask)).toMatch(
      /no valid number/,
    )
  })
  it.each([
    ['no code', byCode('Ben'), t('people.noCode')],
    [
      'a code of a later version',
      byCode('Ben.2:x'),
      'This was written by a later version of Sealpost. Reload the page to update it, or install the newer command line.',
    ],
    ['too few words', byWords('one two'), t('people.notTwelve', { typed: 2 })],
    ['no name', byWords(benWords, ' '), 'Type the username.'],
  ])('asks the server nothing for %s', async (_, wanted, problem) => {
    const { asked, ask } = serverWithKey(benKey)
    expect(await findPerson(wanted, ask)).toBe(problem)
    expect(asked).toEqual([])
  })
})
