import { type Call, type CallBody, type CallResponse } from '../../contract/call.ts'
import {
  getCurrentUser,
  login,
  loginSecondStep,
  logout,
  prelogin,
  type User,
} from '../../contract/schemas/auth.ts'
import { verificationCodePattern } from '../../contract/limits.ts'
import { cleanSixDigitCode } from '../../contract/typedText.ts'
import { deriveLoginVerifier, isCryptoError } from '../../core/crypto/index.ts'
import { fault } from '../../core/faults/fault.ts'
import { faultText } from '../../i18n/errorText.ts'
import { commandErrorOf, isWrongInput, requireTerminal } from '../passGates.ts'
import type { Context } from '../context.ts'
import { refusedError, usageError } from '../exitCodes.ts'
import { textOption } from '../optionValues.ts'
import { callJson } from '../platform/callJson.ts'
import { ServerClient } from '../platform/serverClient.ts'
import { type RetryFunction, retryUntilAnswered } from '../retryUntilAnswered.ts'
import { readPassword } from '../secrets.ts'
import { maxTerminalAttempts } from '../terminal.ts'

/** An account that is signed in by its password, for what no API token may do. */
export interface AccountSession {
  readonly user: User
  /** Seals the private key; never sent. */
  readonly password: string
  /** The login verifier, which the server takes in place of the password. */
  readonly verifier: string
  /** Makes a call once. @throws as `callJson` */
  readonly call: <C extends Call>(call: C, body?: CallBody<C>) => Promise<CallResponse<C>>
  readonly retry: RetryFunction
}

/**
 * Signs in by --user, --password-file and, where the account asks for one, a code from the terminal; signs out in the end.
 * @throws CommandError, FaultError
 */
export async function withAccountSession<T>(
  context: Context,
  origin: string,
  use: (session: AccountSession) => Promise<T>,
): Promise<T> {
  const { signal, terminal } = context
  const username = textOption(context, 'user') ?? (await terminal.ask('User name:'))
  const password = await readPassword(context, 'Password:')
  if (username.trim() === '' || password === '') throw usageError('Name and password are needed to sign in.')
  const server = new ServerClient(origin, context.env)
  const call: AccountSession['call'] = (one, body) => callJson(server, one, { ...(body && { body }), signal })
  const retry: RetryFunction = (work) => retryUntilAnswered({ ...context, origin }, work)
  try {
    const verifier = await deriveVerifier(password, await retry(() => call(prelogin, { username })))
    const answer = await retry(() => call(login, { username, password: verifier }))
    const user = 'user' in answer ? answer.user : await passSecondStep(context, { call, retry })
    try {
      return await use({ user, password, verifier, call, retry })
    } finally {
      // A session that is left ends by itself.
      await callJson(server, logout).catch(() => undefined)
    }
  } finally {
    server.close()
  }
}

/** @throws CommandError 'refused' for parameters that would let the server guess the password */
async function deriveVerifier(password: string, kdf: CallResponse<typeof prelogin>): Promise<string> {
  try {
    return await deriveLoginVerifier(password, kdf)
  } catch (error) {
    throw isCryptoError(error) ? refusedError(faultText(fault(error.code)), { cause: error }) : error
  }
}

async function passSecondStep(
  context: Context,
  { call, retry }: Pick<AccountSession, 'call' | 'retry'>,
): Promise<User> {
  requireTerminal(context, 'The account asks for the code of its authenticator app.')
  for (let left = maxTerminalAttempts; left > 0; left--) {
    const code = cleanSixDigitCode(await context.terminal.ask('Code of your authenticator app:'))
    const isRight =
      verificationCodePattern.test(code) && (await isAccepted(retry(() => call(loginSecondStep, { code }))))
    if (isRight) return (await retry(() => call(getCurrentUser))).user
    if (left > 1)
      context.report.emit({ event: 'warning', message: 'That is not the code, or it has expired.' })
  }
  throw refusedError('That is not the code of the authenticator app. Nothing was changed.')
}

/** True if the input was correct. @throws CommandError for any other refusal */
async function isAccepted(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (isWrongInput(error)) return false
    throw commandErrorOf(error)
  }
}
