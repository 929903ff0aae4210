import { defaultExpiryDays } from '../../contract/folderTemplate.ts'
import { retentionDays } from '../../contract/schemas/fields.ts'
import { type FolderPayload, folderPayload } from '../../contract/schemas/folders.ts'
import { maxRuleDays } from '../../contract/limits.ts'
import { parseJsonObject } from '../../contract/parseJsonObject.ts'
import { senderFields } from '../../contract/schemas/senderFields.ts'
import { readFolderAddress, readServerAddress } from '../account/folderAddress.ts'
import type { Context } from '../context.ts'
import { usageError } from '../exitCodes.ts'
import { readAllowedEmails } from '../emailOptions.ts'
import { checkedText, flagOption, parseBytes, parseDigits, textOption } from '../optionValues.ts'
import { readFirstLine, readTextFile } from '../secrets.ts'
import { readExpiry } from '../share/expiry.ts'

/** The options of a folder without --like, the same as in the browser's form. */
export const defaultOptions = {
  require_email_verification: false,
  allowed_emails: null,
  perform_mime_check: true,
  private_names: true,
  notify_by_email: false,
  expires_in_days: defaultExpiryDays,
} as const satisfies Partial<FolderPayload>

export interface MkdirOptions {
  readonly origin: string
  /** What is said of the new folder, without a password that is still to be generated. */
  readonly given: FolderPayload
  /** Id of the folder whose options hold where nothing else is said; null without --like. */
  readonly like: number | null
  /** True to generate a password for the upload link. */
  readonly generatesPassword: boolean
  /** True to open the private key, whose fingerprint becomes part of the link. */
  readonly opensKey: boolean
}

/** @throws CommandError 'usage', also for what the server would refuse */
export async function readMkdirOptions(context: Context, now: Date): Promise<MkdirOptions> {
  const { args } = context
  const [address = '', title = '', ...more] = args
  const origin = readServerAddress(address)
  if (more.length > 0) throw usageError('Give one title. Put a title of several words in quotes.')
  const passwordFile = textOption(context, 'link-password-file')
  const generatesPassword = flagOption(context, 'with-password')
  if (passwordFile !== undefined && generatesPassword)
    throw usageError('Give only one of --with-password and --link-password-file.')
  const allowedEmails = readAllowedEmails(context)
  const expires = textOption(context, 'expires')
  const given = {
    title: checkedText(folderPayload.shape.title, 'TITLE', title),
    ...readDescription(context),
    ...((flagOption(context, 'verify-email') || allowedEmails !== null) && {
      require_email_verification: true,
    }),
    ...(allowedEmails !== null && { allowed_emails: allowedEmails }),
    ...(flagOption(context, 'no-type-check') && { perform_mime_check: false }),
    ...(flagOption(context, 'notify') && { notify_by_email: true }),
    // Days would take precedence over the date.
    ...(expires !== undefined && { expires_in_days: undefined, expiration_date: readExpiry(expires, now) }),
    ...readQuota(context),
    ...readKeep(context),
    ...(await readQuestions(context)),
    // Left out: servers that do not know it take no false either.
    ...(flagOption(context, 'open-names') && { private_names: undefined }),
    ...(passwordFile !== undefined && { link_password: await readLinkPassword(passwordFile) }),
  }
  const like = readLike(context, origin)
  return { origin, given, like, generatesPassword, opensKey: flagOption(context, 'with-key') }
}

/** Reads the number or the address of a folder. @throws CommandError 'usage', also for another server */
function readLike(context: Context, origin: string): number | null {
  const text = textOption(context, 'like')
  if (text === undefined) return null
  const id = parseDigits(text)
  if (id) return id
  const address = readFolderAddress(text)
  if (address.origin !== origin) throw usageError('--like takes a folder of the same server.')
  return address.id
}

function readDescription(context: Context): Pick<FolderPayload, 'description'> {
  const text = textOption(context, 'description')
  return text === undefined
    ? {}
    : { description: checkedText(folderPayload.shape.description, '--description', text) }
}

function readQuota(context: Context): Pick<FolderPayload, 'quota_bytes'> {
  const text = textOption(context, 'quota')
  if (text === undefined) return {}
  const bytes = parseBytes(text)
  if (bytes === undefined || !folderPayload.shape.quota_bytes.safeParse(bytes).success)
    throw usageError('--quota takes a number of bytes, such as 500M or 20G.')
  return { quota_bytes: bytes }
}

function readKeep(context: Context): Pick<FolderPayload, 'retention_days'> {
  const text = textOption(context, 'keep')
  if (text === undefined) return {}
  if (text === 'always') return { retention_days: null }
  const { data: retention_days } = retentionDays.safeParse(parseDigits(text.replace(/d$/, '')))
  if (retention_days === undefined)
    throw usageError(`--keep takes whole days, from 1 to ${maxRuleDays}, such as 30d, or 'always'.`)
  return { retention_days }
}

/** Reads the questions to senders, in the form of `sender_fields` of the API. @throws CommandError 'usage' */
async function readQuestions(context: Context): Promise<Pick<FolderPayload, 'sender_fields'>> {
  const file = textOption(context, 'questions-file')
  if (file === undefined) return {}
  const { data, error } = senderFields.safeParse(parseJsonObject(await readTextFile(file)))
  if (data) return { sender_fields: data }
  const [issue] = error.issues
  // An issue of the whole file has no path.
  const place = issue?.path.length ? `${issue.path.join('.')}: ` : ''
  throw usageError(
    `${file} is not a list of questions such as [{"label": "Reference", "kind": "text", "required": true}]. ${place}${issue?.message}`,
  )
}

async function readLinkPassword(path: string): Promise<string> {
  const password = await readFirstLine(path)
  // The server would make a link without one.
  if (password === '')
    throw usageError(`The first line of ${path} is empty. It must be the password of the link.`)
  return checkedText(folderPayload.shape.link_password, '--link-password-file', password)
}
