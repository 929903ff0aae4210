import { afterEach, expect, it, vi } from 'vitest'
import { toBase64 } from '../../../../core/crypto/index.ts'
import { fetchRecipient } from '../../../../src/features/upload/link/fetchRecipient.ts'
import { secondTestPair, testPair } from '../../../keyPairs.ts'

const [first, second] = [toBase64(testPair.spkiBytes), toBase64(secondTestPair.spkiBytes)]

/** A server that answers with these, one after the other. */
function serveKeysInOrder(...keys: string[]) {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ public_key_spki: keys.shift() })))
}
afterEach(() => vi.unstubAllGlobals())

/** Links as one page asks for them. */
function linksSharingAcceptedKeys() {
  const acceptedKeys = new Map<string, string>()
  return (letter: string) => ({ linkToken: letter.repeat(22), keyFingerprint: null, acceptedKeys })
}

it('a page takes one key for a link, whether its words were shown or files were sealed to it', async () => {
  const link = linksSharingAcceptedKeys()
  serveKeysInOrder(first, second, first, second)
  const shown = await fetchRecipient(link('a'))
  await expect(fetchRecipient(link('a'))).rejects.toThrow('recipient-changed')
  expect((await fetchRecipient(link('a'))).fingerprint).toEqual(shown.fingerprint)
  // Another link is another recipient's.
  expect((await fetchRecipient(link('b'))).fingerprint).not.toEqual(shown.fingerprint)
})

it('a key that the link does not name is not remembered', async () => {
  const link = linksSharingAcceptedKeys()
  serveKeysInOrder(first, second, first)
  const { fingerprint } = await fetchRecipient(link('c'))
  const named = { ...link('d'), keyFingerprint: fingerprint.b64u }
  await expect(fetchRecipient(named)).rejects.toThrow('other-recipient')
  expect((await fetchRecipient(named)).fingerprint).toEqual(fingerprint)
})

it('a link whose fingerprint is damaged takes no key, and says why', async () => {
  serveKeysInOrder(first)
  await expect(fetchRecipient({ ...linksSharingAcceptedKeys()('e'), keyFingerprint: '' })).rejects.toThrow(
    'link-damaged',
  )
})
