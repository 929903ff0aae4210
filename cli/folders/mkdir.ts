import { templateOf } from '../../contract/folderTemplate.ts'
import { noRules, type OperatorRules } from '../../contract/operatorRules.ts'
import type { Folder, FolderPayload } from '../../contract/schemas/folders.ts'
import {
  generateLinkPassword,
  type OwnFolder,
  type PersonalKey,
  uploadLinkTag,
} from '../../core/crypto/index.ts'
import { rememberShownLinks } from '../../core/trust/deviceLinks.ts'
import { isNewFolder } from '../../core/trust/folderLinks.ts'
import type { Fault } from '../../core/faults/fault.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import { isOtherPrivate, rememberDevicePrivate } from '../../core/trust/privateNames.ts'
import { readContacts } from '../../core/trust/readContacts.ts'
import { faultText } from '../../i18n/errorText.ts'
import type { AccountCalls } from '../account/accountCalls.ts'
import { type AccountClient, withAccountClient } from '../account/accountClient.ts'
import { type FolderAddress, folderAddressText } from '../account/folderAddress.ts'
import { orContactsRefusal } from '../account/openFolder.ts'
import { openKey, readKeySecret } from '../account/privateKey.ts'
import { ownerWithoutKey } from '../account/trustFileMemory.ts'
import { localTrustRecords, pinKey, readLinksOn } from '../account/trustRecords.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode, refusedError } from '../exitCodes.ts'
import { ruleRemedies } from '../share/linkSettings.ts'
import { retentionText } from '../texts.ts'
import { defaultOptions, readMkdirOptions } from './mkdirOptions.ts'
import { findTemplate, hidesTemplateNames } from './template.ts'
import { uploadAddress } from './uploadAddress.ts'

const openNamesText =
  'This server does not hide the names of files: it is older than this program. With --open-names the folder is made all the same, and the server learns the names.'

const neverDeletesText =
  'This server does not delete files by date: it is older than this program. Leave out --keep.'

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
    const { knownFolders, memory } = records
    const key = secret && (await openKey(secret, calls))
    const existing = await listFolders(account)
    const seenByKey = key ? await rememberShownLinks(memory, key.fingerprint, existing) : []
    const seen = [...seenByKey, ...(await readLinksOn(origin, { knownFolders, memory }))]
    const own = key ? await readOwnFolders(key, { calls, memory }) : []
    const password = generatesPassword ? await generateLinkPassword() : null
    const template = like === null ? null : findTemplate(existing, like)
    const options = template
      ? {
          ...templateOf(template, await readRules(calls), new Date()),
          ...((await hidesTemplateNames({ origin, id: template.id }, own, records)) && {
            private_names: true,
          }),
        }
      : defaultOptions
    const payload: FolderPayload = { ...options, ...given }
    const hidesNames = payload.private_names === true
    const creation = createFolder(calls, {
      ...payload,
      ...(password !== null && { link_password: password }),
    })
    const folder = await creation.catch(async (error: unknown) => {
      const why = await refusalText(error, calls)
      throw why === null ? error : refusedError(`Nothing was made. ${why}`, { cause: error })
    })
    const tag = await uploadLinkTag(folder.link_token)
    // Files that are sent by the link of another folder would count as files of this one.
    if (
      folder.several !== null ||
      existing.some(({ id, link_token }) => id === folder.id || link_token === folder.link_token) ||
      !isNewFolder({ id: folder.id, tag }, own, seen)
    )
      throw refusedError(
        'The server answers with a folder or an upload link that existed before. Do not give the link out, and ask whoever runs the server.',
      )
    const address = { origin, id: folder.id }
    const owner = key?.fingerprint ?? ownerWithoutKey(origin)
    await rememberShownLinks(memory, owner, [folder])
    await rememberDevicePrivate(memory, owner, folder.id, hidesNames)
    if (key) {
      await pinKey(context, { folder: address, acceptKey: undefined, isDry: false }, knownFolders, key)
      await knownFolders.checkOrStoreKind(address, null)
    }
    if (isOtherPrivate(hidesNames, folder))
      throw refusedError(otherwiseMadeText(address, hidesNames ? openNamesText : 'It hides names.'))
    const keptDays = folder.retention_days ?? null
    if (payload.retention_days !== undefined && payload.retention_days !== keptDays)
      throw refusedError(otherwiseMadeText(address, `It ${retentionText(keptDays)}.`))
    if (template?.has_password && password === null && given.link_password === undefined)
      report.emit({ event: 'warning', message: withoutPasswordText })
    report.emit({
      event: 'made',
      link: uploadAddress(origin, folder, key?.fingerprint ?? null),
      password,
      id: folder.id,
      title: folder.title,
      address: folderAddressText(address),
      expires: folder.expiration_date,
      retention_days: keptDays,
    })
    return exitCodes.success
  })
}

const otherwiseMadeText = (address: FolderAddress, how: string): string =>
  `The folder ${folderAddressText(address)} was made otherwise than asked for: delete it, and give its link to nobody. ${how}`

/** Makes the folder. Servers that delete nothing by date keep files always, but do not know that it is asked for. */
async function createFolder(calls: AccountCalls, payload: FolderPayload): Promise<Folder> {
  try {
    return await calls.createFolder(payload)
  } catch (error) {
    if (payload.retention_days !== null || !isUnknownField(faultOf(error), 'retention_days')) throw error
    return calls.createFolder({ ...payload, retention_days: undefined })
  }
}

const isUnknownField = ({ code, said = '' }: Fault, name: keyof FolderPayload): boolean =>
  code === 'unknownField' && said.includes(name)

/** Reads the operator's rules, which tokens that make no links may not. */
const readRules = (calls: AccountCalls): Promise<OperatorRules> =>
  calls.getServerInfo().then(
    (info) => info.rules,
    () => noRules,
  )

/** Why the server did not make a folder, where an option is the reason; null for other errors. */
async function refusalText(error: unknown, calls: AccountCalls): Promise<string | null> {
  const refusal = faultOf(error)
  if (isUnknownField(refusal, 'private_names')) return openNamesText
  if (isUnknownField(refusal, 'retention_days')) return neverDeletesText
  if (refusal.code !== 'retentionTooLong') return null
  const rules = await readRules(calls)
  return `${faultText(refusal)} ${ruleRemedies.retentionTooLong(rules, [])}`
}

/** Reads the folders in the contacts. @throws CommandError 'refused' for contacts that are not believed */
async function readOwnFolders(
  key: PersonalKey,
  ports: Parameters<typeof readContacts>[1],
): Promise<readonly OwnFolder[]> {
  try {
    return (await readContacts(key, ports)).own
  } catch (error) {
    throw orContactsRefusal(error)
  }
}

/** Lists all folders of the account. */
async function listFolders({ calls, retry }: AccountClient): Promise<Folder[]> {
  return retry(async () => {
    const allFolders: Folder[] = []
    for await (const folders of calls.listFolders()) allFolders.push(...folders)
    return allFolders
  })
}
