import type { CallBody } from './call.ts'
import { defaultRetention, type OperatorRules } from './operatorRules.ts'
import type { createFolder, Folder } from './schemas/folders.ts'

/** Days until the upload link of a new folder expires, unless its maker says otherwise. */
export const defaultExpiryDays = 30

/** Members of a new folder that it does not take from its template. The server knows no password. */
export const membersNotTaken = ['title', 'link_password', 'kind', 'roster'] as const

/** Options of a folder for what its owner sends: nobody has to be kept from sending other files. */
export const sentFolderOptions = { kind: 'sent', private_names: true, perform_mime_check: false } as const

type CreateBody = CallBody<typeof createFolder>
type TakenMember = Exclude<keyof CreateBody, (typeof membersNotTaken)[number]>

/** True if the caller may make a new folder with the options of this one. */
export const canBeTemplate = ({ kind, several }: Pick<Folder, 'kind' | 'several'>): boolean =>
  kind !== 'sent' && several?.role !== 'member'

/**
 * Returns what a new folder takes from an existing one. Addresses that the rules do not allow any more are kept, and
 * refused later: without them others might pass.
 */
export const templateOf = (folder: Folder, rules: OperatorRules, now: Date) =>
  ({
    description: folder.description,
    require_email_verification: folder.require_email_verification,
    // The list of a gate that is off would switch it on.
    allowed_emails: folder.require_email_verification ? folder.allowed_emails : null,
    perform_mime_check: folder.perform_mime_check,
    // Older servers do not know it, and take no false either.
    private_names: folder.private_names,
    retention_days: defaultRetention({ ...rules, default_retention_days: folder.retention_days ?? null }),
    notify_by_email: folder.notify_by_email,
    sender_fields: folder.sender_fields,
    quota_bytes: folder.quota_bytes,
    ...expiryOf(folder, now),
  }) satisfies { [Name in TakenMember]: CreateBody[Name] }

interface TemplateExpiry {
  expires_in_days: number | null
  expiration_date: string | null
}

const dayMs = 24 * 3600 * 1000
/** The clock of a client that computed a date may be so far from the server's. */
const clockErrorMs = 60_000

/** Whole days since the creation stay days; a date stays, or becomes the default days once it has passed. */
function expiryOf({ creation_date, expiration_date }: Folder, now: Date): TemplateExpiry {
  if (expiration_date === null) return { expires_in_days: null, expiration_date: null }
  const time = Date.parse(expiration_date)
  const sinceCreation = time - Date.parse(creation_date)
  const days = Math.round(sinceCreation / dayMs)
  const isWhole = Math.abs(sinceCreation - days * dayMs) <= clockErrorMs
  if (days >= 1 && isWhole) return { expires_in_days: days, expiration_date: null }
  return time > now.getTime()
    ? { expires_in_days: null, expiration_date }
    : { expires_in_days: defaultExpiryDays, expiration_date: null }
}
