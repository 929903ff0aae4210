import type { Folder, HashedFileRecord } from '../../contract/schemas/folders.ts'
import { sentFolderOptions } from '../../contract/folderTemplate.ts'
import { maxFilesPerLink } from '../../contract/limits.ts'
import { ownUploadToken } from '../../contract/ownUpload.ts'
import { shownText } from '../../contract/shownText.ts'
import {
  compareWithServer,
  fromBase64,
  generateLinkPassword,
  importRecipientKey,
  type ManifestDifference,
  uploadLinkTag,
} from '../../core/crypto/index.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { faultText } from '../../i18n/errorText.ts'
import { sealNewLink } from '../../core/keys/newLink.ts'
import { differenceText, unsealedText } from '../../i18n/differenceTexts.ts'
import { firstExpiry } from '../../core/upload/storedAs.ts'
import type { BoundVerdict } from '../../core/trust/boundVerdict.ts'
import { type AccountClient, withAccountClient } from '../account/accountClient.ts'
import { type FolderAddress, folderAddressText } from '../account/folderAddress.ts'
import { waitingText } from '../account/failedWraps.ts'
import {
  elsewhereText,
  isBound,
  type JudgedFile,
  notBoundText,
  numberedNames,
  openFiles,
  returnedText,
  unsaidText,
} from '../account/openFiles.ts'
import { type NewestKeys, type OpenedFolder, otherNamesText } from '../account/openFolder.ts'
import { createUnlistedFilesReporter } from '../account/unlistedFiles.ts'
import { openKey, readKeySecret } from '../account/privateKey.ts'
import { localTrustRecords } from '../account/trustRecords.ts'
import { type UnlockedFolder, unlockFolder } from '../account/unlockFolder.ts'
import { directoryOf, hasHiddenName } from '../../core/keys/storedNames.ts'
import type { Context } from '../context.ts'
import { CommandError, exitCodeOf, exitCodes, type ExitCode, refusedError } from '../exitCodes.ts'
import { type FolderMaker, makeFolder, readFoldersBefore } from '../folders/makeFolder.ts'
import type { FoundFile } from '../send/findFiles.ts'
import { OpenedNames } from '../folders/fileNames.ts'
import { listSelectedFiles } from '../folders/listSelectedFiles.ts'
import type { FileArguments } from '../folders/readFileArguments.ts'
import type { Reporter } from '../reporter.ts'
import { inProcessKeysWorkers } from '../platform/inProcessKeysWorkers.ts'
import { reportedRecord, reportedFile } from '../selectFiles.ts'
import { type ProcessInputs, processInputs } from '../send/send.ts'
import { minuteText, shownNames } from '../texts.ts'
import type { LocalFiles } from '../send/localFiles.ts'
import { downloadAddress } from './downloadAddress.ts'
import { type LinkSettings, linkSettings } from './linkSettings.ts'
import { findSharedFiles, reportFound, type SentBatch, sendToFolder } from './sendToFolder.ts'
import { readShareOptions, type ShareOptions } from './shareOptions.ts'

/** `sealpost share`: makes a download link for files of a folder, or of this disk. */
export const share = (context: Context): Promise<ExitCode> => shareWithInputs(context, processInputs())

/** @throws CommandError, FaultError */
export async function shareWithInputs(context: Context, inputs: ProcessInputs): Promise<ExitCode> {
  const options = readShareOptions(context, inputs.cwd, new Date())
  const { into, files } = options
  const { origin, id: folderId } = into
  const makesFolder = folderId === undefined
  const rights = {
    command: 'share',
    scopes: [
      'files:read',
      'key:read',
      'links:write',
      ...(options.shouldNotify || makesFolder ? ['folders:write' as const] : []),
    ],
  } as const
  const { idleTimeoutMs, delay } = inputs
  // Read before any call to the server.
  const secret = await readKeySecret(context)
  return withAccountClient(context, { origin, rights, idleTimeoutMs, delay }, async (account) => {
    // Checked before anything is sent: the server refuses a link only at the end.
    const settings = linkSettings(options, await account.calls.getServerInfo(), new Date())
    const found = makesFolder && files.from === 'disk' ? await findSharedFiles(context, files) : null
    if (found && options.isDry) {
      reportFound(context, found)
      return exitCodes.success
    }
    const key = await openKey(secret, account.calls)
    const id = folderId ?? (await makeSentFolder(context, { origin, account, key }))
    const folder = { origin, id }
    const unlocked = await unlockFolder(context, key, account, { ...options, folder })
    // Refuses a folder that is not trusted before anything is sent or fetched.
    const newestKeys = unlocked.opened.newestKeys()
    const job = {
      ...{ context, inputs, options, settings, account, address: folder, found },
      ...unlocked,
      newestKeys,
    }
    await (files.from === 'disk' ? shareFromDisk(job, files) : shareFromFolder(job, files))
    return exitCodes.success
  })
}

