import { FaultError } from '../../core/faults/fault.ts'
import { readDownloadLink } from '../../core/keys/downloadLink.ts'
import { withAccountClient } from '../account/accountClient.ts'
import type { TokenRights } from '../account/accountCalls.ts'
import { readServerOrFolderAddress } from '../account/folderAddress.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode, usageError } from '../exitCodes.ts'
import { textOption } from '../optionValues.ts'
import { readLink } from '../secrets.ts'
import { downloadAddress } from '../share/downloadAddress.ts'

const rights: TokenRights = { command: 'unlink', scopes: ['links:write'] }

/** `sealpost unlink`: ends download links. */
export async function unlink(context: Context): Promise<ExitCode> {
  const { report, args } = context
  const [server = '', ...linkArgs] = args
  const origin = readServerOrFolderAddress(server)?.origin
  if (origin === undefined)
    throw usageError(
      'Give the address of your server or folder, then links: sealpost unlink https://files.example.org LINK…',
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
      // Reported without its keys.
      const address = downloadAddress(origin, linkToken)
      try {
        await calls.deleteDownloadLink(linkToken)
        report.emit({ event: 'ended', address })
      } catch (error) {
        if (!(error instanceof FaultError) || ![403, 404].includes(error.fault.status ?? 0)) throw error
        failedCount++
        report.emit({ event: 'failed', file: address, id: null, sha256: null, bytes: null, why: error.fault })
      }
    }
    return failedCount > 0 ? exitCodes.someFailed : exitCodes.success
  })
}
