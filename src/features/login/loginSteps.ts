import type { LoginResponse, User } from '../../../contract/schemas/auth.ts'
import { otpRequired } from '../../../contract/errors.ts'
import { verificationCodePattern } from '../../../contract/limits.ts'
import { type TextKey, t } from '../../../i18n/t.ts'

/**
 * State of the login form: a password, then a code for users with a second factor.
 *
 *     password → (response with a user)            → signed in
 *     password → 'OTP code required'             → code → (response with a user) → signed in
 *     code     → 'Enter password instead?'       → password
 *     (from the provider, with a second factor) → code
 */
export interface LoginState {
  step: 'password' | 'code'
  /** User name according to the server, for the second step; '' after a sign-in with the provider. */
  username: string
  waiting: boolean
  /** Returns the error in the current language, which may change. */
  error: (() => string) | null
}

export type LoginEvent =
  | { type: 'sent' }
  | { type: 'codeAsked'; username: string }
  | { type: 'failed'; message: () => string }
  | { type: 'passwordPreferred' }

export const initialLogin: LoginState = { step: 'password', username: '', waiting: false, error: null }

/** Returns the first state of a page that begins at `step`: after the provider, only the code may be missing. */
export const initialLoginAt = (step: LoginState['step']): LoginState => ({ ...initialLogin, step })

export function loginReducer(state: LoginState, event: LoginEvent): LoginState {
  switch (event.type) {
    case 'sent':
      return { ...state, waiting: true, error: null }
    case 'codeAsked':
      return { step: 'code', username: event.username, waiting: false, error: null }
    case 'failed':
      return { ...state, waiting: false, error: event.message }
    case 'passwordPreferred':
      return { ...initialLogin, username: state.username }
  }
}

export type LoginOutcome = { user: User } | { codeFor: string } | { error: string }

const unexpectedResponses = {
  password: 'login.unexpectedAnswer',
  code: 'login.unexpectedCodeAnswer',
} as const satisfies Record<LoginState['step'], TextKey>

export function readLoginResponse(step: LoginState['step'], response: LoginResponse): LoginOutcome {
  const { user, message, username } = response as { user?: User; message?: string; username?: string }
  if (user) return { user }
  if (step === 'password' && message === otpRequired && username !== undefined) return { codeFor: username }
  return { error: (step === 'password' ? message : undefined) ?? t(unexpectedResponses[step]) }
}

export const isCode = (code: string): boolean => verificationCodePattern.test(code)
