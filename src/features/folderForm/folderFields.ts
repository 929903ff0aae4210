import type { FolderPayload } from '../../../contract/folders.ts'
import { maxDescriptionLength, maxTitleLength } from '../../../contract/limits.ts'

export type ExpirationMode = 'none' | 'date' | 'days'

/** What the form holds, as it was typed. */
export interface FolderFields {
  title: string
  description: string
  performMimeCheck: boolean
  expirationMode: ExpirationMode
  /** Of a datetime-local input: local time without zone. */
  expirationDate: string
  expiresInDays: string
}

const defaultDays = '30'

export const newFolder: FolderFields = {
  title: '',
  description: '',
  performMimeCheck: true,
  expirationMode: 'days',
  expirationDate: '',
  expiresInDays: defaultDays,
}

/** Another mode clears the value of the one before. */
export function withExpirationMode(fields: FolderFields, mode: ExpirationMode): FolderFields {
  return {
    ...fields,
    expirationMode: mode,
    expirationDate: '',
    expiresInDays: mode === 'days' ? defaultDays : '',
  }
}

export type FieldErrors = Partial<Record<keyof FolderFields, string>>

const localDateTime = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/
/** The contract takes no more. */
const maxDays = 36_500

/** What is wrong with which field; empty when the folder can be saved. */
export function checkFolder(fields: FolderFields): FieldErrors {
  const errors: FieldErrors = {}
  const title = fields.title.trim()
  if (title === '') errors.title = 'Title is required.'
  else if (title.length > maxTitleLength) errors.title = `At most ${maxTitleLength} characters.`
  if (fields.description.trim().length > maxDescriptionLength)
    errors.description = `At most ${maxDescriptionLength} characters.`

  if (fields.expirationMode === 'date') {
    if (!localDateTime.test(fields.expirationDate)) errors.expirationDate = 'Invalid date format entered.'
    else if (Number.isNaN(Date.parse(fields.expirationDate)))
      errors.expirationDate = 'Invalid date/time value.'
  }
  if (fields.expirationMode === 'days') {
    const days = Number(fields.expiresInDays)
    if (!Number.isInteger(days) || days < 1)
      errors.expiresInDays = 'Enter a whole number of days, at least 1.'
    else if (days > maxDays) errors.expiresInDays = `At most ${maxDays} days.`
  }
  return errors
}

export const isPast = (localTime: string, now = Date.now()): boolean => Date.parse(localTime) < now

/** Of fields without errors. Days and date never travel together; no expiry sends neither. */
export function toPayload(fields: FolderFields): FolderPayload {
  const payload: FolderPayload = {
    title: fields.title.trim(),
    perform_mime_check: fields.performMimeCheck,
    require_email_verification: false,
    allowed_emails: null,
  }
  const description = fields.description.trim()
  if (description !== '') payload.description = description
  if (fields.expirationMode === 'days') payload.expires_in_days = Number(fields.expiresInDays)
  if (fields.expirationMode === 'date')
    payload.expiration_date = new Date(fields.expirationDate).toISOString()
  return payload
}
