import type { Fault } from '../../../../core/faults/fault.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import { t } from '../../../../i18n/t.ts'

/** The stage at which a file failed: before any byte was sent, its request, or the server's verdict. */
export interface FileFailure {
  readonly stage: 'key' | 'hashing' | 'encrypting' | 'request' | 'server'
  readonly fault: Fault
}

/** Returns the error of a row, and the reason if the error does not contain it. */
export function failureText({ stage, fault }: FileFailure): { error: string; reason: string | null } {
  const text = faultText(fault)
  if (stage === 'request') return { error: t('upload.callFailed'), reason: text }
  // These messages already contain the reason.
  if (stage === 'server' || stage === 'key' || fault.code === 'type-mismatch')
    return { error: text, reason: null }
  if (stage === 'hashing') return { error: t('upload.hashingFailed'), reason: text }
  return { error: t('upload.encryptionFailed', { reason: text }), reason: null }
}

/** True if the file failed before any of its bytes were sent. */
export const failedBeforeSending = ({ stage }: FileFailure): boolean =>
  stage === 'hashing' || stage === 'encrypting'

/** True if the server would refuse the file again: its content contradicts name or confirmation. */
export const isRefused = (failure: FileFailure): boolean =>
  failure.fault.code === 'type-mismatch' || isFinalFailure(failure)

/** True if the file would fail again in the same batch, so that its sent parts are useless. */
export const isFinalFailure = ({ fault: { code } }: FileFailure): boolean =>
  code === 'stored-otherwise' || code === 'notEncrypted'

export const noRecipientText = (fault: Fault): string =>
  fault.code === 'recipientKeyMissing'
    ? faultText(fault)
    : t('upload.noRecipient', { reason: faultText(fault) })