/** Makes a folder for what is sent, as the page _Send files_ does. @returns its id */
async function makeSentFolder(
  context: Context,
  { origin, account, key }: Omit<FolderMaker, 'context' | 'records'>,
): Promise<number> {
  const maker = { ...{ context, origin, account, key }, records: localTrustRecords(context.env, false) }
  const title = `Sent ${minuteText(new Date().toISOString())}`
  const { id } = await makeFolder(maker, await readFoldersBefore(maker), { title, ...sentFolderOptions })
  context.report.emit({ event: 'note', message: `Sending to ${folderAddressText({ origin, id })}` })
  return id
}

interface ShareJob extends UnlockedFolder {
  readonly context: Context
  readonly inputs: ProcessInputs
  readonly options: ShareOptions
  readonly settings: LinkSettings
  readonly account: AccountClient
  readonly address: FolderAddress
  /** The files of this disk if the folder was made for them; null otherwise. */
  readonly found: FoundFile[] | null
  readonly newestKeys: NewestKeys
}

async function shareFromFolder(job: ShareJob, files: FileArguments): Promise<void> {
  const { context, options, account, folder } = job
  const { seenFiles } = job.knownFiles
  const onListed = await createUnlistedFilesReporter(seenFiles, account.calls, folder.id, context.report)
  // Other names are compared with what was sealed once their files are selected.
  const names = new OpenedNames(job, { ...account, ...context, options }, hasHiddenName)
  const listed = await listSelectedFiles(account, () => account.calls.listFiles(folder.id), files, {
    ...{ names, report: context.report, maxFiles: maxFilesPerLink, onListed },
  })
  if (options.isDry) {
    for (const { reported } of listed) context.report.emit({ event: 'listed', ...reported })
    return
  }
  const records = listed.map(({ record }) => record)
  await makeLink(job, await openListedFiles(job, records))
}

/** Sends the files of this disk, and shares them as the server has them now. */
async function shareFromDisk(job: ShareJob, files: LocalFiles): Promise<void> {
  const { context, inputs, options, account, address, found, folder, opened, newestKeys } = job
  const { origin } = address
  const originKey = opened.decryptionKeys[0]?.origin
  if (!originKey) throw new FaultError(fault('folder-not-trusted'))
  const linkToken = options.pinnedLink?.linkToken ?? folder.link_token
  const batch = await sendToFolder({
    ...{ context, inputs, retry: account.retry, origin, found },
    ...(found ? { linkToken: ownUploadToken(folder.id), apiToken: account.token } : { linkToken }),
    linkTag: await linkTagToSend(opened, linkToken),
    hidesNames: requireKnownChoice(opened),
    recipient: await importRecipientKey(fromBase64(newestKeys.recipientSpki)),
    ...{ originKey, files, isDry: options.isDry },
  })
  if (batch === null) return
  try {
    await makeLink(job, await openSentFiles(job, batch))
  } catch (error) {
    throw withLinkHint(error, address, batch)
  }
}

/** @throws CommandError 'refused' while the server shows another link than is remembered */
async function linkTagToSend({ links }: OpenedFolder, linkToken: string): Promise<string> {
  if (links === null) return uploadLinkTag(linkToken)
  if (links.tag === null || links.alarm !== null)
    throw refusedError('Nothing was sent: it is not certain that the upload link belongs to this folder.')
  return links.tag
}

