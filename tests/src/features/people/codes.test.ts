import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fingerprint, toBase64 } from '../../../../core/crypto/index.ts'
import { findPerson } from '../../../../src/features/people/findPerson.ts'
import { codeProblem, wordsIn, wordsProblem } from '../../../../src/features/people/typedCode.ts'
import { t } from '../../../../i18n/t.ts'

function newKey(modulusLength = 2048) {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength })
  return new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }))
}
const benKey = newKey()
const ben = await fingerprint(benKey)
const eve = await fingerprint(newKey())
const words = ben.words.join(' ')

const answering = (spki: Uint8Array<ArrayBuffer>, username = 'Ben', id: unknown = 7) => {
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
    const typed = ben.words.map((word, i) => `${i + 1}. ${word.toUpperCase()}\n`).join('')
    expect(wordsIn(typed)).toEqual(ben.words)
    expect(wordsProblem(typed, ben.b64u)).toBeNull()
  })
  it.each([
    ['eleven of them', ben.words.slice(1).join(' '), t('people.notTwelve', { typed: 11 })],
    ['another order', [...ben.words].reverse().join(' '), t('people.otherWords')],
    ['those of another key', eve.words.join(' '), t('people.otherWords')],
    ['the last one wrong', [...ben.words.slice(0, 11), 'zzz'].join(' '), t('people.otherWords')],
  ])('%s are refused', (_, typed, problem) => {
    expect(wordsProblem(typed, ben.b64u)).toBe(problem)
  })
})

it('a code is compared by its fingerprint, whatever name stands in front', () => {
  expect(codeProblem({ type: 'code', code: ` Benno.${ben.b64u}\n` }, ben.b64u)).toBeNull()
  expect(codeProblem({ type: 'code', code: `Ben.${eve.b64u}` }, ben.b64u)).toBe(t('people.otherCode'))
  expect(codeProblem({ type: 'code', code: ben.b64u }, ben.b64u)).toBe(t('people.noCode'))
})

describe('looking for a person', () => {
  it('by code asks for the fingerprint, and takes the name of the code', async () => {
    const { asked, ask } = answering(benKey, 'ben.admin')
    expect(await findPerson(byCode(`Ben.${ben.b64u}`), ask)).toMatchObject({
      ...{ user: 7, name: 'Ben', serverName: 'ben.admin', fp: ben.b64u },
    })
    expect(asked).toEqual([{ fingerprint: ben.b64u }])
  })
  it('by words asks for the name', async () => {
    const { asked, ask } = answering(benKey)
    expect(await findPerson(byWords(words), ask)).toMatchObject({ name: 'Ben', serverName: null })
    expect(asked).toEqual([{ username: 'Ben' }])
  })
  it('takes no other key than the one of the code', async () => {
    const found = await findPerson(byCode(`Ben.${ben.b64u}`), answering(newKey()).ask)
    expect(found).toMatch(/another key/)
  })
  it('takes no other key than the one of the words', async () => {
    expect(await findPerson(byWords(words), answering(newKey()).ask)).toBe(t('people.otherWords'))
  })
  it('takes no weak key', async () => {
    const weak = newKey(1024)
    const { b64u } = await fingerprint(weak)
    expect(await findPerson(byCode(`Ben.${b64u}`), answering(weak).ask)).toMatch(/too weak/)
  })
  it.each([-1, 0, 1.5, '7', null, 2 ** 60])('takes no person with the id %s', async (id) => {
    expect(await findPerson(byWords(words), answering(benKey, 'Ben', id).ask)).toMatch(/no valid number/)
  })
  it.each([
    ['no code', byCode('Ben'), t('people.noCode')],
    ['too few words', byWords('one two'), t('people.notTwelve', { typed: 2 })],
    ['no name', byWords(words, ' '), 'Type the username.'],
  ])('asks the server nothing for %s', async (_, wanted, problem) => {
    const { asked, ask } = answering(benKey)
    expect(await findPerson(wanted, ask)).toBe(problem)
    expect(asked).toEqual([])
  })
})
