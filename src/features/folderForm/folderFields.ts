import { defaultExpiryDays, templateOf } from '../../../contract/folderTemplate.ts'
import { GiB } from '../../../contract/limits.ts'
import {
  defaultRetention,
  noRules,
  type OperatorRules,
  type RuledFolder,
} from '../../../contract/operatorRules.ts'
import type { Folder, FolderPayload, FolderUpdatePayload } from '../../../contract/schemas/folders.ts'
import { serverNow } from '../../api/serverClock.ts'
import { splitEmails } from '../../../contract/typedText.ts'
import { dateTimeLocal } from '../../forms/dateTimeLocal.ts'
import { type SenderFieldDraft, draftOf, fieldOf } from './senderFieldDrafts.ts'

export type ExpirationMode = 'none' | 'date' | 'days'

/** Values of the form, as typed. */
export interface FolderFields {
  title: string
  description: string
  /** True to set a password, or to change or remove the one that the folder has. */
  passwordProtection: boolean
  password: string
  confirmPassword: string
  requireEmail: boolean
  /** Addresses, separated by commas. */
  allowedEmails: string
  performMimeCheck: boolean
  /** True if senders tell the server no names. */
  privateNames: boolean
  notifyByEmail: boolean
  expirationMode: ExpirationMode
  /** Value of a datetime-local input: local time without zone. */
  expirationDate: string
  expiresInDays: string
  isActive: boolean
  limitsSize: boolean
  /** Size in GB, as typed. */
  maxSize: string
  senderFields: SenderFieldDraft[]
  /** When files are deleted: after `retentionDays` for 'own', else after so many days. */
  retention: RetentionMode
  retentionDays: string
}

export type RetentionMode = 'never' | 'own' | `${(typeof retentionPresets)[number]}`

/** Days to choose from. */
export const retentionPresets = [7, 30, 90] as const

const defaultDays = String(defaultExpiryDays)

export const newFolderFields: FolderFields = {
  title: '',
  description: '',
  passwordProtection: false,
  password: '',
  confirmPassword: '',
  requireEmail: false,
  allowedEmails: '',
  performMimeCheck: true,
  privateNames: true,
  notifyByEmail: false,
  expirationMode: 'days',
  expirationDate: '',
  expiresInDays: defaultDays,
  isActive: true,
  limitsSize: false,
  maxSize: '',
  senderFields: [],
  retention: 'never',
  retentionDays: '',
}

/** Returns the values that a new folder begins with on a server with these rules. @param getsMail mails reach its owner */
export const fieldsOfNew = (rules: OperatorRules, getsMail: boolean): FolderFields => ({
  ...newFolderFields,
  notifyByEmail: getsMail,
  ...retentionFields(defaultRetention(rules)),
})

function retentionFields(days: number | null): Pick<FolderFields, 'retention' | 'retentionDays'> {
  if (days === null) return { retention: 'never', retentionDays: '' }
  const preset = retentionPresets.find((one) => one === days)
  return preset
    ? { retention: `${preset}`, retentionDays: '' }
    : { retention: 'own', retentionDays: String(days) }
}

/** Returns the days after which files are deleted, NaN if invalid; null if they stay. */
export function retentionDaysOf({ retention, retentionDays }: FolderFields): number | null {
  if (retention === 'never') return null
  const typed = retention === 'own' ? retentionDays.trim() : retention
  return typed === '' ? NaN : Number(typed)
}

/** Returns the choices that the rules leave, and the one that the folder has. */
export function offeredRetention(
  { max_retention_days: max = null }: OperatorRules,
  current: RetentionMode,
): RetentionMode[] {
  const presets = retentionPresets.filter((days) => days <= (max ?? Infinity) || `${days}` === current)
  const hasNever = max === null || current === 'never'
  return [...(hasNever ? (['never'] as const) : []), ...presets.map((days) => `${days}` as const), 'own']
}

/** Returns the values of an existing folder. An unticked option keeps its password, which is unknown. */
export function fieldsOf(folder: Folder): FolderFields {
  return {
    ...newFolderFields,
    title: folder.title,
    description: folder.description ?? '',
    requireEmail: folder.require_email_verification,
    allowedEmails: folder.allowed_emails?.join(', ') ?? '',
    performMimeCheck: folder.perform_mime_check,
    privateNames: folder.private_names === true,
    senderFields: folder.sender_fields.map(draftOf),
    notifyByEmail: folder.notify_by_email,
    expirationMode: folder.expiration_date === null ? 'none' : 'date',
    expirationDate: folder.expiration_date === null ? '' : localDateTimeOf(folder.expiration_date),
    expiresInDays: '',
    isActive: folder.is_active,
    limitsSize: folder.quota_bytes !== null,
    maxSize: folder.quota_bytes === null ? '' : String(Number((folder.quota_bytes / GiB).toFixed(6))),
    ...retentionFields(folder.retention_days ?? null),
  }
}

/** Returns the values that a new folder like an existing one begins with. */
export function fieldsLike(folder: Folder, rules: OperatorRules): FolderFields {
  const { expires_in_days, retention_days, ...taken } = templateOf(folder, rules, new Date(serverNow()))
  const like = { ...folder, ...taken, retention_days: retention_days ?? undefined }
  return {
    ...fieldsOf({ ...like, title: '', is_active: true }),
    passwordProtection: folder.has_password,
    ...(expires_in_days !== null && { expirationMode: 'days', expiresInDays: String(expires_in_days) }),
  }
}

