import type { AuditDetails, AuditEvent } from '../../contract/audit.ts'
import type { AuditGroup, AuditKind } from '../../contract/auditKinds.ts'
import { shownText } from '../../contract/shownText.ts'

/** What is said of a line of the history, in English. */

export const groupTexts: Readonly<Record<AuditGroup, string>> = {
  'sign-in': 'Sign-ins',
  account: 'Account, keys and tokens',
  folder: 'Folder settings',
  people: 'People',
  uploads: 'Uploads',
  files: 'Deleted and copied files',
  downloads: 'Downloads',
  links: 'Download links',
}

/** How figures are written; the screens' own. */
export interface Figures {
  count: (n: number, one: string, many?: string) => string
  size: (bytes: number) => string
}

type Sentence = string | ((details: AuditDetails, figures: Figures) => string)

const named = (name: string | undefined): string => `‘${shownText(name ?? '')}’`
const role = ({ role }: AuditDetails): string => (role === 'owner' ? 'an owner' : 'a member')
const ofLink = ({ link }: AuditDetails): string => (link === undefined ? '' : ` (${link}…)`)

const settings: Readonly<Record<string, string>> = {
  title: 'title',
  description: 'description',
  expiration_date: 'expiry',
  is_active: 'open or closed',
  perform_mime_check: 'check of file types',
  link_password: 'link password',
  require_email_verification: 'verification of e-mail addresses',
  allowed_emails: 'allowed addresses',
  quota_bytes: 'room',
  notify_by_email: 'mails',
  username: 'user name',
  email: 'e-mail address',
}
const changed = (what: string, { changed: names = [] }: AuditDetails): string =>
  `${what} changed: ${names.map((name) => settings[name] ?? name).join(', ')}`

/** What ended with a password. */
function ended({ sessions = 0, api_tokens = 0 }: AuditDetails, { count }: Figures): string {
  return `; ended: ${count(sessions, 'session')}, ${count(api_tokens, 'API token')}`
}

function amount({ files = 0, bytes = 0 }: AuditDetails, { count, size }: Figures): string {
  return `${count(files, 'file')} (${size(bytes)})`
}

