import { expect, it } from 'vitest'
import { KnownFolders } from '../../cli/account/knownFolders.ts'
import { assertDefined } from '../../contract/assertDefined.ts'
import { toBase64Url, wordsOfFingerprint } from '../../core/crypto/index.ts'
import { scratchFolder } from '../server/scratchFolder.ts'

const folderAddress = { origin: 'https://files.example', id: 7 }

function keyFromByte(byte: number) {
  const fingerprint = toBase64Url(new Uint8Array(32).fill(byte))
  return { fingerprint, fingerprintWords: [...assertDefined(wordsOfFingerprint(fingerprint) ?? undefined)] }
}

it('opens a shared folder whose key was replaced before its kind was known', async () => {
  const known = new KnownFolders(await scratchFolder())
  expect(await known.checkOrStoreKey(folderAddress, keyFromByte(1), undefined)).toBe(true)
  const next = keyFromByte(2)
  await known.checkOrStoreKey(folderAddress, next, next.fingerprintWords.join(' '))
  await known.checkOrStoreKind(folderAddress, 'shared')
  await known.checkOrStoreKind(folderAddress, 'shared')
})

it('refuses a known folder of another kind, and another key than the accepted one', async () => {
  const known = new KnownFolders(await scratchFolder())
  await known.checkOrStoreKey(folderAddress, keyFromByte(1), undefined)
  await known.checkOrStoreKind(folderAddress, null)
  await expect(known.checkOrStoreKind(folderAddress, 'shared')).rejects.toThrow(
    'another folder under this number than before',
  )
  await expect(known.checkOrStoreKey(folderAddress, keyFromByte(2), undefined)).rejects.toThrow(
    'not the one that this machine remembers',
  )
})
