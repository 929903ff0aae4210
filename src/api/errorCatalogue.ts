import { detail as knownDetail } from '../../contract/errors.ts'
import { type Fault, fault, FaultError } from '../faults/fault.ts'
import { faultOf } from '../faults/faultOf.ts'
import { faultText } from '../texts/errorText.ts'

/** What an error becomes where its sentence is kept. */
export interface ApiFailure extends Fault {
  /** The server's own sentence. */
  detail: string | null
  /** What the user reads. */
  message: string
}

/** A call that failed. */
export class ApiError extends FaultError {
  override readonly name = 'ApiError'
  readonly status: number | null

  constructor(what: Fault) {
    super(what)
    this.message = faultText(what)
    this.status = what.status
  }
}

export const networkFault = fault('unanswered')

export function toFailure(error: unknown): ApiFailure {
  const fault = faultOf(error)
  return { ...fault, detail: fault.said ?? null, message: faultText(fault) }
}

export { isPartMissing } from '../faults/faultOf.ts'
export { isRefusal, isSessionEnd, isUnanswered } from '../faults/kinds.ts'
export { errorText as errorMessage, errorText as queryErrorMessage } from '../texts/errorText.ts'

/** What the screens say of keys. */
export const keyTexts = {
  dataMissing: knownDetail.keyDataMissing,
  passwordRequired: 'Password required to generate and encrypt keys.',
  generationCancelled: 'Key generation cancelled.',
  generationFailed: (reason: string) => `Key generation process failed: ${reason}`,
  missingInput: 'Missing password or key data.',
  notLoaded: 'Key not loaded.',
  unlockFailed: (reason: string) => `Failed to unlock key: ${reason}`,
  passwordNotVerified: 'Password verification failed. Please enter your current login password.',
  restoreCancelled: 'Restore cancelled due to username mismatch.',
  restoreFailed: (reason: string) => `Restore failed: ${reason}`,
  notReencrypted:
    'Your private key was not re-encrypted. The key data on the server might be unusable if the old password was ' +
    'wrong: open it with an older password, restore a backup, or generate new keys in your profile.',
  profileUnavailable: 'Profile unavailable. Please try logging in again.',
} as const