/** @throws CommandError 'refused' while the server says otherwise than is remembered whether names are hidden */
function requireKnownChoice({ hidesNames }: OpenedFolder): boolean {
  if (hidesNames === null) throw refusedError(`Nothing was sent. ${otherNamesText}`)
  return hidesNames
}

async function openSentFiles(job: ShareJob, batch: SentBatch): Promise<JudgedFile[]> {
  // What was sent is compared, whatever the server was told of it.
  const files = await openListedFiles(job, recordsOf(job.folder, batch), differencesFromSent)
  // The server knows batch and hashes, and everybody knows the public key. Only the proof of origin shows that it returns
  // the keys of these files, and not of others that it has sealed itself.
  const foreign = files.filter(
    ({ origin, batchPosition: position }) => origin !== 'proven' || position?.batch !== batch.batchId,
  )
  if (foreign.length > 0)
    throw new FilesRefusedError(
      `The server returns other files than were sent: ${shownFileNames(foreign)}. No link was made.`,
    )
  return files
}

/** Members in which the manifest differs from what was sent. */
const differencesFromSent = ({ record, name, path, source: { size, sha256 } }: JudgedFile) =>
  compareWithServer(
    { name, path, size, sha256 },
    {
      ...{ name: record.original_filename, path: directoryOf(record) },
      ...{ size: record.file_size, sha256: record.file_hash },
    },
  )

/** The records that a list would have for files that were just sent, if the server knew their names. */
const recordsOf = ({ id: folderId }: Folder, { received }: SentBatch): HashedFileRecord[] =>
  received.map(({ fileId, name, relativePath, size, fileHash, expiresAt }) => ({
    id: fileId,
    original_filename: name,
    stored_filename: `${folderId}/${relativePath === '.' ? '' : `${relativePath}/`}${name}`,
    file_size: size,
    file_hash: fileHash,
    upload_time: new Date().toISOString(),
    last_downloaded_admin: null,
    uploader_email: null,
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
  }))

/**
 * Opens all files, and refuses those that are listed otherwise than they were sealed: recipients would get another file
 * than was chosen.
 * @throws FilesRefusedError
 */
async function openListedFiles(
  { context, options, account, opened: folder, knownFiles }: ShareJob,
  listed: readonly HashedFileRecord[],
  differencesOf: (file: JudgedFile) => readonly ManifestDifference[] = ({ differences }) => differences,
): Promise<JudgedFile[]> {
  const { report, signal } = context
  const ports = { calls: account.calls, folder, knownFiles, options, signal, report }
  const { opened, unopened, waiting } = await openFiles(listed, ports)
  for (const { record, fault: why } of unopened)
    report.emit({ event: 'failed', ...reportedRecord(record), why })
  for (const record of waiting) report.emit({ event: 'failed', ...reportedRecord(record), why: waitingText })
  if (unopened.length + waiting.length > 0)
    throw new FilesRefusedError('Not all of the files open. No link was made.')
  const altered = opened.filter((file) => differencesOf(file).length > 0)
  for (const file of altered)
    report.emit({
      event: 'warning',
      message: `${shownText(file.name)}: ${differencesOf(file).map(differenceText).join(', ')}.`,
    })
  if (altered.length > 0)
    throw new FilesRefusedError(
      `The server shows files otherwise than they were sealed: ${shownFileNames(altered)}. No link was made.`,
    )
  requireOwnFiles(opened, folder, options, report)
  return opened
}

