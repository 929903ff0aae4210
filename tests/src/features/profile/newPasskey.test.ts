import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Passkey } from '../../../../contract/schemas/passkeys.ts'
import {
  importPasskeySecret,
  openStoredPasskeyWrap,
  sealPrivateKey,
  toBase64,
} from '../../../../core/crypto/index.ts'
import { shownText } from '../../../../contract/shownText.ts'
import { randomBytes } from '../../../../core/crypto/bytes.ts'
import {
  createPasskey,
  discardPasskey,
  openKeyToSeal,
  type KeyToSeal,
  canRepeatGesture,
  cleanPasskeyName,
  recoveryCodeRole,
  removePasskey,
  repeatGesture,
} from '../../../../src/features/profile/passkeys/newPasskey.ts'
import { importOpenedKey } from '../../../../src/session/installKeyPair.ts'
import { testPair as pair } from '../../../keyPairs.ts'
import { rememberStretching } from '../../../rememberStretching.ts'
import { FakeAuthenticator } from '../../session/passkeys/fakeAuthenticator.ts'

rememberStretching()
const url = '/api/auth/passkeys'
const prfOutput = randomBytes(32)
const keyToSeal: KeyToSeal = { type: 'opened', verifier: 'v1.x', ...(await importOpenedKey(pair.pkcs8Bytes)) }
const spkiB64 = toBase64(pair.spkiBytes)
const { signal } = new AbortController()
const sealedKey = await sealPrivateKey(new Uint8Array(pair.pkcs8Bytes), 'a password')

let device: FakeAuthenticator
let storedPasskeys: (Passkey & { wrap: string })[]
let storeWrap: (sent: string) => string
/** Answers that are lost on their way. */
let lostResponses: number
/** Status that a proxy answers instead; null if nothing answers. */
let proxyStatus: number | null
let calls: string[]
let onCall: (call: string) => void

function respond(call: string, body: string): [number, object | null] {
  const row = storedPasskeys[0]
  switch (call) {
    case 'POST /api/auth/prelogin':
      return [200, { kdf: 'pbkdf2-sha256', iterations: 600_000, salt: toBase64(new Uint8Array(16)) }]
    case 'POST /api/auth/verify-password':
      return [200, { message: '' }]
    case 'GET /api/auth/users/me/encrypted-key':
      return [200, sealedKey]
    case 'GET /api/auth/public-key':
      return [200, { public_key_spki: spkiB64 }]
    case `GET ${url}`:
      return [200, storedPasskeys]
    case `POST ${url}`: {
      if (row) return [409, { detail: 'This passkey is in your list already.', code: 'passkeyKnown' }]
      const sent = JSON.parse(body) as Passkey & { wrap: string }
      storedPasskeys.push({
        ...sent,
        id: 1,
        created_at: '2026',
        last_used_at: null,
        wrap: storeWrap(sent.wrap),
      })
      return [200, storedPasskeys[0] ?? null]
    }
    case `POST ${url}/1/wrap`:
      return [200, { wrap: row?.wrap, public_key_spki: spkiB64 }]
    case `POST ${url}/1/delete`:
      storedPasskeys = []
      return [204, null]
    default:
      return [404, {}]
  }
}

beforeEach(() => {
  device = new FakeAuthenticator().install()
  device.outputs = [prfOutput]
  storedPasskeys = []
  storeWrap = (sent) => sent
  lostResponses = 0
  proxyStatus = null
  calls = []
  onCall = () => undefined
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const body = typeof init.body === 'string' ? init.body : ''
    calls.push(`${init.method} ${path}`)
    onCall(calls.at(-1) ?? '')
    const [status, found] = respond(`${init.method} ${path}`, body)
    if (lostResponses-- > 0)
      return proxyStatus === null
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve(new Response('', { status: proxyStatus }))
    return Promise.resolve(new Response(found && JSON.stringify(found), { status }))
  })
})
afterEach(() => vi.unstubAllGlobals())

