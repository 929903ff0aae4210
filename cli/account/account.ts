import type { Context } from '../context.ts'
import { usageError } from '../exitCodes.ts'
import { rateLimitOf } from '../limitRate.ts'
import { ServerClient } from '../platform/serverClient.ts'
import { type Delay, type Retrying, retryUntilAnswered } from '../retry.ts'
import { type AccountCalls, accountCalls, type TokenRights } from './calls.ts'
import { firstLine, textOption } from '../secrets.ts'

/** A server that is asked by API token. */
export interface Account {
  readonly calls: AccountCalls
  /** Repeats what does not repeat itself, such as reading a list. */
  readonly retry: Retrying
}

interface AccountOptions {
  readonly origin: string
  readonly rights: TokenRights
  readonly idleTimeoutMs?: number
  readonly delay?: Delay | undefined
}

/** Takes the token, and closes all connections in the end. @throws CommandError, FaultError */
export async function withAccount<T>(
  context: Context,
  { origin, rights, ...times }: AccountOptions,
  use: (account: Account) => Promise<T>,
): Promise<T> {
  const rate = rateLimitOf(context)
  const server = new ServerClient(origin, context.env, await readToken(context), rate)
  const retry: Retrying = (call) => retryUntilAnswered({ ...context, origin, ...times }, call)
  try {
    return await use({ calls: accountCalls(server, context.signal, retry, rights), retry })
  } finally {
    server.close()
  }
}

/** The API token, from --token-file, SEALPOST_TOKEN or the terminal. @throws CommandError 'usage' */
export async function readToken(context: Context): Promise<string> {
  const file = textOption(context, 'token-file')
  const given =
    file === undefined
      ? (context.env.SEALPOST_TOKEN ?? (await context.terminal.ask('API token:', true)))
      : await firstLine(file)
  const token = given.trim()
  if (!/^sealpost_[\w-]+$/.test(token))
    throw usageError('That is no API token: they begin with sealpost_. Make one in your profile.')
  return token
}
