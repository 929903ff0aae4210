import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Passkey } from '../../../../contract/schemas/passkeys.ts'
import { importPasskeySecret, sealPasskeyWrap, toBase64 } from '../../../../core/crypto/index.ts'
import { fromBase64, randomBytes } from '../../../../core/crypto/bytes.ts'
import { sealSaltedBox } from '../../../../core/crypto/committedBox.ts'
import { fingerprint } from '../../../../core/crypto/fingerprint.ts'
import {
  openWithPasskey,
  passkeyErrorText,
  unlockWithPasskey,
} from '../../../../src/session/passkeys/openWithPasskey.ts'
import {
  dropAllKeys,
  getKeyWithSealedKey,
  getOpenedSealedKey,
  getUnlockedKey,
} from '../../../../src/session/unlockedKey.ts'
import { t } from '../../../../i18n/t.ts'
import { secondTestPair as other, testPair as pair } from '../../../keyPairs.ts'
import { FakeAuthenticator } from './fakeAuthenticator.ts'

const prfOutput = randomBytes(32)
const secretOf = (bytes: Uint8Array) => importPasskeySecret(new Uint8Array(bytes))
const storedWrap = await sealPasskeyWrap(await secretOf(prfOutput), pair.pkcs8Bytes)
const spki = toBase64(pair.spkiBytes)
const url = '/api/auth/passkeys/3/wrap'

let device: FakeAuthenticator
let wrapResponse: object | null
let isOffline: boolean
let sentRequests: string[]

const listedPasskey = (): Passkey => ({
  ...{
    id: 3,
    name: 'Laptop',
    credential_id: device.credentialId,
    rp_id: 'files.example.org',
    transports: [],
  },
  ...{ created_at: '2026', last_used_at: null },
})

beforeEach(() => {
  device = new FakeAuthenticator().install()
  device.outputs = [prfOutput]
  wrapResponse = { wrap: storedWrap, public_key_spki: spki }
  isOffline = false
  sentRequests = []
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sentRequests.push(`${init.method} ${path} ${typeof init.body === 'string' ? init.body : ''}`.trim())
    if (isOffline) return Promise.reject(new TypeError('Failed to fetch'))
    const refusal = { detail: 'Passkey not found.', code: 'passkeyNotFound' }
    return Promise.resolve(
      new Response(JSON.stringify(wrapResponse ?? refusal), { status: wrapResponse ? 200 : 404 }),
    )
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  dropAllKeys()
})

const { signal } = new AbortController()
const refusalText = () =>
  unlockWithPasskey('anna', [listedPasskey()], signal).then(() => null, passkeyErrorText)

it('opens the very bytes of the private key, and sends nothing of the secret', async () => {
  const { pkcs8Bytes, key } = await openWithPasskey([listedPasskey()], signal)
  expect(pkcs8Bytes).toEqual(pair.pkcs8Bytes)
  expect(key.publicKeySpki).toBe(spki)
  expect(sentRequests).toEqual([`POST ${url}`])
  expect(device.givenOutputs).toEqual([new Uint8Array(32)])
})

it('puts the key to use without a stored blob: none is known to open with a password', async () => {
  expect(await unlockWithPasskey('anna', [listedPasskey()], signal)).toBeNull()
  expect(getUnlockedKey()?.publicKeySpki).toBe(spki)
  expect(getOpenedSealedKey()).toBeNull()
  // A backup takes the password.
  expect(getKeyWithSealedKey()).toBeNull()
})

it('does not put it to use when keys were forgotten during the gesture', async () => {
  const unlocking = unlockWithPasskey('anna', [listedPasskey()], signal)
  dropAllKeys()
  await expect(unlocking).rejects.toMatchObject({ fault: { code: 'key-not-loaded' } })
  expect(getUnlockedKey()).toBeNull()
})

