import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fingerprint, sealPrivateKey, toBase64 } from '../../../../core/crypto/index.ts'
import { type BackupRequest, restoreBackup } from '../../../../src/features/profile/backup/restoreBackup.ts'
import { backupFileText } from '../../../../src/features/profile/backup/backupFile.ts'
import { type KnownKey, knownKeysIn } from '../../../../src/session/knownKey.ts'
import { t } from '../../../../i18n/t.ts'
import { FaultyStore } from '../../../core/util/faultyStore.ts'
import { userNamed } from '../../session/userNamed.ts'
import { secondTestPair, testPair as pair } from '../../../keyPairs.ts'
import { rememberStretching } from '../../../rememberStretching.ts'

/** The memory of this device, which a browser would keep. */
const device = vi.hoisted((): { keys: ReturnType<typeof knownKeysIn> | null } => ({ keys: null }))
vi.mock(import('../../../../src/session/knownKey.ts'), async (original) => ({
  ...(await original()),
  checkOpenedKey: async (...key: Parameters<ReturnType<typeof knownKeysIn>['checkOpenedKey']>) =>
    (await device.keys?.checkOpenedKey(...key)) ?? null,
  rememberKey: async (key: KnownKey) => device.keys?.rememberKey(key),
}))

const password = 'the login password'
rememberStretching()
const { b64u } = await fingerprint(pair.spkiBytes)
const otherFingerprint = (await fingerprint(secondTestPair.spkiBytes)).b64u
const sealedBackup = { sealed: await sealPrivateKey(pair.pkcs8Bytes, password), fingerprint: b64u }
const backupFile = new File([backupFileText('anna', sealedBackup, new Date())], 'backup.json', {
  type: 'application/json',
})
const backupKey = { username: 'anna', fingerprint: b64u }

let installedPaths: string[]
/** What the person remembers opens with the key of the backup. */
let opensSealedKeys: boolean
beforeEach(() => {
  installedPaths = []
  opensSealedKeys = true
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', new URL('https://a.example/'))
  // A server that calls the pair of the backup the one in force.
  vi.stubGlobal('fetch', (path: string, { method }: RequestInit) => {
    if (method === 'PUT') installedPaths.push(path)
    const answer = path.endsWith('/public-key')
      ? { public_key_spki: toBase64(pair.spkiBytes) }
      : { user: userNamed('anna') }
    return Promise.resolve(Response.json(answer))
  })
})
afterEach(() => vi.unstubAllGlobals())

const restoreWith = (ask: BackupRequest['ask']) => {
  const unasked = () => Promise.reject(new Error('no other pair'))
  return restoreBackup({
    username: 'anna',
    file: backupFile,
    password,
    ask,
    sharedFolders: {
      planChange: unasked,
      prepareChange: unasked,
      unlockPresentKey: unasked,
      opensStoredContacts: () => Promise.resolve(opensSealedKeys),
    },
  })
}

it('asks before a pair that the server calls the one in force takes the place of the one known here', async () => {
  const store = new FaultyStore()
  device.keys = knownKeysIn(() => store.use)
  await device.keys.rememberKey({ username: 'anna', fingerprint: otherFingerprint })
  const ask = vi.fn<BackupRequest['ask']>(() => Promise.resolve(null))
  const { severity, text } = await restoreWith(ask)
  expect(severity).toBe('info')
  expect(text((key, values) => t(key, { ...values }))).toContain('Nothing was changed')
  expect(ask).toHaveBeenCalledWith({
    type: 'foreign',
    foreign: { ...backupKey, comparison: { type: 'other-key', known: otherFingerprint } },
  })
  expect(installedPaths).toEqual([])
  expect(await device.keys.checkOpenedKey({ username: 'anna', fingerprint: otherFingerprint })).toBeNull()

  expect(await restoreWith(() => Promise.resolve({ type: 'yes' }))).toMatchObject({ severity: 'success' })
  expect(installedPaths).toHaveLength(1)
  expect(await device.keys.checkOpenedKey(backupKey)).toBeNull()
})

it('restores the pair that this device knows without a question', async () => {
  const store = new FaultyStore()
  device.keys = knownKeysIn(() => store.use)
  await device.keys.rememberKey(backupKey)
  const ask = vi.fn<BackupRequest['ask']>()
  expect(await restoreWith(ask)).toMatchObject({ severity: 'success' })
  expect([ask.mock.calls.length, installedPaths.length]).toEqual([0, 1])
})

it('asks before the key in force is replaced by one with which nothing opens that the person remembers', async () => {
  const store = new FaultyStore()
  device.keys = knownKeysIn(() => store.use)
  await device.keys.rememberKey(backupKey)
  opensSealedKeys = false
  const ask = vi.fn<BackupRequest['ask']>(() => Promise.resolve(null))
  expect(await restoreWith(ask)).toMatchObject({ severity: 'info' })
  expect(ask).toHaveBeenCalledWith({ type: 'other-root' })
  expect(installedPaths).toEqual([])
})
