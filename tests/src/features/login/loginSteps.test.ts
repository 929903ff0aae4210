import { describe, expect, it } from 'vitest'
import type { LoginResponse } from '../../../../contract/schemas/auth.ts'
import {
  initialLogin,
  isCode,
  initialLoginAt,
  type LoginEvent,
  loginReducer,
  readLoginResponse,
} from '../../../../src/features/login/loginSteps.ts'
import { cleanSixDigitCode } from '../../../../contract/typedText.ts'
import { userNamed } from '../../session/userNamed.ts'

const user = userNamed('anna')
const wrongCode = () => 'Wrong code'
const stateAfter = (...events: LoginEvent[]) => events.reduce(loginReducer, initialLogin)

describe('the answer to a login call', () => {
  it('with a user signs in at either step', () => {
    expect(readLoginResponse('password', { user })).toEqual({ user })
    expect(readLoginResponse('code', { user })).toEqual({ user })
  })
  it('asks for a code after the password only', () => {
    const asked = { message: 'OTP code required', username: 'anna' }
    expect(readLoginResponse('password', asked)).toEqual({ codeFor: 'anna' })
    expect(readLoginResponse('code', asked)).toEqual({
      error: 'Login failed: Invalid response after OTP submission.',
    })
  })
  it('of any other shape is an error', () => {
    expect(readLoginResponse('password', {} as LoginResponse)).toEqual({
      error: 'Login failed: Unexpected server response structure.',
    })
    expect(readLoginResponse('password', { message: 'Come back later', username: 'anna' })).toEqual({
      error: 'Come back later',
    })
  })
})

describe('the steps', () => {
  it('go to the code with the name the server gave', () => {
    expect(stateAfter({ type: 'sent' }, { type: 'codeAsked', username: 'anna' })).toEqual({
      step: 'code',
      username: 'anna',
      waiting: false,
      error: null,
    })
  })
  it('begin with the code for whoever comes from the provider and owes it alone', () => {
    expect(initialLoginAt('code')).toEqual({ ...initialLogin, step: 'code', username: '' })
  })
  it('stay where a call failed', () => {
    const failed = stateAfter(
      { type: 'codeAsked', username: 'anna' },
      { type: 'sent' },
      { type: 'failed', message: wrongCode },
    )
    expect(failed).toMatchObject({ step: 'code', waiting: false, error: wrongCode })
    expect(loginReducer(failed, { type: 'sent' })).toMatchObject({ waiting: true, error: null })
  })
  it('return to the password without the error', () => {
    const back = stateAfter(
      { type: 'codeAsked', username: 'anna' },
      { type: 'failed', message: wrongCode },
      { type: 'passwordPreferred' },
    )
    expect(back).toMatchObject({ step: 'password', error: null, waiting: false })
  })
})

it('takes a code of exactly six digits', () => {
  expect(cleanSixDigitCode('12 34-56x789')).toBe('123456')
  expect([isCode('123456'), isCode('12345'), isCode('1234567'), isCode('')]).toEqual([
    true,
    false,
    false,
    false,
  ])
})
