import { hostname } from 'node:os'
import { createApiToken } from '../../contract/schemas/apiTokens.ts'
import type { CallBody } from '../../contract/call.ts'
import { maxApiTokenDays, maxApiTokenNameLength } from '../../contract/limits.ts'
import { type Scope, scopes } from '../../contract/scopes.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode, usageError } from '../exitCodes.ts'
import { listOption, textOption } from '../optionValues.ts'
import { withAccountSession } from './accountSession.ts'
import { readServerAddress } from './folderAddress.ts'

const defaultDays = '30'

/** `sealpost token new`: makes an API token, and says it. */
export async function newToken(context: Context): Promise<ExitCode> {
  const [verb, address = '', ...more] = context.args
  if (verb !== 'new' || more.length > 0) throw usageError('Usage: sealpost token new SERVER')
  const origin = readServerAddress(address)
  const wanted = readTokenOptions(context)
  return withAccountSession(context, origin, async ({ verifier, call }) => {
    const { token, api_token } = await call(createApiToken, { ...wanted, password: verifier })
    context.report.emit({ event: 'token', token, expires: api_token.expires_at })
    return exitCodes.success
  })
}

/** @throws CommandError 'usage' */
function readTokenOptions(context: Context): Omit<CallBody<typeof createApiToken>, 'password'> {
  const named = (listOption(context, 'scope') ?? []).flatMap((text) => text.split(','))
  const unknown = named.find((name) => !isScope(name))
  if (named.length === 0 || unknown !== undefined)
    throw usageError(`--scope says what the token may do: ${scopes.join(', ')}.`)
  const name = textOption(context, 'name') ?? `sealpost, ${hostname()}`.slice(0, maxApiTokenNameLength)
  if (name.trim() === '' || name.length > maxApiTokenNameLength)
    throw usageError(`--name takes at most ${maxApiTokenNameLength} characters.`)
  const days = Number(textOption(context, 'days') ?? defaultDays)
  if (!(Number.isInteger(days) && days >= 1 && days <= maxApiTokenDays))
    throw usageError(`--days takes 1 to ${maxApiTokenDays}.`)
  return { name, scopes: [...new Set(named.filter(isScope))], expires_in_days: days }
}

const isScope = (name: string): name is Scope => scopes.some((scope) => scope === name)
