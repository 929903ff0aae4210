import { afterEach, expect, it, vi } from 'vitest'
import { personalKeyOf } from '../../../core/crypto/index.ts'
import { createKeyBoundValue } from '../../../src/session/keyBoundValue.ts'
import { dropAllKeys, type UnlockedKey, beginUnlock } from '../../../src/session/unlockedKey.ts'
import { secondTestPair, testPair } from '../../keyPairs.ts'

const [first, second] = await Promise.all(
  [testPair, secondTestPair].map(({ pkcs8Bytes }) => personalKeyOf(pkcs8Bytes)),
)
afterEach(dropAllKeys)

const unlock = async (key: UnlockedKey | undefined) => {
  if (key) await beginUnlock('anna')(key, null)
  if (!key) throw new Error('no key')
  return key
}

it('goes with the key, and whoever shows it hears of that', async () => {
  const kept = createKeyBoundValue<{ key: UnlockedKey; opened: string }>()
  const listener = vi.fn()
  kept.subscribe(listener)
  const value = { key: await unlock(first), opened: 'keys of a folder' }
  kept.put(value)
  expect([kept.get(), listener.mock.calls.length]).toEqual([value, 1])
  dropAllKeys()
  expect([kept.get(), listener.mock.calls.length]).toEqual([null, 2])
  await unlock(first)
  expect(kept.get()).toBeNull()
})

it('is not taken late, when its key has gone, nor beside another key', async () => {
  const kept = createKeyBoundValue<{ key: UnlockedKey }>()
  kept.subscribe(() => undefined)
  const key = await unlock(first)
  dropAllKeys()
  kept.put({ key })
  expect(kept.get()).toBeNull()
  await unlock(second)
  kept.put({ key })
  expect(kept.get()).toBeNull()
})
