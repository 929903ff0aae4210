import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  generateRecoveryEntropy,
  openPrivateKey,
  recoveryCodeOf,
  sealRecoveryBox,
  toBase64,
} from '../../../core/crypto/index.ts'
import {
  recoveryCodeErrorText,
  openWithRecoveryCode,
  resealWithPassword,
} from '../../../src/session/openWithRecoveryCode.ts'
import {
  dropAllKeys,
  getOpenedSealedKey,
  getUnlockedKey,
  beginUnlock,
} from '../../../src/session/unlockedKey.ts'
import { t } from '../../../i18n/t.ts'
import { userNamed } from './userNamed.ts'
import { secondTestPair as other, testPair as pair } from '../../keyPairs.ts'
import { rememberStretching } from '../../rememberStretching.ts'

type SealedBody = Parameters<typeof openPrivateKey>[0] & Record<'public_key_spki' | 'in_force', string>

rememberStretching()
const entropy = generateRecoveryEntropy()
const code = await recoveryCodeOf(entropy)
const recoveryBox = await sealRecoveryBox(entropy, pair.pkcs8Bytes)
const spki = toBase64(pair.spkiBytes)

const responsesToSealing = {
  '/api/auth/prelogin': { kdf: 'pbkdf2-sha256', iterations: 600_000, salt: toBase64(new Uint8Array(16)) },
  '/api/auth/verify-password': { message: 'yes' },
  '/api/auth/users/me/encrypted-key': { user: { ...userNamed('anna'), recovery_code_made_at: '2026' } },
}

/** Answers by path; what was asked and sent is kept. */
let responses: Record<string, object>
let requests: { path: string; body: string }[]

beforeEach(() => {
  responses = {
    '/api/auth/users/me/recovery-box': { recovery_box: recoveryBox, made_at: '2026', public_key_spki: spki },
  }
  requests = []
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', new URL('https://a.example/'))
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    requests.push({ path, body: typeof init.body === 'string' ? init.body : '' })
    const answer = responses[path]
    return Promise.resolve(new Response(JSON.stringify(answer ?? {}), { status: answer ? 200 : 404 }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  dropAllKeys()
})

const refusalTextOf = (typed: string) => openWithRecoveryCode(typed).then(() => null, recoveryCodeErrorText)

it('opens the very bytes of the private key, and sends nothing of the code', async () => {
  const { pkcs8Bytes, key } = await openWithRecoveryCode(code.toLowerCase().replaceAll('-', ' '))
  expect(pkcs8Bytes).toEqual(pair.pkcs8Bytes)
  expect(key.publicKeySpki).toBe(spki)
  expect(requests).toEqual([{ path: '/api/auth/users/me/recovery-box', body: '' }])
})

it('asks the server for nothing before the code is well typed', async () => {
  const wrong = (code.startsWith('0') ? '2' : '0') + code.slice(1)
  expect(await refusalTextOf(wrong)).toContain('mistyped')
  expect(await refusalTextOf(code.slice(1))).toBe(t('session.codeIncomplete'))
  expect(requests).toEqual([])
})

it('tells a code of another sheet from a box that was altered', async () => {
  expect(await refusalTextOf(await recoveryCodeOf(generateRecoveryEntropy()))).toBe(
    t('session.codeOfOtherBox'),
  )
  const url = '/api/auth/users/me/recovery-box'
  responses[url] = { ...responses[url], public_key_spki: toBase64(other.spkiBytes) }
  expect(await refusalTextOf(code)).toBe(t('session.codeAlteredBox'))
  responses = {}
  expect(await refusalTextOf(code)).not.toBeNull()
})

it('puts the key to use without a stored blob: none is known to open with a password', async () => {
  const offer = beginUnlock('anna')
  const { key } = await openWithRecoveryCode(code)
  expect(getUnlockedKey()).toBeNull()
  expect(await offer(key, null)).toBeNull()
  expect(getUnlockedKey()).toBe(key)
  expect(getOpenedSealedKey()).toBeNull()
})

it('does not put it to use when keys were forgotten meanwhile', async () => {
  const offer = beginUnlock('anna')
  const { key } = await openWithRecoveryCode(code)
  dropAllKeys()
  await expect(offer(key, null)).rejects.toMatchObject({ fault: { code: 'key-not-loaded' } })
  expect(getUnlockedKey()).toBeNull()
})

it('seals the same bytes with the password of now, which is asked about first, in one call', async () => {
  const opened = await openWithRecoveryCode(code)
  requests = []
  responses = responsesToSealing
  await resealWithPassword('anna', opened, 'a new password')
  expect(requests.map(({ path }) => path)).toEqual(Object.keys(responses))
  const body = JSON.parse(requests[2]?.body ?? '') as SealedBody
  // A pair that is in force by then stays.
  expect([body.public_key_spki, body.in_force]).toEqual([spki, spki])
  expect(await openPrivateKey(body, 'a new password')).toEqual(pair.pkcs8Bytes)
  for (const { body: one } of requests) expect(one).not.toContain('a new password')
})

it('sends nothing for a key that is overwritten while it is being sealed', async () => {
  const opened = await openWithRecoveryCode(code)
  requests = []
  responses = {
    ...responsesToSealing,
    get '/api/auth/verify-password'() {
      opened.pkcs8Bytes.fill(0)
      return { message: 'yes' }
    },
  }
  await expect(resealWithPassword('anna', opened, 'a new password')).rejects.toThrow('bad-format')
  expect(requests.map(({ path }) => path)).toEqual(['/api/auth/prelogin', '/api/auth/verify-password'])
})

it('seals nothing with what is not the login password', async () => {
  const opened = await openWithRecoveryCode(code)
  requests = []
  responses = {
    '/api/auth/prelogin': { kdf: 'pbkdf2-sha256', iterations: 600_000, salt: toBase64(new Uint8Array(16)) },
  }
  await expect(resealWithPassword('anna', opened, 'not it')).rejects.toThrow()
  expect(requests.map(({ path }) => path)).not.toContain('/api/auth/users/me/encrypted-key')
})
