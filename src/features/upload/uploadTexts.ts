import type { Fault } from '../../faults/fault.ts'
import { faultText } from '../../texts/errorText.ts'
import { t } from '../../texts/t.ts'

/** Why there is nobody to seal to. */
export const noRecipientText = (fault: Fault): string =>
  fault.code === 'recipientKeyMissing'
    ? faultText(fault)
    : t('upload.noRecipient', { reason: faultText(fault) })
