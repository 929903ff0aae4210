import { allowedEmails } from '../db/folders/folders.ts'
import type { GatePass } from '../db/uploads/gates.ts'
import type { FolderRow, UploadRow } from '../db/schema.ts'
import { normalizeEmail } from '../security/emailCodes.ts'
import { linkPasswordVersion } from '../security/linkPasswords.ts'

export interface RequiredGates {
  password: boolean
  email: boolean
}

/** Gates that were passed and are still valid. */
export interface PassedGates {
  password: boolean
  /** Verified address. */
  email: string | null
}

/** Returns the last field of that name among the first fields of an upload form. */
export type ReadFormField = (
  name: 'link_password' | 'uploader_email' | 'verification_code',
) => string | undefined

export const requiredGates = (
  folder: Pick<FolderRow, 'link_password_hash' | 'require_email_verification'>,
): RequiredGates => ({
  password: folder.link_password_hash !== null,
  email: folder.require_email_verification === 1,
})

type AllowedEmails = Pick<FolderRow, 'allowed_emails'>

/** Returns whether the folder's list, if it has one, contains the address (in its normal form). */
export const isAllowedEmail = (folder: AllowedEmails, address: string): boolean =>
  allowedMailbox(folder, address) !== undefined

/**
 * Address for mails: as it is in the folder's list, or as typed if there is none. Few mail servers distinguish `Anna@`
 * and `anna@`; for those that do, the list decides. Undefined if the list does not contain it.
 */
export function allowedMailbox(folder: AllowedEmails, typed: string): string | undefined {
  const list = allowedEmails(folder)
  if (list === null) return typed
  const address = normalizeEmail(typed)
  return list.find((allowed) => normalizeEmail(allowed) === address)
}

/** Gates of a pass that are still valid at `now`, for the current state of the folder. */
export function gatesStillPassed(
  pass: Omit<GatePass, 'token_hash' | 'folder_id'> | undefined,
  folder: Pick<FolderRow, 'link_password_hash' | 'allowed_emails'>,
  now: string,
): PassedGates {
  const holds = (until: string | null | undefined) => until != null && until > now
  return {
    password:
      holds(pass?.password_until) &&
      folder.link_password_hash !== null &&
      pass?.password_mark === linkPasswordVersion(folder.link_password_hash),
    email:
      holds(pass?.email_until) && pass?.email != null && isAllowedEmail(folder, pass.email)
        ? pass.email
        : null,
  }
}

export const areGatesOpen = (required: RequiredGates, passed: PassedGates): boolean =>
  (!required.password || passed.password) && (!required.email || passed.email !== null)

type FormGateStep =
  | { gate: 'password'; password: string }
  | { gate: 'email'; address: string; code: string }
  /** The form is refused. */
  | { gate: 'closed' }

/** Steps in order, the password before the code, which works once. An address in the form must be proved anew. */
export function gateStepsOfForm(
  required: RequiredGates,
  passed: PassedGates,
  field: ReadFormField,
): FormGateStep[] {
  const steps: FormGateStep[] = []
  if (required.password && !passed.password) {
    const password = field('link_password')
    if (password === undefined) return [{ gate: 'closed' }]
    steps.push({ gate: 'password', password })
  }
  const address = field('uploader_email')
  const isProved = address === undefined ? passed.email !== null : normalizeEmail(address) === passed.email
  if (!required.email || isProved) return steps
  const code = field('verification_code')
  if (address === undefined || code === undefined) return [...steps, { gate: 'closed' }]
  return [...steps, { gate: 'email', address, code }]
}

/** An upload begun with a verified address belongs to that address, and one from the folder's page to its person. */
export const mayContinueUpload = (
  folder: Pick<FolderRow, 'link_password_hash' | 'require_email_verification'>,
  upload: Pick<UploadRow, 'uploader_email' | 'sent_by'>,
  { email, sentBy }: { email: string | null; sentBy: number | null },
): boolean =>
  upload.sent_by === sentBy &&
  (!requiredGates(folder).email || upload.uploader_email === null || upload.uploader_email === email)
