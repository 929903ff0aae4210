import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toBase64 } from '../../../../core/crypto/index.ts'
import {
  changePasswordInteractively,
  PasswordUnclearError,
} from '../../../../src/features/profile/signIn/passwordChange.ts'
import { rememberStretching } from '../../../rememberStretching.ts'

rememberStretching()

/** Status by path; 200 otherwise, and null for no response. */
let statuses: Record<string, number | null>

beforeEach(() => {
  statuses = {}
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', (path: string) => {
    const status = statuses[path] === undefined ? 200 : statuses[path]
    if (status === null) return Promise.reject(new TypeError('no network'))
    const body =
      status >= 400
        ? { detail: 'Refused.' }
        : { kdf: 'pbkdf2-sha256', iterations: 600_000, salt: toBase64(new Uint8Array(16)) }
    return Promise.resolve(new Response(JSON.stringify(body), { status }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const change = () =>
  changePasswordInteractively(
    { username: 'anna', oldPassword: 'old password', newPassword: 'new password', withoutKey: true },
    () => Promise.reject(new Error('asked')),
  ).catch((error: unknown) => error)

const changeUrl = '/api/auth/change-password'

it.each([null, 408, 502, 504])(
  'a changed password is unclear when the change is answered by %s',
  async (status) => {
    statuses[changeUrl] = status
    const error = await change()
    expect(error).toBeInstanceOf(PasswordUnclearError)
    expect(error).toMatchObject({ fault: { status } })
  },
)

it.each([
  [changeUrl, 401],
  [changeUrl, 429],
  ['/api/auth/verify-password', 503],
  ['/api/auth/prelogin', null],
])('a password is known to be unchanged when %s is answered by %s', async (path, status) => {
  statuses[path] = status
  const error = await change()
  expect(error).toMatchObject({ fault: { status } })
  expect(error).not.toBeInstanceOf(PasswordUnclearError)
})