it('gives no key, and overwrites its bytes, when it is cancelled while the wrap is opened', async () => {
  const controller = new AbortController()
  const imported: unknown[] = []
  const importKey = crypto.subtle.importKey.bind(crypto.subtle) as (...given: unknown[]) => Promise<CryptoKey>
  vi.spyOn(crypto.subtle, 'importKey').mockImplementation((...given: unknown[]) => {
    if (given[0] === 'pkcs8') imported.push(given[1])
    if (imported.length > 0) controller.abort()
    return importKey(...given)
  })
  await expect(openWithPasskey([listedPasskey()], controller.signal)).rejects.toMatchObject({
    name: 'AbortError',
  })
  expect(imported.length).toBeGreaterThan(0)
  for (const bytes of imported) expect(bytes).toEqual(new Uint8Array(pair.pkcs8Bytes.length))
})

it('asks for no wrap before the gesture, and none without it', async () => {
  device.outputs = [new DOMException('', 'NotAllowedError')]
  expect(await refusalText()).toBe(t('passkeys.refused'))
  expect(sentRequests).toEqual([])
})

const sealedBox = async (aad: Uint8Array<ArrayBuffer>, content: Uint8Array<ArrayBuffer>) =>
  toBase64(
    await sealSaltedBox({ secret: await secretOf(prfOutput), label: 'sealpost/1/passkey', aad }, content),
  )
const fingerprintBytesOf = async (bytes: Uint8Array<ArrayBuffer>) => (await fingerprint(bytes)).bytes

it.each([
  [
    'of another user or passkey',
    async () => ({ wrap: await sealPasskeyWrap(await secretOf(randomBytes(32)), other.pkcs8Bytes) }),
    'passkeys.otherAnswer',
  ],
  [
    'of another pair, beside the key in force',
    async () => ({ wrap: await sealPasskeyWrap(await secretOf(prfOutput), other.pkcs8Bytes) }),
    'passkeys.alteredWrap',
  ],
  [
    'beside another key',
    () => Promise.resolve({ public_key_spki: toBase64(other.spkiBytes) }),
    'passkeys.alteredWrap',
  ],
  [
    'with another key inside than its fingerprint says',
    async () => ({ wrap: await sealedBox(await fingerprintBytesOf(pair.spkiBytes), other.pkcs8Bytes) }),
    'passkeys.alteredWrap',
  ],
  [
    'with no key inside',
    async () => ({ wrap: await sealedBox(await fingerprintBytesOf(pair.spkiBytes), randomBytes(64)) }),
    'passkeys.alteredWrap',
  ],
  [
    'that was cut',
    () => Promise.resolve({ wrap: toBase64(fromBase64(storedWrap).slice(0, -3)) }),
    'passkeys.alteredWrap',
  ],
  ['that is nearly nothing', () => Promise.resolve({ wrap: 'AAAA' }), 'passkeys.alteredWrap'],
  ['that is no base64', () => Promise.resolve({ wrap: '<html>' }), 'passkeys.alteredWrap'],
  ['beside no key', () => Promise.resolve({ public_key_spki: '' }), 'passkeys.alteredWrap'],
] as const)('refuses a wrap %s', async (_, changes, key) => {
  wrapResponse = { wrap: storedWrap, public_key_spki: spki, ...(await changes()) }
  expect(await refusalText()).toBe(t(key))
  expect(getUnlockedKey()).toBeNull()
})

it('takes another answer of the authenticator for that, and no altered wrap', async () => {
  device.outputs = [randomBytes(32)]
  expect(await refusalText()).toBe(t('passkeys.otherAnswer'))
  device.outputs = [randomBytes(64)]
  expect(await refusalText()).toBe(t('passkeys.otherAnswer'))
})

it('says that a passkey was removed, or that the server does not answer', async () => {
  wrapResponse = null
  expect(await refusalText()).toBe(t('passkeys.isRemoved'))
  isOffline = true
  expect(await refusalText()).toBe(t('faults.unanswered'))
})
