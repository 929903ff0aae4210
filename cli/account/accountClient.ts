import type { Context } from '../context.ts'
import { usageError } from '../exitCodes.ts'
import { rateLimiterOption } from '../rateLimiterOption.ts'
import { ServerClient } from '../platform/serverClient.ts'
import { type DelayFunction, type RetryFunction, retryUntilAnswered } from '../retryUntilAnswered.ts'
import { type AccountCalls, accountCalls, type TokenRights } from './accountCalls.ts'
import { textOption } from '../optionValues.ts'
import { readFirstLine } from '../secrets.ts'

/** Calls of an account by its API token. */
export interface AccountClient {
  readonly calls: AccountCalls
  readonly token: string
  /** Retries a call that does not retry by itself, such as reading a list. */
  readonly retry: RetryFunction
}

interface AccountClientOptions {
  readonly origin: string
  readonly rights: TokenRights
  readonly idleTimeoutMs?: number
  readonly delay?: DelayFunction | undefined
}

/** Reads the token, runs `work`, and closes all connections. @throws CommandError, FaultError; errors of `work` */
export async function withAccountClient<T>(
  context: Context,
  { origin, rights, ...retryOptions }: AccountClientOptions,
  work: (account: AccountClient) => Promise<T>,
): Promise<T> {
  const rate = rateLimiterOption(context)
  const token = await readToken(context)
  const server = new ServerClient(origin, context.env, token, rate)
  const retry: RetryFunction = (call) => retryUntilAnswered({ ...context, origin, ...retryOptions }, call)
  try {
    return await work({ calls: accountCalls(server, context.signal, retry, rights), token, retry })
  } finally {
    server.close()
  }
}

/** The API token, from --token-file, SEALPOST_TOKEN or the terminal. @throws CommandError 'usage' */
export async function readToken(context: Context): Promise<string> {
  const file = textOption(context, 'token-file')
  const tokenText =
    file === undefined
      ? (context.env.SEALPOST_TOKEN ?? (await context.terminal.ask('API token:', true)))
      : await readFirstLine(file)
  const token = tokenText.trim()
  if (!/^sealpost_[\w-]+$/.test(token))
    throw usageError('That is no API token: they begin with sealpost_. Make one in your profile.')
  return token
}
