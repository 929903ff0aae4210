import { withAccountClient } from '../account/accountClient.ts'
import type { TokenRights } from '../account/accountCalls.ts'
import { readFolderAddress } from '../account/folderAddress.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode, usageError } from '../exitCodes.ts'
import { retryUntilListed } from '../retryUntilAnswered.ts'
import { downloadAddress } from '../share/downloadAddress.ts'

const rights: TokenRights = { command: 'links', scopes: ['files:read'] }

/** `sealpost links`: lists the download links of a folder, without their keys. */
export async function links(context: Context): Promise<ExitCode> {
  const { args, report } = context
  const [address = '', ...more] = args
  if (more.length > 0) throw usageError('One folder at a time.')
  const { origin, id } = readFolderAddress(address)
  return withAccountClient(context, { origin, rights }, async ({ calls, retry }) => {
    for await (const portion of retryUntilListed(retry, () => calls.listDownloadLinks(id)))
      for (const link of portion)
        report.emit({
          event: 'link',
          address: downloadAddress(origin, link.link_token),
          created: link.creation_date,
          expires: link.expiration_date,
          has_password: link.has_password,
          downloads: link.download_count,
          max_downloads: link.max_downloads,
          used_downloads: link.used_downloads,
          names: link.files,
        })
    return exitCodes.success
  })
}
