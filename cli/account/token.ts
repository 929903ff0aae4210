import type { Context } from '../context.ts'
import { usageError } from '../exitCodes.ts'
import { firstLine, textOption } from '../secrets.ts'

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
