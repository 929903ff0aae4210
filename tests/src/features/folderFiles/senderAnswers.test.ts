import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { personalKeyOf } from '../../../../core/crypto/index.ts'
import { selectOpenedSenderData } from '../../../../src/features/folderFiles/checks/sealedFilesSlice.ts'
import { keepAnswers } from '../../../../src/features/folderFiles/senders/senderAnswers.ts'
import { addOlderKey, dropAllKeys, beginUnlock } from '../../../../src/session/unlockedKey.ts'
import { store } from '../../../../src/store/store.ts'
import { secondTestPair, testPair } from '../../../keyPairs.ts'

const [key, former] = await Promise.all(
  [testPair, secondTestPair].map(({ pkcs8Bytes }) => personalKeyOf(pkcs8Bytes)),
)
if (!key || !former) throw new Error('no key')
const fetchedAnswers = {
  folderId: 7,
  batches: ['A'],
  found: { A: { digest: 'd', answers: [{ label: 'Date of birth', value: '2001-02-03' }] } },
}
const stateJson = () => JSON.stringify(store.getState())

beforeEach(async () => {
  await beginUnlock('anna')(key, null)
})
afterEach(dropAllKeys)

describe('what senders answered', () => {
  it('is kept while the key is unlocked, and nowhere when it has locked', () => {
    store.dispatch(keepAnswers(fetchedAnswers, key))
    addOlderKey(former)
    expect(selectOpenedSenderData(store.getState(), 7).answers).toEqual(fetchedAnswers.found)
    dropAllKeys()
    expect(stateJson()).not.toContain('2001-02-03')
    expect(selectOpenedSenderData(store.getState(), 7).requestedBatches).toEqual({})
  })

  it('is not taken late, when the key has locked', () => {
    dropAllKeys()
    expect(() => store.dispatch(keepAnswers(fetchedAnswers, key))).toThrow('key-not-loaded')
    expect(stateJson()).not.toContain('2001-02-03')
  })
})
