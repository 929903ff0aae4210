import { describe, expect, it } from 'vitest'
import { knownKeysIn, compareWithKnownKeys, withKnownKey } from '../../../src/session/knownKey.ts'
import { type StoreFaults, FaultyStore } from '../../core/util/faultyStore.ts'

const fingerprint = (n: number) => Buffer.alloc(32, n).toString('base64url')
const anna = (n: number, username = 'anna') => ({ username, fingerprint: fingerprint(n) })
const never = () => false
const always = () => true

describe('what this device says of a key that was opened', () => {
  it.each([
    ['nothing when its memory cannot be read', null, anna(1), { type: 'not-comparable' }],
    ['the first', [], anna(1), { type: 'first' }],
    ['known', [anna(1)], anna(1), { type: 'known' }],
    ['known under the name as the server writes it', [anna(1)], anna(1, ' Ａnna'), { type: 'known' }],
    ['known under another name since', [anna(1)], anna(1, 'anna-maria'), { type: 'known' }],
    ['another than it knows', [anna(1)], anna(2), { type: 'other-key', known: fingerprint(1) }],
    [
      'another than it knows, though somebody else has it',
      [anna(1), anna(2, 'bert')],
      anna(2),
      { type: 'other-key', known: fingerprint(1) },
    ],
    [
      'of a name that the server could have made up',
      [anna(1)],
      anna(2, 'аnna'),
      { type: 'other-name', names: ['anna'] },
    ],
  ])('%s', (_, known, key, comparison) => {
    expect(compareWithKnownKeys(known, key)).toEqual(comparison)
  })

  it('knows no former key under a former name', () => {
    const renamed = withKnownKey([anna(1)], anna(1, 'anna-maria'))
    const renewed = withKnownKey(renamed, anna(2, 'anna-maria'))
    expect(renewed).toEqual([anna(2, 'anna-maria')])
    expect(compareWithKnownKeys(renewed, anna(1))).toMatchObject({ type: 'other-name' })
  })
})

describe('the memory of this device', () => {
  const over = (store: FaultyStore) => knownKeysIn(() => store.use)

  it('takes the first key, holds another back until it is accepted, and then the former one', async () => {
    const store = new FaultyStore()
    const { checkOpenedKey } = over(store)
    expect(await checkOpenedKey(anna(1))).toBeNull()
    expect(await checkOpenedKey(anna(2))).toMatchObject({
      ...anna(2),
      comparison: { type: 'other-key', known: fingerprint(1) },
    })
    expect(await checkOpenedKey(anna(1))).toBeNull()
    // What was accepted is one key, not whatever comes next.
    expect(await checkOpenedKey(anna(3), fingerprint(2))).not.toBeNull()
    expect(await checkOpenedKey(anna(2), fingerprint(2))).toBeNull()
    const later = over(store.reloaded())
    expect(await later.checkOpenedKey(anna(2))).toBeNull()
    expect(await later.checkOpenedKey(anna(1))).not.toBeNull()
  })

  it('knows a pair that was made or restored here', async () => {
    const { checkOpenedKey, rememberKey } = over(new FaultyStore())
    await checkOpenedKey(anna(1))
    await checkOpenedKey(anna(5, 'bert'), fingerprint(5))
    await rememberKey(anna(2))
    expect(await checkOpenedKey(anna(2))).toBeNull()
    expect(await checkOpenedKey(anna(1))).not.toBeNull()
    expect(await checkOpenedKey(anna(5, 'bert'))).toBeNull()
  })

  it('says nothing where nothing is stored', async () => {
    const { checkOpenedKey, rememberKey } = knownKeysIn(() => {
      throw new ReferenceError('indexedDB is not defined')
    })
    await rememberKey(anna(1))
    expect(await checkOpenedKey(anna(2))).toBeNull()
  })

  it.each<[string, StoreFaults]>([
    ['fails', { fails: always }],
    ['fails once it is written', { fails: (n) => n > 1, isWrittenAllTheSame: true }],
  ])('holds no key back for a storage that %s', async (_, faults) => {
    const { checkOpenedKey, rememberKey } = over(new FaultyStore(faults))
    expect(await checkOpenedKey(anna(1))).toBeNull()
    await rememberKey(anna(1))
    expect(await checkOpenedKey(anna(1))).toBeNull()
  })

  it('remembers no key that it could not compare', async () => {
    const before = new FaultyStore({ fails: never })
    await over(before).rememberKey(anna(1))
    const store = before.reloaded({ fails: (n) => n === 1 })
    const { checkOpenedKey } = over(store)
    expect(await checkOpenedKey(anna(2))).toBeNull()
    expect(await checkOpenedKey(anna(2))).toMatchObject({ comparison: { known: fingerprint(1) } })
  })

  it('goes on without what the storage damaged, until a pair is put in force', async () => {
    const store = new FaultyStore({ fails: never }, new Map([['known', [{ username: 'anna' }]]]))
    const { checkOpenedKey, rememberKey } = over(store)
    expect(await checkOpenedKey(anna(1))).toBeNull()
    expect(await checkOpenedKey(anna(2))).toBeNull()
    await rememberKey(anna(1))
    expect(await checkOpenedKey(anna(2))).not.toBeNull()
  })
})
