import type { Fault } from '../../../core/faults/fault.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'

/** Returns the reason why there is no recipient. */
export const noRecipientText = (fault: Fault): string =>
  fault.code === 'recipientKeyMissing'
    ? faultText(fault)
    : t('upload.noRecipient', { reason: faultText(fault) })
