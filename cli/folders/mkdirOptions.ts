import { type FolderPayload, folderPayload } from '../../contract/schemas/folders.ts'
import { parseJsonObject } from '../../contract/parseJsonObject.ts'
import { senderFields } from '../../contract/schemas/senderFields.ts'
import { readServerAddress } from '../account/folderAddress.ts'
import type { Context } from '../context.ts'
import { usageError } from '../exitCodes.ts'
import { parseBytes, readAllowedEmails, textOption } from '../optionValues.ts'
import { readFirstLine, readTextFile } from '../secrets.ts'
import { readExpiry } from '../share/expiry.ts'

/** The default is that of the browser's form. */
const defaultExpiry = '30d'

export interface MkdirOptions {
  readonly origin: string
  /** The new folder; without a password that is yet to be drawn. */
  readonly payload: FolderPayload
  /** Draws a password for the upload link. */
  readonly drawsPassword: boolean
  /** Opens the private key, whose fingerprint becomes part of the link. */
  readonly opensKey: boolean
}

/** @throws CommandError 'usage', also for what the server would refuse */
export async function readMkdirOptions(context: Context, now: Date): Promise<MkdirOptions> {
  const { args, options } = context
  const [address = '', title = '', ...more] = args
  const origin = readServerAddress(address)
  if (more.length > 0) throw usageError('One folder at a time: a title of several words is put in quotes.')
  const passwordFile = textOption(context, 'link-password-file')
  const drawsPassword = options['with-password'] === true
  if (passwordFile !== undefined && drawsPassword)
    throw usageError('Give either --with-password or --link-password-file: the link has one password.')
  const allowedEmails = readAllowedEmails(context)
  const payload = {
    title: checkedValue('title', 'TITLE', title),
    ...readDescription(context),
    require_email_verification: options['verify-email'] === true || allowedEmails !== null,
    allowed_emails: allowedEmails,
    perform_mime_check: options['no-type-check'] !== true,
    notify_by_email: options.notify === true,
    expiration_date: readExpiry(textOption(context, 'expires') ?? defaultExpiry, now),
    ...readQuota(context),
    ...(await readQuestions(context)),
    ...(passwordFile !== undefined && { link_password: await readLinkPassword(passwordFile) }),
  }
  return { origin, payload, drawsPassword, opensKey: options['with-key'] === true }
}

function readDescription(context: Context): Pick<FolderPayload, 'description'> {
  const text = textOption(context, 'description')
  return text === undefined ? {} : { description: checkedValue('description', '--description', text) }
}

function readQuota(context: Context): Pick<FolderPayload, 'quota_bytes'> {
  const text = textOption(context, 'quota')
  if (text === undefined) return {}
  const bytes = parseBytes(text)
  if (!folderPayload.shape.quota_bytes.safeParse(bytes).success)
    throw usageError('--quota takes bytes, with K, M or G: 500M, 20G.')
  return { quota_bytes: bytes }
}

/** Reads the questions to senders, which are as `sender_fields` of the API. @throws CommandError 'usage' */
async function readQuestions(context: Context): Promise<Pick<FolderPayload, 'sender_fields'>> {
  const file = textOption(context, 'questions-file')
  if (file === undefined) return {}
  const { data, error } = senderFields.safeParse(parseJsonObject(await readTextFile(file)))
  if (data) return { sender_fields: data }
  const [issue] = error.issues
  // An issue of the whole file has no path.
  const place = issue?.path.length ? `${issue.path.join('.')}: ` : ''
  throw usageError(
    `${file} is no list of questions such as [{"label": "Reference", "kind": "text", "required": true}]. ${place}${issue?.message}`,
  )
}

async function readLinkPassword(path: string): Promise<string> {
  const password = await readFirstLine(path)
  // The server would make a link without one.
  if (password === '') throw usageError(`The first line of ${path} is empty, and is to be the password.`)
  return checkedValue('link_password', '--link-password-file', password)
}

function checkedValue(name: 'title' | 'description' | 'link_password', shown: string, text: string): string {
  const { error } = folderPayload.shape[name].safeParse(text)
  if (error) throw usageError(`${shown}: ${error.issues[0]?.message}`)
  return text
}