function arrived(details: AuditDetails, figures: Figures): string {
  const { files = 0, refused = 0, email, is_cut_off = false } = details
  const from = email === undefined ? '' : ` from ${email}, a verified address`
  const came = files === 0 ? '' : `${amount(details, figures)} arrived${from}`
  const lost = refused === 0 ? '' : `${figures.count(refused, 'file')} refused`
  const cut = is_cut_off ? 'the upload was not finished' : ''
  const sentence = [came, lost, cut].filter((one) => one !== '').join('; ')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** `files` begun and `completed` of one line need not be the same ones: a long download ends in a later line. */
function loaded(details: AuditDetails, figures: Figures): string {
  const { files = 0, completed = 0 } = details
  if (files === 0) return `Download of ${figures.count(completed, 'file')} completed`
  const begun = amount(details, figures)
  if (completed >= files) return `${begun} downloaded`
  return completed === 0 ? `Download of ${begun} begun` : `Download of ${begun} begun, ${completed} completed`
}

const sentences: Readonly<Record<AuditKind, Sentence>> = {
  'signed-in': 'Signed in',
  'sign-in-failed': 'Sign-in refused: wrong password or disabled account',
  'second-factor-failed': 'Sign-in refused: right password, wrong code',
  'password-failed': 'Wrong password given to confirm a change',
  'signed-out': 'Signed out',
  'api-token-refused': ({ name }) => `API token ${named(name)} refused: expired, or not allowed this`,

  'account-added': 'Account added',
  'account-reset': (details, figures) =>
    `Password replaced, two-factor authentication off${ended(details, figures)}`,
  'account-disabled': (details, figures) => `Account disabled${ended(details, figures)}`,
  'account-enabled': 'Account enabled',
  'account-quota-changed': ({ bytes }, { size }) =>
    bytes === undefined
      ? 'Room of the account set to the server’s default'
      : `Room of the account set to ${bytes === 0 ? 'no limit' : size(bytes)}`,
  'operator-made': 'Made the operator of this server',
  'operator-ended': 'No longer the operator of this server',
  'profile-changed': (details) => changed('Profile', details),
  'email-confirmed': ({ email }) => `E-mail address ${email ?? ''} confirmed`,
  'password-changed': (details, figures) => `Password changed${ended(details, figures)}`,
  'key-password-set': 'Key password set',
  'password-signs-in': 'The password signs in from now on',
  'password-opens-the-key-alone': 'The password opens the key and signs in no more',
  'provider-linked': 'Sign-in by the provider linked',
  'provider-unlinked': 'Sign-in by the provider unlinked',
  'second-factor-on': 'Two-factor authentication switched on',
  'second-factor-off': 'Two-factor authentication switched off',
  'key-set': 'Key pair set',
  'key-replaced': 'Key pair replaced, or its private key sealed anew',
  'recovery-code-made': 'Recovery code made',
  'recovery-code-removed': 'Recovery code removed',
  'recovery-box-fetched': 'Private key fetched, sealed for the recovery code',
  'api-token-made': ({ name }) => `API token ${named(name)} made`,
  'api-token-revoked': ({ name }) => `API token ${named(name)} revoked`,

  'folder-made': 'Folder made',
  'folder-changed': (details) => changed('Folder', details),
  'folder-deleted': ({ files = 0 }, { count }) => `Folder deleted, with ${count(files, 'file')}`,
  'upload-link-replaced': 'Key and upload link replaced',
  'mails-on': 'Own mails switched on',
  'mails-off': 'Own mails switched off',
  'webhook-set': 'Webhook set',
  'webhook-secret-replaced': 'Secret of the webhook replaced',
  'webhook-removed': 'Webhook removed',

  'member-added': (details) => `${named(details.name)} added as ${role(details)}`,
  'member-removed': ({ name }) => `${named(name)} removed`,
  'role-changed': (details) => `${named(details.name)} made ${role(details)}`,
  leaving: ({ name }) => `${named(name)} wants to leave`,
  staying: ({ name }) => `${named(name)} stays after all`,

  upload: arrived,
  'upload-password-failed': 'Upload link: wrong password',
  'upload-code-failed': 'Upload link: wrong or expired code',
  'unfinished-upload-ended': 'Unfinished upload ended',
  'files-deleted': ({ files = 0 }, { count }) => `${count(files, 'file')} deleted`,
  'files-copied': (details, figures) => `${amount(details, figures)} copied into the folder`,

  download: loaded,
  'link-download': (details, figures) => `By link${ofLink(details)}: ${lowerFirst(loaded(details, figures))}`,
  'link-password-failed': (details) => `Download link${ofLink(details)}: wrong password`,
  'link-made': (details, { count }) =>
    `Download link${ofLink(details)} made for ${count(details.files ?? 0, 'file')}`,
  'link-changed': (details) => `Number of uses of a download link${ofLink(details)} changed`,
  'link-deleted': (details) => `Download link${ofLink(details)} deleted`,
  'link-copied': (details) => `Download link${ofLink(details)} copied`,
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** What happened. */
export function eventText({ kind, details }: Pick<AuditEvent, 'kind' | 'details'>, figures: Figures): string {
  const sentence = sentences[kind]
  const text = typeof sentence === 'string' ? sentence : sentence(details, figures)
  const { times = 1 } = details
  return times === 1 ? text : `${text}, at least ${figures.count(times, 'time')} within an hour`
}

/** Who did it. */
export function actorText({ by, actor, api_token }: Pick<AuditEvent, 'by' | 'actor' | 'api_token'>): string {
  if (by === 'command-line') return 'On the server’s command line'
  if (by === 'visitor' || actor === null) return 'A visitor'
  const name = shownText(actor)
  return by === 'api-token' ? `${name}, by the API token ${named(api_token ?? '')}` : name
}

export const historyTexts = {
  loading: 'Loading the history...',
  empty: 'Nothing to show.',
  off: 'This server writes no history down: its operator has switched that off (AUDIT_DAYS=0).',
  kept: (days: number) => `Kept for ${days === 1 ? 'a day' : `${days} days`}, then deleted.`,
}
