import { describe, expect, it } from 'vitest'
import { knownKeysIn, compareWithKnownKeys, withKnownKey } from '../../../src/session/knownKey.ts'
import { type StoreFaults, FaultyStore } from '../../core/util/faultyStore.ts'

const fingerprintOf = (n: number) => Buffer.alloc(32, n).toString('base64url')
const annaWithKey = (n: number, username = 'anna') => ({ username, fingerprint: fingerprintOf(n) })
const never = () => false
const always = () => true

describe('what this device says of a key that was opened', () => {
  it.each([
    ['nothing when its memory cannot be read', null, annaWithKey(1), { type: 'not-comparable' }],
    ['the first', [], annaWithKey(1), { type: 'first' }],
    ['known', [annaWithKey(1)], annaWithKey(1), { type: 'known' }],
    [
      'known under the name as the server writes it',
      [annaWithKey(1)],
      annaWithKey(1, ' Ａnna'),
      { type: 'known' },
    ],
    ['known under another name since', [annaWithKey(1)], annaWithKey(1, 'anna-maria'), { type: 'known' }],
    [
      'another than it knows',
      [annaWithKey(1)],
      annaWithKey(2),
      { type: 'other-key', known: fingerprintOf(1) },
    ],
    [
      'another than it knows, though somebody else has it',
      [annaWithKey(1), annaWithKey(2, 'bert')],
      annaWithKey(2),
      { type: 'other-key', known: fingerprintOf(1) },
    ],
    [
      'of a name that the server could have made up',
      [annaWithKey(1)],
      annaWithKey(2, 'аnna'),
      { type: 'other-name', names: ['anna'] },
    ],
  ])('%s', (_, known, key, comparison) => {
    expect(compareWithKnownKeys(known, key)).toEqual(comparison)
  })

  it('knows no former key under a former name', () => {
    const renamed = withKnownKey([annaWithKey(1)], annaWithKey(1, 'anna-maria'))
    const renewed = withKnownKey(renamed, annaWithKey(2, 'anna-maria'))
    expect(renewed).toEqual([annaWithKey(2, 'anna-maria')])
    expect(compareWithKnownKeys(renewed, annaWithKey(1))).toMatchObject({ type: 'other-name' })
  })
})

describe('the memory of this device', () => {
  const knownKeysOver = (store: FaultyStore) => knownKeysIn(() => store.use)

  it('takes the first key, holds another back until it is accepted, and then the former one', async () => {
    const store = new FaultyStore()
    const { checkOpenedKey } = knownKeysOver(store)
    expect(await checkOpenedKey(annaWithKey(1))).toBeNull()
    expect(await checkOpenedKey(annaWithKey(2))).toMatchObject({
      ...annaWithKey(2),
      comparison: { type: 'other-key', known: fingerprintOf(1) },
    })
    expect(await checkOpenedKey(annaWithKey(1))).toBeNull()
    // What was accepted is one key, not whatever comes next.
    expect(await checkOpenedKey(annaWithKey(3), fingerprintOf(2))).not.toBeNull()
    expect(await checkOpenedKey(annaWithKey(2), fingerprintOf(2))).toBeNull()
    const later = knownKeysOver(store.reloaded())
    expect(await later.checkOpenedKey(annaWithKey(2))).toBeNull()
    expect(await later.checkOpenedKey(annaWithKey(1))).not.toBeNull()
  })

  it('knows a pair that was made or restored here', async () => {
    const { checkOpenedKey, rememberKey } = knownKeysOver(new FaultyStore())
    await checkOpenedKey(annaWithKey(1))
    await checkOpenedKey(annaWithKey(5, 'bert'), fingerprintOf(5))
    await rememberKey(annaWithKey(2))
    expect(await checkOpenedKey(annaWithKey(2))).toBeNull()
    expect(await checkOpenedKey(annaWithKey(1))).not.toBeNull()
    expect(await checkOpenedKey(annaWithKey(5, 'bert'))).toBeNull()
  })

  it('says nothing where nothing is stored', async () => {
    const { checkOpenedKey, rememberKey } = knownKeysIn(() => {
      throw new ReferenceError('indexedDB is not defined')
    })
    await rememberKey(annaWithKey(1))
    expect(await checkOpenedKey(annaWithKey(2))).toBeNull()
  })

  it.each<[string, StoreFaults]>([
    ['fails', { fails: always }],
    ['fails once it is written', { fails: (n) => n > 1, isWrittenAllTheSame: true }],
  ])('holds no key back for a storage that %s', async (_, faults) => {
    const { checkOpenedKey, rememberKey } = knownKeysOver(new FaultyStore(faults))
    expect(await checkOpenedKey(annaWithKey(1))).toBeNull()
    await rememberKey(annaWithKey(1))
    expect(await checkOpenedKey(annaWithKey(1))).toBeNull()
  })

  it('remembers no key that it could not compare', async () => {
    const before = new FaultyStore({ fails: never })
    await knownKeysOver(before).rememberKey(annaWithKey(1))
    const store = before.reloaded({ fails: (n) => n === 1 })
    const { checkOpenedKey } = knownKeysOver(store)
    expect(await checkOpenedKey(annaWithKey(2))).toBeNull()
    expect(await checkOpenedKey(annaWithKey(2))).toMatchObject({ comparison: { known: fingerprintOf(1) } })
  })

  it('goes on without what the storage damaged, until a pair is put in force', async () => {
    const store = new FaultyStore({ fails: never }, new Map([['known', [{ username: 'anna' }]]]))
    const { checkOpenedKey, rememberKey } = knownKeysOver(store)
    expect(await checkOpenedKey(annaWithKey(1))).toBeNull()
    expect(await checkOpenedKey(annaWithKey(2))).toBeNull()
    await rememberKey(annaWithKey(1))
    expect(await checkOpenedKey(annaWithKey(2))).not.toBeNull()
  })
})
