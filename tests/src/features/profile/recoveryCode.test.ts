import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  generateRecoveryEntropy,
  sealPrivateKey,
  sealRecoveryBox,
  toBase64,
} from '../../../../core/crypto/index.ts'
import {
  type MakeCodeResult,
  makeRecoveryCode,
} from '../../../../src/features/profile/recoveryCode/recoveryCode.ts'
import { openWithRecoveryCode } from '../../../../src/session/openWithRecoveryCode.ts'
import { store } from '../../../../src/store/store.ts'
import { type TextKey, t } from '../../../../i18n/t.ts'
import { userNamed } from '../../session/userNamed.ts'
import { secondTestPair, testPair as pair } from '../../../keyPairs.ts'
import { rememberStretching } from '../../../rememberStretching.ts'

const password = 'a password'
rememberStretching()
const sealedKey = await sealPrivateKey(pair.pkcs8Bytes, password)
const madeAt = '2026-03-01T12:00:00.000Z'
const url = '/api/auth/users/me/recovery-box'

/** What the server keeps, and does. */
let storedBox: string | null
let spkiInForce: string
let storeBox: (sent: string) => string | null
let requests: string[]

function respond(method: string, path: string, body: string): object | null {
  switch (`${method} ${path}`) {
    case 'POST /api/auth/prelogin':
      return { kdf: 'pbkdf2-sha256', iterations: 600_000, salt: toBase64(new Uint8Array(16)) }
    case 'GET /api/auth/users/me/encrypted-key':
      return sealedKey
    case 'GET /api/auth/public-key':
      return { public_key_spki: spkiInForce }
    case `PUT ${url}`:
      storedBox = storeBox((JSON.parse(body) as { recovery_box: string }).recovery_box)
      return { user: { ...userNamed('anna'), recovery_code_made_at: madeAt } }
    case `GET ${url}`:
      return storedBox === null
        ? null
        : { recovery_box: storedBox, made_at: madeAt, public_key_spki: spkiInForce }
    default:
      return null
  }
}

beforeEach(() => {
  storedBox = null
  spkiInForce = toBase64(pair.spkiBytes)
  storeBox = (sent) => sent
  requests = []
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', new URL('https://a.example/'))
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const body = typeof init.body === 'string' ? init.body : ''
    requests.push(`${init.method} ${path} ${body}`)
    const found = respond(init.method ?? 'GET', path, body)
    return Promise.resolve(new Response(JSON.stringify(found ?? {}), { status: found ? 200 : 404 }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const declineQuestion = () => Promise.resolve(null)
const makeCode = (typed = password) => makeRecoveryCode('anna', typed, declineQuestion)

const kind = 'login'
const refusalText = (made: MakeCodeResult) =>
  made.type === 'refused' ? made.text((key: TextKey, values) => t(key, { kind, ...values })) : ''

it('a recovery sheet has a code that opens the stored box, which was opened once before', async () => {
  const made = await makeCode()
  if (made.type !== 'made') throw new Error(refusalText(made))
  const { sheet, user } = made
  expect(user.recovery_code_made_at).toBe(madeAt)
  expect(sheet).toMatchObject({ username: 'anna', address: 'https://a.example', madeAt })
  expect(sheet.words).toHaveLength(12)
  const requestedPaths = requests.map((request) => request.split(' ').slice(0, 2).join(' '))
  expect(requestedPaths.slice(requestedPaths.indexOf(`PUT ${url}`))).toEqual([`PUT ${url}`, `GET ${url}`])
  expect((await openWithRecoveryCode(sheet.code)).pkcs8Bytes).toEqual(pair.pkcs8Bytes)
})

it('a recovery code and the password are neither sent nor in the store', async () => {
  const made = await makeCode()
  if (made.type !== 'made') throw new Error(refusalText(made))
  const everything = requests.join('\n') + JSON.stringify(store.getState())
  for (const secret of [made.sheet.code, made.sheet.code.replaceAll('-', ''), password])
    expect(everything).not.toContain(secret)
})

it('a recovery code is never the same twice', async () => {
  const codes = await Promise.all([makeCode(), makeCode()])
  expect(new Set(codes.map((made) => made.type === 'made' && made.sheet.code)).size).toBe(2)
})

it('stores no recovery box when the password does not open the key, or the key is not the one in force', async () => {
  const refused = await makeCode('another')
  expect(refused).toMatchObject({ type: 'refused', isPasswordWrong: true })
  expect(refusalText(refused)).toBe(t('keys.codeNotRight', { kind }))
  spkiInForce = toBase64(secondTestPair.spkiBytes)
  expect(refusalText(await makeCode())).toBe(t('keys.storedOfOther'))
  expect(requests.filter((request) => request.startsWith('PUT'))).toEqual([])
})

it('shows no recovery code when the server keeps something else, or nothing', async () => {
  const other = await sealRecoveryBox(generateRecoveryEntropy(), pair.pkcs8Bytes)
  storeBox = () => other
  expect(refusalText(await makeCode())).toBe(t('keys.codeNotKept'))
  storeBox = (sent) => `${sent.slice(0, -8)}AAAAAAA=`
  expect(refusalText(await makeCode())).toBe(t('keys.codeNotKept'))
  storeBox = () => null
  const made = await makeCode()
  expect(refusalText(made)).toBe(t('keys.codeNotKept'))
  expect(made.user?.recovery_code_made_at).toBe(madeAt)
})

/** Requests to the box with this method get this response, or none; they are carried out all the same. */
function failBoxRequests(method: 'PUT' | 'GET', status: number | null) {
  const reachable = fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const response = await reachable(path, init)
    if (path !== url || init.method !== method) return response
    if (status === null) throw new TypeError('no network')
    return new Response(JSON.stringify({ detail: 'Later.' }), { status })
  })
}
const codeMayBeLost = 'A new code may have been stored all the same'

it.each([null, 502, 504, 408])(
  'says that a recovery code may be lost when storing it is answered by %s',
  async (status) => {
    failBoxRequests('PUT', status)
    expect(refusalText(await makeCode())).toContain(codeMayBeLost)
  },
)

it('says nothing of a lost recovery code when the server refused to store it', async () => {
  failBoxRequests('PUT', 429)
  await expect(makeCode()).rejects.toMatchObject({ fault: { status: 429 } })
})

it.each([null, 401, 429, 503])(
  'says that a stored recovery code is lost, and the former one with it, when fetching it is answered by %s',
  async (status) => {
    failBoxRequests('GET', status)
    const made = await makeCode()
    expect(refusalText(made)).toContain(codeMayBeLost)
    expect(made).toMatchObject({ isPasswordWrong: false, user: { recovery_code_made_at: madeAt } })
  },
)
