import type { AuditDetails, AuditEvent } from '../contract/schemas/audit.ts'
import type { AuditGroup } from '../contract/auditKinds.ts'
import { shownText } from '../contract/shownText.ts'
import { formatBytes, formatList } from './format.ts'
import { type TextKey, t } from './t.ts'

/** Texts of the history's entries. */

export const auditGroupKeys = {
  'sign-in': 'history.groupSignIn',
  account: 'history.groupAccount',
  folder: 'history.groupFolder',
  people: 'people.title',
  uploads: 'history.groupUploads',
  files: 'history.groupFiles',
  downloads: 'share.downloads',
  links: 'history.groupLinks',
} as const satisfies Record<AuditGroup, TextKey>

const settingKeys: Readonly<Partial<Record<string, TextKey>>> = {
  title: 'history.settingTitle',
  description: 'history.settingDescription',
  expiration_date: 'history.settingExpiry',
  is_active: 'history.settingActive',
  perform_mime_check: 'history.settingMimeCheck',
  private_names: 'history.settingPrivateNames',
  retention_days: 'history.settingRetention',
  link_password: 'history.settingPassword',
  require_email_verification: 'history.settingVerification',
  allowed_emails: 'history.settingAllowed',
  max_downloads: 'history.settingUses',
  password: 'history.settingPassword',
  address: 'history.settingAddress',
  files: 'history.settingFiles',
  quota_bytes: 'history.settingQuota',
  notify_by_email: 'history.settingMail',
  sender_fields: 'history.settingSenderFields',
  username: 'history.settingUsername',
  email: 'history.settingEmail',
  name: 'history.settingName',
  logo: 'history.settingLogo',
  accent: 'history.settingAccent',
  greeting: 'history.settingGreeting',
  imprint_url: 'history.settingImprint',
  privacy_url: 'history.settingPrivacy',
  support: 'history.settingSupport',
  display_name: 'history.settingDisplayName',
  wants_reminders: 'history.settingReminders',
  require_link_password: 'history.settingPassword',
  max_link_days: 'history.settingRuleLinkDays',
  require_named_people: 'history.settingRuleNamedPeople',
  max_link_uses: 'history.settingRuleLinkUses',
  require_upload_gate: 'history.settingRuleUploadGate',
  email_domains: 'history.settingRuleDomains',
  default_retention_days: 'history.settingRuleDefaultRetention',
  max_retention_days: 'history.settingRuleMaxRetention',
} satisfies Record<string, TextKey>

/** The changed settings; names that this version does not know are shown as they are. */
const changedSettingsText = ({ changed: names = [] }: AuditDetails): string =>
  names
    .map((name) => {
      const key = Object.hasOwn(settingKeys, name) ? settingKeys[name] : undefined
      return key === undefined ? name : t(key)
    })
    .join(', ')

function uploadText({ files = 0, bytes = 0, refused = 0, email, is_cut_off }: AuditDetails) {
  const clauses: string[] = []
  if (files > 0) {
    const figures = { files, size: formatBytes(bytes) }
    clauses.push(
      email === undefined ? t('history.arrived', figures) : t('history.arrivedFrom', { ...figures, email }),
    )
  }
  if (refused > 0) clauses.push(t('history.refused', { files: refused }))
  if (is_cut_off) clauses.push(t(clauses.length > 0 ? 'history.cutOff' : 'history.onlyCutOff'))
  return clauses.join('; ')
}

/** Names of files that a page knows, by id. */
export type NamesById = ReadonlyMap<number, string>

const maxNamed = 3

/** 'a.txt, b.txt and 12 more files'; the number alone where a name is unknown. */
function filesText(count: number, { file_ids: ids = [] }: AuditDetails, fileNames: NamesById): string {
  const names = ids.slice(0, Math.min(maxNamed, count)).map((id) => fileNames.get(id))
  const areKnown = names.length > 0 && names.every((name) => name !== undefined)
  if (!areKnown) return t('history.files', { count })
  const rest = count - names.length
  return formatList([...names.map(shownText), ...(rest > 0 ? [t('history.moreFiles', { count: rest })] : [])])
}

/** Entries of earlier builds may begin some `files` and complete others. */
function downloadText({ details, ...by }: ActorOf, fileNames: NamesById): string {
  const { files = 0, completed = 0, bytes = 0, email } = details
  const who = email ?? actorText(by)
  if (files === 0) return t('history.completed', { who, files: filesText(completed, details, fileNames) })
  const begun = { who, files: filesText(files, details, fileNames), size: formatBytes(bytes) }
  if (completed >= files) return t(details.preview ? 'history.looked' : 'history.downloaded', begun)
  return completed === 0
    ? t('history.begun', begun)
    : t('history.begunSomeCompleted', { ...begun, completed })
}

/** The beginning of a link's token and the address of a named person in brackets, or '' if unknown. */
const linkOf = ({ link, email }: AuditDetails): string =>
  link === undefined ? '' : ` (${[`${link}…`, ...(email === undefined ? [] : [email])].join(', ')})`

/** Values for every kind of text; each text uses some of them. */
const valuesOf = (details: AuditDetails) => ({
  name: shownText(details.name ?? ''),
  email: details.email ?? '',
  role: details.role ?? 'member',
  changed: changedSettingsText(details),
  files: details.files ?? 0,
  size: formatBytes(details.bytes ?? 0),
  quota: details.bytes === undefined ? 'default' : details.bytes === 0 ? 'none' : 'some',
  sessions: details.sessions ?? 0,
  tokens: details.api_tokens ?? 0,
  link: linkOf(details),
  people: details.people ?? 0,
  added: details.people_added ?? 0,
  removed: details.people_removed ?? 0,
})

function singleEventText({ kind, ...event }: TextEvent, fileNames: NamesById): string {
  const { details } = event
  switch (kind) {
    case 'upload':
      return uploadText(details)
    case 'download':
    case 'link-download':
      return downloadText(event, fileNames)
    case 'link-changed':
      // Older entries do not name what was changed: the uses.
      return t('audit.link-changed', valuesOf({ changed: ['max_downloads'], ...details }))
    default:
      return t(`audit.${kind}`, valuesOf(details))
  }
}

type ActorOf = Pick<AuditEvent, 'by' | 'actor' | 'api_token' | 'details'>
type TextEvent = ActorOf & Pick<AuditEvent, 'kind'>

const noNames: NamesById = new Map()

/** Says what happened. */
export function auditEventText(event: TextEvent, fileNames = noNames): string {
  const text = singleEventText(event, fileNames)
  const { times = 1 } = event.details
  return times === 1 ? text : t('history.repeated', { event: text, times })
}

/** Says who did it, and by which link; '' where the text of the event has said all of that. */
export function auditActorText(event: TextEvent): string {
  const { kind, details } = event
  if (kind === 'download') return ''
  if (kind !== 'link-download') return actorText(event)
  return details.link === undefined ? '' : t('history.byLink', { link: `${details.link}…` })
}

export function actorText({ by, actor, api_token }: Pick<AuditEvent, 'by' | 'actor' | 'api_token'>): string {
  if (by === 'command-line') return t('history.onCommandLine')
  if (by === 'server') return t('history.byServer')
  if (by === 'visitor' || actor === null) return t('history.visitor')
  const name = shownText(actor)
  return by === 'api-token' ? t('history.byToken', { name, token: shownText(api_token ?? '') }) : name
}
