import type { TokenRights } from '../account/accountCalls.ts'
import type { Context } from '../context.ts'
import type { ExitCode } from '../exitCodes.ts'
import { forNamedLinks } from './namedLinks.ts'

const rights: TokenRights = { command: 'unlink', scopes: ['links:write'] }

/** `sealpost unlink`: ends download links. */
export const unlink = (context: Context): Promise<ExitCode> =>
  forNamedLinks(context, context.args, rights, async ({ calls, linkToken, address }) => {
    await calls.deleteDownloadLink(linkToken)
    context.report.emit({ event: 'ended', address })
  })
