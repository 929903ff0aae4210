import type { Fault } from '../../../core/faults/fault.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'

/** Why there is nobody to seal to. */
export const noRecipientText = (fault: Fault): string =>
  fault.code === 'recipientKeyMissing'
    ? faultText(fault)
    : t('upload.noRecipient', { reason: faultText(fault) })
