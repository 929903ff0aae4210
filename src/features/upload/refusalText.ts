import { shownLines } from '../../../contract/shownText.ts'
import type { Fault } from '../../faults/fault.ts'
import { faultText } from '../../texts/errorText.ts'
import { t } from '../../texts/t.ts'
import type { Refusal } from './uploadEvents.ts'

/** What is said at a gate of what was not taken there. */
export function refusalText({ attempt, fault }: Refusal): string {
  if (attempt === 'code') return codeRefusalText(fault)
  const text = faultText(fault)
  return attempt === 'code-again' ? t('upload.resendFailed', { reason: text }) : text
}

function codeRefusalText({ said }: Fault): string {
  if (said === undefined || said === '') return t('upload.codeFailed')
  return /invalid|expired/i.test(said) ? t('upload.codeInvalid') : shownLines(said)
}
