import { FaultError } from '../../core/faults/fault.ts'
import { readDownloadLink } from '../../core/keys/downloadLink.ts'
import { withAccountClient } from '../account/accountClient.ts'
import type { AccountCalls, TokenRights } from '../account/accountCalls.ts'
import { readServerOrFolderAddress } from '../account/folderAddress.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode, usageError } from '../exitCodes.ts'
import { textOption } from '../optionValues.ts'
import { readLink } from '../secrets.ts'
import { downloadAddress } from '../share/downloadAddress.ts'

/** An action on a link. `address` is without its keys. */
type LinkAction = (link: { calls: AccountCalls; linkToken: string; address: string }) => Promise<void>

/**
 * Performs an action on the download links that a command names: as arguments behind the address of their server or
 * folder, or by --link-file. A link that is refused or not there fails alone.
 */
export async function forNamedLinks(
  context: Context,
  [server = '', ...linkArgs]: readonly string[],
  rights: TokenRights,
  perform: LinkAction,
): Promise<ExitCode> {
  const { report } = context
  const origin = readServerOrFolderAddress(server)?.origin
  if (origin === undefined)
    throw usageError(
      `Give the address of your server or folder, then links: sealpost ${rights.command} https://files.example.org LINK…`,
    )
  if (linkArgs.length > 0 && textOption(context, 'link-file') !== undefined)
    throw usageError('Give the links as arguments or by --link-file, not both.')
  const linkTexts = linkArgs.length > 0 ? linkArgs : [(await readLink({ ...context, args: [] })).link]
  const links = linkTexts.map((text) => {
    const link = readDownloadLink(text)
    if (!link) throw usageError('Give the addresses of download links, as sealpost links prints them.')
    return link
  })
  // Links may come from anybody: the token is sent only to the server that its owner names.
  const foreign = links.find((link) => link.origin !== origin)
  if (foreign)
    throw usageError(`A link belongs to ${foreign.origin}, not to ${origin}. The token was not sent.`)
  return withAccountClient(context, { origin, rights }, async ({ calls }) => {
    let failedCount = 0
    for (const { linkToken } of links) {
      const address = downloadAddress(origin, linkToken)
      try {
        await perform({ calls, linkToken, address })
      } catch (error) {
        if (!(error instanceof FaultError) || ![403, 404].includes(error.fault.status ?? 0)) throw error
        failedCount++
        report.emit({ event: 'failed', file: address, id: null, sha256: null, bytes: null, why: error.fault })
      }
    }
    return failedCount > 0 ? exitCodes.someFailed : exitCodes.success
  })
}
