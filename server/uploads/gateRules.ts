import { allowedEmails } from '../db/folders.ts'
import type { GatePass } from '../db/gates.ts'
import type { FolderRow, UploadRow } from '../db/schema.ts'
import { normalAddress } from '../security/emailAddresses.ts'
import { passwordMark } from '../security/uploadPassword.ts'

/** What the folder asks for. */
export interface AskedGates {
  password: boolean
  email: boolean
}

/** What was passed and still holds. */
export interface PassedGates {
  password: boolean
  /** The verified address. */
  email: string | null
}

/** The last field of that name before all others of an upload form. */
export type FormField = (name: 'link_password' | 'uploader_email' | 'verification_code') => string | undefined

export const askedGates = (
  folder: Pick<FolderRow, 'link_password_hash' | 'require_email_verification'>,
): AskedGates => ({
  password: folder.link_password_hash !== null,
  email: folder.require_email_verification === 1,
})

type Listing = Pick<FolderRow, 'allowed_emails'>

/** Whether the list of the folder, if there is one, has the address (in its normal form). */
export const isAllowed = (folder: Listing, address: string): boolean =>
  mailboxOf(folder, address) !== undefined

/**
 * Where mail for an address goes: as it stands in the folder's list, or as it was typed where there is none. Few mail
 * servers tell `Anna@` from `anna@`; there the list decides who is meant. Undefined: the list does not have it.
 */
export function mailboxOf(folder: Listing, typed: string): string | undefined {
  const list = allowedEmails(folder)
  if (list === null) return typed
  const address = normalAddress(typed)
  return list.find((allowed) => normalAddress(allowed) === address)
}

/** What of a pass holds at `now`, for the folder as it is then. */
export function stillPassed(
  pass: Omit<GatePass, 'token_hash' | 'folder_id'> | undefined,
  folder: Pick<FolderRow, 'link_password_hash' | 'allowed_emails'>,
  now: string,
): PassedGates {
  const holds = (until: string | null | undefined) => until != null && until > now
  return {
    password:
      holds(pass?.password_until) &&
      folder.link_password_hash !== null &&
      pass?.password_mark === passwordMark(folder.link_password_hash),
    email:
      holds(pass?.email_until) && pass?.email != null && isAllowed(folder, pass.email) ? pass.email : null,
  }
}

export const isOpen = (asked: AskedGates, passed: PassedGates): boolean =>
  (!asked.password || passed.password) && (!asked.email || passed.email !== null)

/** What is to be done with the form of an upload before it is let in. */
export type FormStep =
  | { gate: 'password'; password: string }
  | { gate: 'email'; address: string; code: string }
  /** It is refused. */
  | { gate: 'closed' }

/**
 * In their order: the password first, for a code works only once and must not be used up for nothing. Fields for a gate
 * that the cookie has opened are not looked at; but a form that names an address is held to that address.
 */
export function formSteps(asked: AskedGates, passed: PassedGates, field: FormField): FormStep[] {
  const steps: FormStep[] = []
  if (asked.password && !passed.password) {
    const password = field('link_password')
    if (password === undefined) return [{ gate: 'closed' }]
    steps.push({ gate: 'password', password })
  }
  const address = field('uploader_email')
  const isProved = address === undefined ? passed.email !== null : normalAddress(address) === passed.email
  if (!asked.email || isProved) return steps
  const code = field('verification_code')
  if (address === undefined || code === undefined) return [...steps, { gate: 'closed' }]
  return [...steps, { gate: 'email', address, code }]
}

/** Whether the caller may go on with an upload: one that was begun under a verified address is that address's alone. */
export const mayContinue = (
  folder: Pick<FolderRow, 'link_password_hash' | 'require_email_verification'>,
  upload: Pick<UploadRow, 'uploader_email'>,
  email: string | null,
): boolean => !askedGates(folder).email || upload.uploader_email === null || upload.uploader_email === email
