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
import { commandErrorOf, isWrongInput } from '../commandErrors.ts'
import type { Context } from '../context.ts'
import { refusedError, usageError } from '../exitCodes.ts'
import { textOption } from '../optionValues.ts'
import { callJson } from '../platform/callJson.ts'
import { ServerClient } from '../platform/serverClient.ts'
import { type RetryFunction, retryUntilAnswered } from '../retryUntilAnswered.ts'
import { readPassword } from '../secrets.ts'
import { maxTerminalAttempts, requireTerminal } from '../terminal.ts'

/** An account that is signed in by its password, for calls that take no API token. */
export interface AccountSession {
  readonly user: User
  /** Seals the private key; never sent. */
  readonly password: string
  /** The login verifier, which the server takes in place of the password. */
  readonly verifier: string
  /** Makes a call without retries. @throws as `callJson` */
  readonly call: <C extends Call>(call: C, body?: CallBody<C>) => Promise<CallResponse<C>>
  readonly retry: RetryFunction
}

/**
 * Signs in, runs `work`, and signs out. The name comes from --user or the terminal, the password from --password-file or
 * the terminal, and the code of an authenticator app from the terminal.
 * @throws CommandError, FaultError; errors of `work`
 */
export async function withAccountSession<T>(
  context: Context,
  origin: string,
  work: (session: AccountSession) => Promise<T>,
): Promise<T> {
  const { signal, terminal } = context
  const username = textOption(context, 'user') ?? (await terminal.ask('User name:'))
  const password = await readPassword(context, 'Password:')
  if (username.trim() === '' || password === '') throw usageError('Name and password are needed to sign in.')
  const server = new ServerClient(origin, context.env)
  const call: AccountSession['call'] = (endpoint, body) =>
    callJson(server, endpoint, { ...(body && { body }), signal })
  const retry: RetryFunction = (attempt) => retryUntilAnswered({ ...context, origin }, attempt)
  try {
    const verifier = await deriveVerifier(password, await retry(() => call(prelogin, { username })))
    const response = await retry(() => call(login, { username, password: verifier }))
    const user = 'user' in response ? response.user : await passSecondStep(context, { call, retry })
    try {
      return await work({ user, password, verifier, call, retry })
    } finally {
      // If this fails, the session expires.
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

/** Asks for codes of the authenticator app until one is right. @throws CommandError 'refused' after the last, 'usage' */
async function passSecondStep(
  context: Context,
  { call, retry }: Pick<AccountSession, 'call' | 'retry'>,
): Promise<User> {
  requireTerminal(context, 'The account asks for the code of its authenticator app.')
  for (let attemptsLeft = maxTerminalAttempts; attemptsLeft > 0; attemptsLeft--) {
    const code = cleanSixDigitCode(await context.terminal.ask('Code of your authenticator app:'))
    // A code is valid once: if the response is lost, the retry is refused, and the person enters another code.
    const isRight =
      verificationCodePattern.test(code) &&
      (await isAccepted(() => retry(() => call(loginSecondStep, { code }))))
    if (isRight) return (await retry(() => call(getCurrentUser))).user
    if (attemptsLeft > 1)
      context.report.emit({ event: 'warning', message: 'That is not the code, or it has expired.' })
  }
  throw refusedError('That is not the code of the authenticator app. Nothing was changed.')
}

/** Returns false if the server refuses what was entered. @throws CommandError for any other refusal */
async function isAccepted(sendInput: () => Promise<unknown>): Promise<boolean> {
  try {
    await sendInput()
    return true
  } catch (error) {
    if (isWrongInput(error)) return false
    throw commandErrorOf(error)
  }
}
