import type { Fault } from '../../../core/faults/fault.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'

/** Where a file failed: at which step before anything of it was sent, by its request, or by the server's verdict. */
export interface Failure {
  readonly at: 'key' | 'hashing' | 'encrypting' | 'request' | 'server'
  readonly fault: Fault
}

/** What a row says of its failure, and the reason where those words leave it out. */
export function failureText({ at, fault }: Failure): { error: string; reason: string | null } {
  const text = faultText(fault)
  if (at === 'request') return { error: t('upload.callFailed'), reason: text }
  // These say all there is to say.
  if (at === 'server' || at === 'key' || fault.code === 'type-mismatch') return { error: text, reason: null }
  if (at === 'hashing') return { error: t('upload.hashingFailed'), reason: text }
  return { error: t('upload.encryptionFailed', { reason: text }), reason: null }
}

/** Before anything of the file was sent. */
export const isOfProcessing = ({ at }: Failure): boolean => at === 'hashing' || at === 'encrypting'

/** Sent again, the file is refused again: its content contradicts its name, or is not what was confirmed. */
export const isRefused = (failure: Failure): boolean =>
  failure.fault.code === 'type-mismatch' || isFinal(failure)

/** Sent again in the same batch, the file meets the same verdict: what was sent of it is of no use. */
export const isFinal = ({ fault: { code } }: Failure): boolean =>
  code === 'stored-otherwise' || code === 'notEncrypted'