/** Refuses files that were not sent to this folder, or may not have been. @throws FilesRefusedError */
function requireOwnFiles(
  files: readonly JudgedFile[],
  folder: OpenedFolder,
  { isBoundOnly, acceptsWithoutManifest }: ShareOptions,
  report: Reporter,
): void {
  const refuse = (refused: readonly JudgedFile[], why: (file: JudgedFile) => string, problem: string) => {
    if (refused.length === 0) return
    for (const file of refused) report.emit({ event: 'failed', ...reportedFile(file), why: why(file) })
    throw new FilesRefusedError(`${problem}: ${numberedNames(refused)}. No link was made.`)
  }
  const withVerdict = (verdict: BoundVerdict) => files.filter((file) => file.verdict === verdict)
  refuse(withVerdict('elsewhere'), elsewhereText, 'These files were not sent to this folder')
  refuse(
    withVerdict('unjudged'),
    () => 'It is not certain that it was sent to this folder.',
    'It is not certain that these files were sent to this folder',
  )
  refuse(
    files.filter(({ hasReturned }) => hasReturned),
    () => returnedText,
    'These deleted files are back (--accept-returned accepts them)',
  )
  const withoutManifest = files.filter(({ source }) => !source.hasManifest)
  if (!acceptsWithoutManifest)
    refuse(
      withoutManifest,
      () => `It has no manifest: ${unsealedText()}.`,
      'These files have no manifest (--without-manifest accepts them)',
    )
  if (isBoundOnly)
    refuse(
      files.filter((file) => !isBound(file, folder)),
      () => notBoundText,
      'These files do not say that they were sent by a link of this folder',
    )
  if (withoutManifest.length > 0)
    report.emit({
      event: 'warning',
      message: `No manifest came with ${shownFileNames(withoutManifest)}: ${unsealedText()}.`,
    })
  const unsaid = withVerdict('unsaid')
  if (unsaid.length > 0) report.emit({ event: 'note', message: unsaidText(unsaid) })
}

/** Seals the link, has the server store it, and reports it. */
async function makeLink(
  { context, options, settings, account, address, folder, newestKeys: { owner } }: ShareJob,
  files: readonly JudgedFile[],
): Promise<void> {
  const { report, signal } = context
  const { calls } = account
  const { expires, maxDownloads: max_downloads, allowedEmails } = settings
  const password = options.hasPassword ? await generateLinkPassword() : null
  const ports = { workers: inProcessKeysWorkers(), signal, onProgress: () => undefined }
  const sealed = await sealNewLink(files, { owner, password }, ports)
  if (options.shouldNotify) await calls.setFolderMail(folder.id)
  await calls.createDownloadLink({
    ...sealed.fields,
    expiration_date: expires,
    ...options.linkTexts,
    ...(max_downloads !== null && { max_downloads }),
    ...(allowedEmails !== null && { allowed_emails: [...allowedEmails] }),
  })
  const expiry = firstExpiry(files.map(({ record }) => record.expires_at))
  const files_expire_at = expiry !== null && (expires === null || expiry < expires) ? expiry : null
  const link = downloadAddress(address.origin, sealed.token, sealed.fragment)
  report.emit({
    ...{ event: 'shared', link, password, expires, max_downloads, allowed_emails: allowedEmails },
    ...{ files: files.map(reportedFile), files_expire_at },
  })
  if (files_expire_at !== null)
    report.emit({
      event: 'warning',
      message: `Files of this link will be deleted from ${minuteText(files_expire_at)} on, before it ends. To keep them longer: sealpost keep ${folderAddressText(address)} NAME… --expires TIME`,
    })
}

/** The server does not return the files that it should. Its message has no hint to repeat, which would hide that. */
class FilesRefusedError extends CommandError {
  constructor(message: string) {
    super(exitCodes.refused, message)
  }
}

/** The most ids in a message. */
const maxListedIds = 1000

/** Adds to an error how to make the link without sending the files again; returns other errors as they are. */
function withLinkHint(error: unknown, folder: FolderAddress, { received }: SentBatch): unknown {
  const hasText = error instanceof CommandError || error instanceof FaultError
  if (!hasText || error instanceof FilesRefusedError) return error
  const [exitCode, message] =
    error instanceof CommandError
      ? [error.exitCode, error.message]
      : [exitCodeOf(error.fault), faultText(error.fault)]
  const address = folderAddressText(folder)
  const ids = received.map(({ fileId }) => fileId)
  const repeatText =
    ids.length <= maxListedIds
      ? `with the same options for the link: sealpost share ${address} ${ids.map((id) => `--id ${id}`).join(' ')}`
      : `by an --id for each. Their numbers, from ${Math.min(...ids)} to ${Math.max(...ids)}, are in: sealpost ls --json ${address}`
  return new CommandError(
    exitCode,
    `${message} The files are in the folder, and no link was made. It can be made without sending them again, ${repeatText}`,
    { cause: error },
  )
}

const shownFileNames = (files: readonly JudgedFile[]): string => shownNames(files.map(({ name }) => name))
