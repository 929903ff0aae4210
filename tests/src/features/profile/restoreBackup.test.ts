import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fingerprint, sealPrivateKey, toBase64 } from '../../../../core/crypto/index.ts'
import { type BackupRequest, restoreBackup } from '../../../../src/features/profile/restoreBackup.ts'
import { backupFileText } from '../../../../src/features/profile/backupFile.ts'
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
const known = (await fingerprint(secondTestPair.spkiBytes)).b64u
const sealed = { sealed: await sealPrivateKey(pair.pkcs8Bytes, password), fingerprint: b64u }
const file = new File([backupFileText('anna', sealed, new Date())], 'backup.json', {
  type: 'application/json',
})
const key = { username: 'anna', fingerprint: b64u }

let installed: string[]
/** What the person remembers opens with the key of the backup. */
let opens: boolean
beforeEach(() => {
  installed = []
  opens = true
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', new URL('https://a.example/'))
  // A server that calls the pair of the backup the one in force.
  vi.stubGlobal('fetch', (path: string, { method }: RequestInit) => {
    if (method === 'PUT') installed.push(path)
    const answer = path.endsWith('/public-key')
      ? { public_key_spki: toBase64(pair.spkiBytes) }
      : { user: userNamed('anna') }
    return Promise.resolve(Response.json(answer))
  })
})
afterEach(() => vi.unstubAllGlobals())

const restore = (ask: BackupRequest['ask']) => {
  const unasked = () => Promise.reject(new Error('no other pair'))
  return restoreBackup({
    username: 'anna',
    file,
    password,
    ask,
    sharedFolders: {
      planChange: unasked,
      prepareChange: unasked,
      unlockPresentKey: unasked,
      opensStoredContacts: () => Promise.resolve(opens),
    },
  })
}

it('asks before a pair that the server calls the one in force takes the place of the one known here', async () => {
  const store = new FaultyStore()
  device.keys = knownKeysIn(() => store.use)
  await device.keys.rememberKey({ username: 'anna', fingerprint: known })
  const ask = vi.fn<BackupRequest['ask']>(() => Promise.resolve(null))
  const { severity, text } = await restore(ask)
  expect(severity).toBe('info')
  expect(text((key, values) => t(key, { ...values }))).toContain('Nothing was changed')
  expect(ask).toHaveBeenCalledWith({
    type: 'foreign',
    foreign: { ...key, comparison: { type: 'other-key', known } },
  })
  expect(installed).toEqual([])
  expect(await device.keys.checkOpenedKey({ username: 'anna', fingerprint: known })).toBeNull()

  expect(await restore(() => Promise.resolve({ type: 'yes' }))).toMatchObject({ severity: 'success' })
  expect(installed).toHaveLength(1)
  expect(await device.keys.checkOpenedKey(key)).toBeNull()
})

it('restores the pair that this device knows without a question', async () => {
  const store = new FaultyStore()
  device.keys = knownKeysIn(() => store.use)
  await device.keys.rememberKey(key)
  const ask = vi.fn<BackupRequest['ask']>()
  expect(await restore(ask)).toMatchObject({ severity: 'success' })
  expect([ask.mock.calls.length, installed.length]).toEqual([0, 1])
})

it('asks before the key in force is replaced by one with which nothing opens that the person remembers', async () => {
  const store = new FaultyStore()
  device.keys = knownKeysIn(() => store.use)
  await device.keys.rememberKey(key)
  opens = false
  const ask = vi.fn<BackupRequest['ask']>(() => Promise.resolve(null))
  expect(await restore(ask)).toMatchObject({ severity: 'info' })
  expect(ask).toHaveBeenCalledWith({ type: 'other-root' })
  expect(installed).toEqual([])
})
