import type { CallBody } from '../../contract/call.ts'
import type { updateDownloadLink } from '../../contract/schemas/downloads.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import type { TokenRights } from '../account/accountCalls.ts'
import type { Context } from '../context.ts'
import { type ExitCode, refusedError, usageError } from '../exitCodes.ts'
import { textOption } from '../optionValues.ts'
import { readExpiry } from '../share/expiry.ts'
import { readLinkTexts, readMaxDownloads } from '../share/shareOptions.ts'
import { forNamedLinks } from './namedLinks.ts'

const rights: TokenRights = { command: 'link edit', scopes: ['links:write'] }

/** `sealpost link edit`: changes download links. */
export async function editLink(context: Context): Promise<ExitCode> {
  const [verb, ...args] = context.args
  if (verb !== 'edit') throw usageError('Usage: sealpost link edit SERVER|FOLDER [LINK…] --expires TIME')
  const changes = readChanges(context)
  if (Object.keys(changes).length === 0)
    throw usageError('Say what to change, by --expires, --max-downloads, --title or --message.')
  return forNamedLinks(context, args, rights, async ({ calls, linkToken, address }) => {
    try {
      await calls.updateDownloadLink(linkToken, changes)
    } catch (error) {
      throw faultOf(error).code === 'unknownField' ? refusedError(olderServerText, { cause: error }) : error
    }
    context.report.emit({ event: 'changed', address })
  })
}

const olderServerText =
  'The link was not changed. This server cannot change this of a link: it is older than this program.'

/** @throws CommandError 'usage' */
function readChanges(context: Context): CallBody<typeof updateDownloadLink> {
  const expires = textOption(context, 'expires')
  const max_downloads = readMaxDownloads(context)
  return {
    ...(expires !== undefined && { expiration_date: readExpiry(expires, new Date()) }),
    ...(max_downloads !== null && { max_downloads }),
    ...readLinkTexts(context),
  }
}
