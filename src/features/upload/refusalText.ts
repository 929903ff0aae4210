import { shownLines } from '../../../contract/shownText.ts'
import type { Fault } from '../../../core/faults/fault.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import type { Refusal } from './uploadEvents.ts'

/** Returns the error of a refused attempt at a gate. */
export function refusalText({ attempt, fault }: Refusal): string {
  if (attempt === 'code') return codeRefusalText(fault)
  const text = faultText(fault)
  return attempt === 'code-again' ? t('upload.resendFailed', { reason: text }) : text
}

function codeRefusalText({ said }: Fault): string {
  if (said === undefined || said === '') return t('upload.codeFailed')
  return /invalid|expired/i.test(said) ? t('faults.badCode') : shownLines(said)
}
