import { shownLines } from '../../../contract/shownText.ts'
import type { Fault } from '../../../core/faults/fault.ts'
import type { GateRefusal } from '../../../core/link/step.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'

export function gateRefusalText({ attempt, fault }: GateRefusal): string {
  if (attempt === 'code') return codeRefusalText(fault)
  const text = faultText(fault)
  return attempt === 'code-again' ? t('gate.resendFailed', { reason: text }) : text
}

function codeRefusalText(fault: Fault): string {
  const { code, said } = fault
  if (code !== 'refused') return faultText(fault)
  if (said === undefined || said === '') return t('gate.codeFailed')
  return /invalid|expired/i.test(said) ? t('faults.badCode') : shownLines(said)
}