function localDateTimeOf(iso: string): string {
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? '' : dateTimeLocal(time)
}

/** Changes the mode and clears the value of the previous one. */
export function withExpirationMode(fields: FolderFields, mode: ExpirationMode): FolderFields {
  return {
    ...fields,
    expirationMode: mode,
    expirationDate: '',
    expiresInDays: mode === 'days' ? defaultDays : '',
  }
}

export const isPast = (localTime: string): boolean => Date.parse(localTime) < serverNow()

/** True if saving these values removes the folder's password, which needs a confirmation. */
export const removesPassword = (fields: FolderFields, hasPassword: boolean): boolean =>
  hasPassword && fields.passwordProtection && fields.password === ''

/** Returns what the operator's rules check of a folder with these values. */
export const toRuledFolder = (fields: FolderFields, hadPassword: boolean): RuledFolder => ({
  isOpen: fields.isActive && !(fields.expirationMode === 'date' && isPast(fields.expirationDate)),
  hasPassword: fields.passwordProtection ? fields.password !== '' : hadPassword,
  requiresEmail: fields.requireEmail,
  addresses: splitEmails(fields.allowedEmails),
  retentionDays: retentionDaysOf(fields),
})

/** Returns the fields that create and update share. It has days or a date, never both. */
function commonPayload(fields: FolderFields) {
  return {
    title: fields.title.trim(),
    ...(fields.passwordProtection && { link_password: fields.password }),
    ...(fields.expirationMode === 'days' && { expires_in_days: Number(fields.expiresInDays) }),
  }
}

/** Returns the bytes of a typed size in GB; NaN if invalid. */
export const parseGigabytes = (typed: string): number =>
  /^[0-9]+([.,][0-9]+)?$/.test(typed.trim()) ? Math.round(Number(typed.trim().replace(',', '.')) * GiB) : NaN

const isoDate = ({ expirationDate }: FolderFields) => new Date(expirationDate).toISOString()

/** Returns the allowed addresses; null for any verified address. */
function allowedEmailsOf({ allowedEmails }: FolderFields): string[] | null {
  const addresses = splitEmails(allowedEmails)
  return addresses.length === 0 ? null : addresses
}

/** Converts valid values to a request. Without expiration it has neither days nor date. */
export function toCreatePayload(fields: FolderFields, rules: OperatorRules = noRules): FolderPayload {
  const description = fields.description.trim()
  return {
    ...commonPayload(fields),
    ...(description !== '' && { description }),
    require_email_verification: fields.requireEmail,
    allowed_emails: fields.requireEmail ? allowedEmailsOf(fields) : null,
    perform_mime_check: fields.performMimeCheck,
    ...(fields.privateNames && { private_names: true }),
    notify_by_email: fields.notifyByEmail,
    ...(fields.expirationMode === 'date' && { expiration_date: isoDate(fields) }),
    ...(fields.limitsSize && { quota_bytes: parseGigabytes(fields.maxSize) }),
    ...(fields.senderFields.length > 0 && { sender_fields: fields.senderFields.map(fieldOf) }),
    // An older instance of the server would refuse it.
    ...(rules.max_retention_days !== undefined && { retention_days: retentionDaysOf(fields) }),
  }
}

/**
 * Converts valid values to an update of what differs from the version that the form began with: another owner
 * may have changed the rest meanwhile. A blank description and no expiration clear the stored values. The list
 * of addresses comes with verification, and is omitted while that is off.
 * @param attempts values of earlier attempts, which may have been saved although no response came
 */
export function toUpdatePayload(
  fields: FolderFields,
  initialFields: FolderFields,
  attempts: readonly FolderFields[] = [],
): FolderUpdatePayload {
  const isChanged = (name: keyof FolderFields) =>
    [initialFields, ...attempts].some(
      (earlier) => JSON.stringify(earlier[name]) !== JSON.stringify(fields[name]),
    )
  const { requireEmail, limitsSize, expirationMode } = fields
  return {
    ...commonPayload(fields),
    ...(isChanged('description') && { description: fields.description.trim() || null }),
    ...((isChanged('requireEmail') || (requireEmail && isChanged('allowedEmails'))) && {
      require_email_verification: requireEmail,
      ...(requireEmail && { allowed_emails: allowedEmailsOf(fields) }),
    }),
    ...(isChanged('performMimeCheck') && { perform_mime_check: fields.performMimeCheck }),
    ...(isChanged('privateNames') && { private_names: fields.privateNames }),
    ...(isChanged('notifyByEmail') && { notify_by_email: fields.notifyByEmail }),
    ...(isChanged('isActive') && { is_active: fields.isActive }),
    ...(isChanged('senderFields') && { sender_fields: fields.senderFields.map(fieldOf) }),
    ...((isChanged('retention') || isChanged('retentionDays')) && {
      retention_days: retentionDaysOf(fields),
    }),
    ...(isChanged('limitsSize') && !limitsSize && { quota_bytes: null }),
    ...(limitsSize &&
      (isChanged('limitsSize') || isChanged('maxSize')) && { quota_bytes: parseGigabytes(fields.maxSize) }),
    ...(isChanged('expirationMode') && expirationMode === 'none' && { expiration_date: null }),
    ...(expirationMode === 'date' &&
      (isChanged('expirationMode') || isChanged('expirationDate')) && { expiration_date: isoDate(fields) }),
  }
}