it.each([
  ['required', 'key', null],
  ['offered', 'login', null],
  ['made', 'key', '2026'],
  ['made', 'login', '2026'],
] as const)(
  'a recovery code is %s before a passkey is added, with a %s password',
  (role, password_kind, made) =>
    expect(recoveryCodeRole({ password_kind, recovery_code_made_at: made })).toBe(role),
)

const neverAsk = () => Promise.reject(new Error('asked'))

it('opens the key for a passkey once the server has confirmed the password, and asks nothing after that', async () => {
  expect(await openKeyToSeal('anna', 'a password', neverAsk, signal)).toMatchObject({
    pkcs8Bytes: pair.pkcs8Bytes,
    verifier: expect.stringMatching(/^v1\./) as string,
  })
  expect(calls).toEqual([
    'POST /api/auth/prelogin',
    'POST /api/auth/verify-password',
    'GET /api/auth/users/me/encrypted-key',
    'GET /api/auth/public-key',
  ])
})

it('overwrites the bytes of the key if the dialog closes while it is opened', async () => {
  const controller = new AbortController()
  // `rememberStretching` spies on it already.
  const importKey = vi.spyOn(crypto.subtle, 'importKey').mock
  const before = importKey.calls.length
  onCall = (call) => call.endsWith('public-key') && controller.abort()
  const opening = openKeyToSeal('anna', 'a password', neverAsk, controller.signal)
  await expect(opening).rejects.toMatchObject({ name: 'AbortError' })
  const imported = importKey.calls.slice(before).filter(([format]) => (format as string) === 'pkcs8')
  expect(imported.length).toBeGreaterThan(0)
  for (const [, bytes] of imported) expect(bytes).toEqual(new Uint8Array(pair.pkcs8Bytes.length))
})

it.each([
  ['Laptop', ' Laptop '],
  ['Lap top', 'Lap\u202E  top\u200B'],
  ['Passkey', ' \u200B '],
])('a passkey is named %s', (name, typed) => {
  expect(cleanPasskeyName(typed)).toBe(name)
  expect(shownText(name)).toBe(name)
})

const createLaptopPasskey = () => createPasskey(keyToSeal, { service: 'Acme', username: 'anna' }, [], signal)
const repeatOnServer = (created: Parameters<typeof repeatGesture>[1]) =>
  repeatGesture(keyToSeal, created, 'Laptop', signal, () => undefined)
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

it('a passkey is stored after two equal gestures, and opened once before it counts', async () => {
  const created = await createLaptopPasskey()
  expect(calls).toEqual([])
  expect(await repeatOnServer(created)).toMatchObject({ id: 1, name: 'Laptop', rp_id: 'files.example.org' })
  expect(calls).toEqual([`POST ${url}`, `POST ${url}/1/wrap`])
  const [row = { wrap: '' }] = storedPasskeys
  const secret = await importPasskeySecret(new Uint8Array(prfOutput))
  expect(await openStoredPasskeyWrap(secret, { wrap: row.wrap, public_key_spki: spkiB64 })).toEqual(
    pair.pkcs8Bytes,
  )
})

it('a passkey takes two uses where the authenticator derives no secret at creation', async () => {
  device.outputs = [null, prfOutput]
  const created = await createLaptopPasskey()
  expect(created.wrap).toBeNull()
  const used = await repeatOnServer(created)
  expect([used, calls]).toMatchObject([{ wrap: expect.any(String) as string }, []])
  if ('id' in used) throw new Error('stored too early')
  expect(await repeatOnServer(used)).toMatchObject({ id: 1 })
  // Of this passkey alone.
  expect(device.requestedOptions.map(({ allowCredentials }) => allowCredentials?.length)).toEqual([1, 1])
})

it('a passkey is not stored when two gestures give two secrets', async () => {
  device.outputs = [prfOutput, randomBytes(32)]
  const refusal = await errorOf(repeatOnServer(await createLaptopPasskey()))
  expect(refusal).toMatchObject({ code: 'unstable' })
  expect(canRepeatGesture(refusal)).toBe(false)
  expect(calls).toEqual([])
  expect(device.unknownCredentialIds).toEqual([device.credentialId])
})

