import { hostname } from 'node:os'
import { createApiToken } from '../../contract/schemas/apiTokens.ts'
import type { CallBody } from '../../contract/call.ts'
import { maxApiTokenDays, maxApiTokenNameLength } from '../../contract/limits.ts'
import { shownText } from '../../contract/shownText.ts'
import { type Scope, scopes } from '../../contract/scopes.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode, usageError } from '../exitCodes.ts'
import { integerOption, listOption, textOption } from '../optionValues.ts'
import { withAccountSession } from './accountSession.ts'
import { readServerAddress } from './folderAddress.ts'

const defaultDays = 30

/** `sealpost token new`: makes an API token, and prints it. */
export async function tokenCommand(context: Context): Promise<ExitCode> {
  const [verb, address = '', ...more] = context.args
  if (verb !== 'new' || more.length > 0) throw usageError('Usage: sealpost token new SERVER')
  const origin = readServerAddress(address)
  const tokenFields = readTokenOptions(context)
  return withAccountSession(context, origin, async ({ verifier, call }) => {
    const { token, api_token } = await call(createApiToken, { ...tokenFields, password: verifier })
    context.report.emit({ event: 'token', token, expires: api_token.expires_at })
    return exitCodes.success
  })
}

/** @throws CommandError 'usage' */
function readTokenOptions(context: Context): Omit<CallBody<typeof createApiToken>, 'password'> {
  const scopeNames = (listOption(context, 'scope') ?? []).flatMap((text) => text.split(','))
  if (scopeNames.length === 0) throw usageError(`Say by --scope what the token may do: ${scopes.join(', ')}.`)
  const unknown = scopeNames.find((name) => !isScope(name))
  if (unknown !== undefined)
    throw usageError(`--scope: there is no scope '${shownText(unknown)}'. Scopes are ${scopes.join(', ')}.`)
  const name = textOption(context, 'name') ?? `sealpost, ${hostname()}`.slice(0, maxApiTokenNameLength)
  if (name.trim() === '' || name.length > maxApiTokenNameLength)
    throw usageError(`--name takes at most ${maxApiTokenNameLength} characters.`)
  const days = integerOption(context, 'days', { min: 1, max: maxApiTokenDays, unit: 'whole days' })
  return { name, scopes: [...new Set(scopeNames.filter(isScope))], expires_in_days: days ?? defaultDays }
}

const isScope = (name: string): name is Scope => scopes.some((scope) => scope === name)
