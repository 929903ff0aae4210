import type { CallBody } from '../../contract/call.ts'
import type { createFolder as createFolderCall, Folder } from '../../contract/schemas/folders.ts'
import { type OwnFolder, type PersonalKey, uploadLinkTag } from '../../core/crypto/index.ts'
import type { Fault } from '../../core/faults/fault.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import type { FolderTags } from '../../core/keys/sentTo.ts'
import { rememberShownLinks } from '../../core/trust/deviceLinks.ts'
import { isNewFolder } from '../../core/trust/folderLinks.ts'
import { isOtherPrivate, rememberDevicePrivate } from '../../core/trust/privateNames.ts'
import { readContacts } from '../../core/trust/readContacts.ts'
import { faultText } from '../../i18n/errorText.ts'
import type { AccountCalls } from '../account/accountCalls.ts'
import type { AccountClient } from '../account/accountClient.ts'
import { type FolderAddress, folderAddressText } from '../account/folderAddress.ts'
import { orContactsRefusal } from '../account/openFolder.ts'
import { ownerWithoutKey } from '../account/trustFileMemory.ts'
import { type localTrustRecords, pinKey, readLinksOn } from '../account/trustRecords.ts'
import type { Context } from '../context.ts'
import { refusedError } from '../exitCodes.ts'
import { retentionText } from '../texts.ts'
import { readRules, ruleRemedies } from '../share/linkSettings.ts'

type NewFolder = CallBody<typeof createFolderCall>

/** Whoever makes a folder. */
export interface FolderMaker {
  readonly context: Context
  readonly origin: string
  readonly account: AccountClient
  readonly records: ReturnType<typeof localTrustRecords>
  /** Null if it is not opened: then it is not pinned. */
  readonly key: PersonalKey | null
}

/** The folders that are known before one is made. */
interface FoldersBefore {
  readonly listed: readonly Folder[]
  /** Those in the contacts. */
  readonly own: readonly OwnFolder[]
  /** Those that this machine has seen. */
  readonly seen: readonly FolderTags[]
}

/** @throws CommandError 'refused' for contacts that are not believed */
export async function readFoldersBefore(maker: FolderMaker): Promise<FoldersBefore> {
  const { origin, account, key, records } = maker
  const { calls } = account
  const listed = await listFolders(account)
  const seenByKey = key ? await rememberShownLinks(records.memory, key.fingerprint, listed) : []
  const seen = [...seenByKey, ...(await readLinksOn(origin, records))]
  return { listed, own: key ? await readOwnFolders(key, { calls, memory: records.memory }) : [], seen }
}

/** Lists all folders of the account. */
async function listFolders({ calls, retry }: AccountClient): Promise<Folder[]> {
  return retry(async () => {
    const allFolders: Folder[] = []
    for await (const folders of calls.listFolders()) allFolders.push(...folders)
    return allFolders
  })
}

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

/**
 * Makes a folder of one person, and remembers it on this machine.
 * @throws CommandError 'refused' if the server cannot make it, makes another one, or shows one that was there
 */
export async function makeFolder(
  { context, origin, account: { calls }, key, records: { knownFolders, memory } }: FolderMaker,
  { listed, own, seen }: FoldersBefore,
  payload: NewFolder,
): Promise<Folder> {
  const hidesNames = payload.private_names === true
  const folder = await createFolder(calls, payload).catch(async (error: unknown) => {
    const why = await refusalText(error, payload, calls)
    throw why === null ? error : refusedError(`Nothing was made. ${why}`, { cause: error })
  })
  const tag = await uploadLinkTag(folder.link_token)
  // Files that are sent by the link of another folder would count as files of this one.
  if (
    folder.several !== null ||
    listed.some(({ id, link_token }) => id === folder.id || link_token === folder.link_token) ||
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
  return folder
}

const otherwiseMadeText = (address: FolderAddress, how: string): string =>
  `The folder ${folderAddressText(address)} was made otherwise than asked for: delete it, and give its link to nobody. ${how}`

/** Makes the folder. Servers that delete nothing by date keep files always, but do not know that it is asked for. */
async function createFolder(calls: AccountCalls, payload: NewFolder): Promise<Folder> {
  try {
    return await calls.createFolder(payload)
  } catch (error) {
    if (payload.retention_days !== null || !isUnknownField(faultOf(error), 'retention_days')) throw error
    return calls.createFolder({ ...payload, retention_days: undefined })
  }
}

const isUnknownField = ({ code, said = '' }: Fault, name: keyof NewFolder): boolean =>
  code === 'unknownField' && said.includes(name)

/** Why the server did not make a folder, where an option is the reason; null for other errors. */
async function refusalText(error: unknown, { kind }: NewFolder, calls: AccountCalls): Promise<string | null> {
  const refusal = faultOf(error)
  if (kind === 'sent' && refusal.code === 'unknownField') return noSentFoldersText
  if (isUnknownField(refusal, 'private_names')) return openNamesText
  if (isUnknownField(refusal, 'retention_days')) return neverDeletesText
  if (refusal.code !== 'retentionTooLong') return null
  const rules = await readRules(calls)
  return `${faultText(refusal)} ${ruleRemedies.retentionTooLong(rules, [])}`
}

const noSentFoldersText =
  'This server has no folders for what you send: it is older than this program. Name a folder of yours by --into.'

const openNamesText =
  'This server does not hide the names of files: it is older than this program. With --open-names the folder is made all the same, and the server learns the names.'

const neverDeletesText =
  'This server does not delete files by date: it is older than this program. Leave out --keep.'