it('a passkey is removed again when the server does not give back what it was sent', async () => {
  storeWrap = () => 'A'.repeat(1000)
  await expect(repeatOnServer(await createLaptopPasskey())).rejects.toMatchObject({ code: 'not-kept' })
  expect([calls.at(-1), storedPasskeys]).toEqual([`POST ${url}/1/delete`, []])
  expect(device.unknownCredentialIds).toEqual([device.credentialId])
})

it.each([null, 502, 504])(
  'a passkey is found when the answer was lost after it was stored: %s',
  async (status) => {
    const created = await createLaptopPasskey()
    lostResponses = 1
    proxyStatus = status
    expect(canRepeatGesture(await errorOf(repeatOnServer(created)))).toBe(true)
    expect(storedPasskeys).toHaveLength(1)
    expect(await repeatOnServer(created)).toMatchObject({ id: 1 })
  },
)

describe('a passkey that was created', () => {
  it('is forgotten by its authenticator if it is given up after a gesture was cancelled', async () => {
    const created = await createLaptopPasskey()
    device.outputs = [new DOMException('', 'NotAllowedError')]
    expect(canRepeatGesture(await errorOf(repeatOnServer(created)))).toBe(true)
    expect(device.unknownCredentialIds).toEqual([])
    discardPasskey(created)
    expect(device.unknownCredentialIds).toEqual([device.credentialId])
  })

  it.each([null, 501, 504])(
    'is not forgotten once the server may have it, whatever happens after that: %s',
    async (status) => {
      const created = await createLaptopPasskey()
      lostResponses = 1
      proxyStatus = status
      await errorOf(repeatOnServer(created))
      device.outputs = [new DOMException('', 'NotAllowedError')]
      await errorOf(repeatOnServer(created))
      device.outputs = [randomBytes(32)]
      expect(await errorOf(repeatOnServer(created))).toMatchObject({ code: 'unstable' })
      discardPasskey(created)
      expect(device.unknownCredentialIds).toEqual([])
    },
  )

  it('is forgotten when the dialog closes before it is handed over', async () => {
    const controller = new AbortController()
    const creating = createPasskey(keyToSeal, { service: 'Acme', username: 'anna' }, [], controller.signal)
    controller.abort()
    await expect(creating).rejects.toMatchObject({ name: 'AbortError' })
    expect(device.unknownCredentialIds).toEqual([device.credentialId])
  })

  it('is not sent when keys were locked during the gesture', async () => {
    const controller = new AbortController()
    const created = await createLaptopPasskey()
    const repeating = repeatGesture(keyToSeal, created, 'Laptop', controller.signal, () => undefined)
    controller.abort()
    await expect(repeating).rejects.toMatchObject({ name: 'AbortError' })
    expect([calls, storedPasskeys]).toEqual([[], []])
    expect(device.unknownCredentialIds).toEqual([device.credentialId])
  })

  it('stays stored when keys are locked after it was sent: zeros are not compared', async () => {
    const controller = new AbortController()
    const created = await createLaptopPasskey()
    const copy = { ...keyToSeal, pkcs8Bytes: new Uint8Array(keyToSeal.pkcs8Bytes) }
    onCall = (call) => {
      if (!call.endsWith('/wrap')) return
      controller.abort()
      copy.pkcs8Bytes.fill(0)
    }
    const repeating = repeatGesture(copy, created, 'Laptop', controller.signal, () => undefined)
    await expect(repeating).rejects.toMatchObject({ name: 'AbortError' })
    expect([storedPasskeys.length, device.unknownCredentialIds]).toEqual([1, []])
  })
})

it('a passkey is forgotten by its authenticator when it is removed, unless it is of another host', async () => {
  await repeatOnServer(await createLaptopPasskey())
  const [row] = storedPasskeys
  if (!row) throw new Error('not stored')
  await removePasskey('anna', { ...row, rp_id: 'old.example.org' }, 'a password')
  expect(device.unknownCredentialIds).toEqual([])
  await removePasskey('anna', row, 'a password')
  expect(device.unknownCredentialIds).toEqual([device.credentialId])
})
