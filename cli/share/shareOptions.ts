import type { CallBody } from '../../contract/call.ts'
import { createDownloadLink } from '../../contract/schemas/downloads.ts'
import { maxLinkDownloads } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import { usageError } from '../exitCodes.ts'
import { type FileAcceptanceOptions, readFileAcceptanceOptions } from '../account/fileAcceptanceOptions.ts'
import { readFolderAddress, readServerOrFolderAddress } from '../account/folderAddress.ts'
import type { PinKeyOptions } from '../account/trustRecords.ts'
import { type FileArguments, readFileArguments } from '../folders/readFileArguments.ts'
import { readAllowedEmails } from '../emailOptions.ts'
import { checkedText, flagOption, integerOption, textOption } from '../optionValues.ts'
import { isLink } from '../secrets.ts'
import { type LocalFiles, readLocalFiles } from '../send/localFiles.ts'
import { readExpiry } from './expiry.ts'

type LinkTexts = Pick<CallBody<typeof createDownloadLink>, 'title' | 'message'>

export interface ShareOptions extends Omit<PinKeyOptions, 'folder'>, FileAcceptanceOptions {
  /** Without `id` files of this disk go into a new folder of Send files. */
  readonly into: { readonly origin: string; readonly id?: number }
  /** Files that are in the folder, or are sent there first. */
  readonly files: ({ readonly from: 'folder' } & FileArguments) | ({ readonly from: 'disk' } & LocalFiles)
  /** ISO 8601; null for never; undefined without --expires. */
  readonly expires: string | null | undefined
  /** Number of visitors; null without --max-downloads. */
  readonly maxDownloads: number | null
  /** Addresses of the people who may use the link; null for whoever has it. */
  readonly allowedEmails: readonly string[] | null
  /** Title and message, which recipients read. */
  readonly linkTexts: LinkTexts
  readonly hasPassword: boolean
  /** True to switch on mails about the folder. */
  readonly shouldNotify: boolean
  /** True to share files without a manifest, too. */
  readonly acceptsWithoutManifest: boolean
}

/**
 * [Note: What is shared]
 * If the first argument is an address, it is that of a folder, and the others name files in it. Otherwise all arguments
 * are paths of this disk, and --into names the folder, or the server. So no name is looked up in both places.
 * @param base of relative paths
 * @throws CommandError 'usage'
 */
export function readShareOptions(context: Context, base: string, now: Date): ShareOptions {
  const { args } = context
  const expires = textOption(context, 'expires')
  return {
    ...(isLink(args[0] ?? '') ? readFolderFiles(context) : readDiskFiles(context, base)),
    expires: expires === undefined ? undefined : readExpiry(expires, now),
    maxDownloads: readMaxDownloads(context),
    allowedEmails: readAllowedEmails(context),
    linkTexts: readLinkTexts(context),
    hasPassword: flagOption(context, 'with-password'),
    shouldNotify: flagOption(context, 'notify'),
    acceptsWithoutManifest: flagOption(context, 'without-manifest'),
    ...readFileAcceptanceOptions(context),
    acceptKey: textOption(context, 'accept-key'),
    isDry: flagOption(context, 'dry-run'),
  }
}

type FolderAndFiles = Pick<ShareOptions, 'into' | 'files'>

function readFolderFiles(context: Context): FolderAndFiles {
  const [address = '', ...names] = context.args
  for (const option of ['into', 'name', 'exclude'] as const)
    if (context.options[option] !== undefined)
      throw usageError(`--${option} is for files of this disk, and the first argument is a folder.`)
  const fileArguments = readFileArguments(names, context)
  if (fileArguments.names.length + fileArguments.ids.length === 0)
    throw usageError("Name files of the folder: 'sealpost share FOLDER NAME…'; '*' means all.")
  return { into: readFolderAddress(address), files: { from: 'folder', ...fileArguments } }
}

function readDiskFiles(context: Context, base: string): FolderAndFiles {
  const { args, env } = context
  if (args.some(isLink))
    throw usageError('Give the address of the folder as the first argument, or by --into.')
  if (context.options.id !== undefined)
    throw usageError('--id is for files of a folder: give its address as the first argument.')
  const into = textOption(context, 'into') ?? env.SEALPOST_FOLDER
  if (args.length === 0) throw usageError('Name what to share: files, folders, or - for standard input.')
  if (into === undefined)
    throw usageError(
      'Give the server to send the files to, by --into, such as https://files.example.org, or a folder of yours there. To share files that are in a folder already, give its address as the first argument.',
    )
  const target = readServerOrFolderAddress(into) ?? readFolderAddress(into)
  if (target.id === undefined && context.options['upload-link'] !== undefined)
    throw usageError('--upload-link is for a folder: name it by --into.')
  const files = readLocalFiles(context, args, base)
  return {
    into: readServerOrFolderAddress(into) ?? readFolderAddress(into),
    files: { from: 'disk', ...files },
  }
}

export const readMaxDownloads = (context: Context): number | null =>
  integerOption(context, 'max-downloads', { min: 1, max: maxLinkDownloads, unit: 'a number' }) ?? null

/** @throws CommandError 'usage' for texts that the server would refuse */
export const readLinkTexts = (context: Context): LinkTexts => ({
  ...readLinkText(context, 'title'),
  ...readLinkText(context, 'message'),
})

function readLinkText(context: Context, name: 'title' | 'message'): LinkTexts {
  const text = textOption(context, name)
  if (text === undefined) return {}
  return { [name]: checkedText(createDownloadLink.body.shape[name], `--${name}`, text) }
}
