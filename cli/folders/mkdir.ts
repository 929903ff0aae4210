import { templateOf } from '../../contract/folderTemplate.ts'
import { generateLinkPassword } from '../../core/crypto/index.ts'
import { withAccountClient } from '../account/accountClient.ts'
import { folderAddressText } from '../account/folderAddress.ts'
import { openKey, readKeySecret } from '../account/privateKey.ts'
import { localTrustRecords } from '../account/trustRecords.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode } from '../exitCodes.ts'
import { readRules } from '../share/linkSettings.ts'
import { makeFolder, readFoldersBefore } from './makeFolder.ts'
import { defaultOptions, readMkdirOptions } from './mkdirOptions.ts'
import { findTemplate, hidesTemplateNames } from './template.ts'
import { uploadAddress } from './uploadAddress.ts'

const withoutPasswordText =
  'The password of the folder of --like is not taken over: the new upload link has none. Set one in the browser, or make the folder with --with-password.'

/** `sealpost mkdir`: makes a folder of one person, and prints its upload link. */
export async function mkdir(context: Context): Promise<ExitCode> {
  const { report, env } = context
  const { origin, given, like, generatesPassword, opensKey } = await readMkdirOptions(context, new Date())
  const rights = {
    command: 'mkdir',
    scopes: ['folders:write', 'files:read', ...(opensKey ? ['key:read' as const] : [])],
  } as const
  // Read before any call to the server.
  const secret = opensKey ? await readKeySecret(context) : null
  return withAccountClient(context, { origin, rights }, async (account) => {
    const { calls } = account
    const records = localTrustRecords(env, false)
    const key = secret && (await openKey(secret, calls))
    const maker = { context, origin, account, records, key }
    const before = await readFoldersBefore(maker)
    const password = generatesPassword ? await generateLinkPassword() : null
    const template = like === null ? null : findTemplate(before.listed, like)
    const options = template
      ? {
          ...templateOf(template, await readRules(calls), new Date()),
          ...((await hidesTemplateNames({ origin, id: template.id }, before.own, records)) && {
            private_names: true,
          }),
        }
      : defaultOptions
    const folder = await makeFolder(maker, before, {
      ...options,
      ...given,
      ...(password !== null && { link_password: password }),
    })
    if (template?.has_password && password === null && given.link_password === undefined)
      report.emit({ event: 'warning', message: withoutPasswordText })
    report.emit({
      event: 'made',
      link: uploadAddress(origin, folder, key?.fingerprint ?? null),
      password,
      id: folder.id,
      title: folder.title,
      address: folderAddressText({ origin, id: folder.id }),
      expires: folder.expiration_date,
      retention_days: folder.retention_days ?? null,
    })
    return exitCodes.success
  })
}
