import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPrivateKey, toHex, wrapPrivateKey } from '../../../core/crypto/index.ts'
import { deriveFirstPairWrapper, takeFirstPairWrapper } from '../../../src/session/firstPairWrapper.ts'
import { dropAllKeys } from '../../../src/session/unlockedKey.ts'
import { testPair } from '../../keyPairs.ts'
import { rememberStretching } from '../../rememberStretching.ts'

const password = 'correct horse battery'

beforeEach(rememberStretching)
afterEach(dropAllKeys)

it('wraps a first private key so that the password of the sign-in opens it, and is given out once', async () => {
  deriveFirstPairWrapper({ key_pair: 'none' }, password)
  const wrapper = await takeFirstPairWrapper()
  if (!wrapper) throw new Error('There is no wrapping key.')
  const sealed = await wrapPrivateKey(wrapper, testPair.pkcs8Bytes)
  expect(toHex(await openPrivateKey(sealed, password))).toBe(toHex(testPair.pkcs8Bytes))
  expect(await takeFirstPairWrapper()).toBeNull()
})

it('holds nothing that can be exported, and not the password', async () => {
  deriveFirstPairWrapper({ key_pair: 'incomplete' }, password)
  const wrapper = await takeFirstPairWrapper()
  expect(wrapper?.box.key).toMatchObject({ extractable: false })
  expect(JSON.stringify(wrapper)).not.toContain(password)
})

it('is dropped with all keys: when they are locked, and at sign-out', async () => {
  deriveFirstPairWrapper({ key_pair: 'none' }, password)
  dropAllKeys()
  expect(await takeFirstPairWrapper()).toBeNull()
})

it.each(['complete', 'renewing'] as const)('is not derived for a pair that is %s', async (key_pair) => {
  deriveFirstPairWrapper({ key_pair }, password)
  expect(await takeFirstPairWrapper()).toBeNull()
})
