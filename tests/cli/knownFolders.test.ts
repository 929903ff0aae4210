import { expect, it } from 'vitest'
import { KnownFolders } from '../../cli/account/knownFolders.ts'
import { assertDefined } from '../../contract/assertDefined.ts'
import { toBase64Url, wordsOfFingerprint } from '../../core/crypto/index.ts'
import { scratchFolder } from '../server/scratchFolder.ts'

const folder = { origin: 'https://files.example', id: 7 }

function keyOf(byte: number) {
  const fingerprint = toBase64Url(new Uint8Array(32).fill(byte))
  return { fingerprint, fingerprintWords: [...assertDefined(wordsOfFingerprint(fingerprint) ?? undefined)] }
}

it('opens a shared folder whose key was replaced before its kind was known', async () => {
  const known = new KnownFolders(await scratchFolder())
  expect(await known.checkOrStoreKey(folder, keyOf(1), undefined)).toBe(true)
  const next = keyOf(2)
  await known.checkOrStoreKey(folder, next, next.fingerprintWords.join(' '))
  await known.checkOrStoreKind(folder, 'shared')
  await known.checkOrStoreKind(folder, 'shared')
})

it('refuses a known folder of another kind, and another key than the accepted one', async () => {
  const known = new KnownFolders(await scratchFolder())
  await known.checkOrStoreKey(folder, keyOf(1), undefined)
  await known.checkOrStoreKind(folder, null)
  await expect(known.checkOrStoreKind(folder, 'shared')).rejects.toThrow('another folder than before')
  await expect(known.checkOrStoreKey(folder, keyOf(2), undefined)).rejects.toThrow(
    'not the one that this machine knows',
  )
})
