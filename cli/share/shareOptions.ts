import type { CallBody } from '../../contract/call.ts'
import { createDownloadLink } from '../../contract/schemas/downloads.ts'
import { maxLinkDownloads } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import { usageError } from '../exitCodes.ts'
import { type BoundOptions, readBoundOptions } from '../account/boundOptions.ts'
import { readFolderAddress } from '../account/folderAddress.ts'
import type { PinKeyOptions } from '../account/trustRecords.ts'
import { type FileArguments, parseFileArguments } from '../folders/fileArguments.ts'
import { readAllowedEmails, textOption } from '../optionValues.ts'
import { isLink } from '../secrets.ts'
import { type LocalFiles, readLocalFiles } from '../send/localFiles.ts'
import { readExpiry } from './expiry.ts'

type LinkTexts = Pick<CallBody<typeof createDownloadLink>, 'title' | 'message'>

export interface ShareOptions extends PinKeyOptions, BoundOptions {
  /** Files that are in the folder, or are sent there first. */
  readonly files: ({ readonly from: 'folder' } & FileArguments) | ({ readonly from: 'disk' } & LocalFiles)
  /** ISO 8601; null for never; undefined if not said. */
  readonly expires: string | null | undefined
  /** Number of visitors; null if not said. */
  readonly maxDownloads: number | null
  /** Addresses of the people who may use the link; null for whoever has it. */
  readonly allowedEmails: readonly string[] | null
  /** Title and message, which recipients read. */
  readonly linkTexts: LinkTexts
  readonly hasPassword: boolean
  /** Switches mails about the folder on. */
  readonly shouldNotify: boolean
  /** Takes files without a manifest. */
  readonly acceptsBare: boolean
}

/**
 * [Note: What is shared]
 * An address first means a folder, and what follows names files in it. Otherwise all arguments are paths of this disk,
 * and --into names the folder. So a name is never looked for in both places.
 * @param base of relative paths
 * @throws CommandError 'usage'
 */
export function readShareOptions(context: Context, base: string, now: Date): ShareOptions {
  const { args, options } = context
  const expires = textOption(context, 'expires')
  return {
    ...(isLink(args[0] ?? '') ? readFolderFiles(context) : readDiskFiles(context, base)),
    expires: expires === undefined ? undefined : readExpiry(expires, now),
    maxDownloads: readMaxDownloads(textOption(context, 'max-downloads')),
    allowedEmails: readAllowedEmails(context),
    linkTexts: { ...readLinkText(context, 'title'), ...readLinkText(context, 'message') },
    hasPassword: options['with-password'] === true,
    shouldNotify: options.notify === true,
    acceptsBare: options['without-manifest'] === true,
    ...readBoundOptions(context),
    acceptKey: textOption(context, 'accept-key'),
    isDry: options['dry-run'] === true,
  }
}

type FolderAndFiles = Pick<ShareOptions, 'folder' | 'files'>

function readFolderFiles(context: Context): FolderAndFiles {
  const [address = '', ...names] = context.args
  for (const option of ['into', 'name', 'exclude'])
    if (context.options[option] !== undefined)
      throw usageError(`--${option} is for files of this disk, and the first argument is a folder.`)
  const named = parseFileArguments(names, context)
  if (named.names.length + named.ids.length === 0)
    throw usageError("Name files of the folder: 'sealpost share FOLDER NAME…'; '*' means all.")
  return { folder: readFolderAddress(address), files: { from: 'folder', ...named } }
}

function readDiskFiles(context: Context, base: string): FolderAndFiles {
  const { args, env } = context
  if (args.some(isLink)) throw usageError('The address of the folder comes first, or by --into.')
  if (context.options.id !== undefined)
    throw usageError('--id is for files of a folder, whose address comes first.')
  const into = textOption(context, 'into') ?? env.SEALPOST_FOLDER
  if (args.length === 0)
    throw usageError('Name what is to be shared: files, folders, or - for standard input.')
  if (into === undefined)
    throw usageError(
      'Say which of your folders takes the files: --into with its address, https://files.example.org/folders/view/7. For files that are in a folder already, give its address first.',
    )
  const files = readLocalFiles(context, args, base)
  return { folder: readFolderAddress(into), files: { from: 'disk', ...files } }
}

function readMaxDownloads(text: string | undefined): number | null {
  if (text === undefined) return null
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > maxLinkDownloads)
    throw usageError(`--max-downloads takes a number from 1 to ${maxLinkDownloads}.`)
  return value
}

/** @throws CommandError 'usage' for a text that the server would refuse */
function readLinkText(context: Context, name: 'title' | 'message'): LinkTexts {
  const text = textOption(context, name)
  if (text === undefined) return {}
  const { error } = createDownloadLink.body.shape[name].safeParse(text)
  if (error) throw usageError(`--${name}: ${error.issues[0]?.message}`)
  return { [name]: text }
}
