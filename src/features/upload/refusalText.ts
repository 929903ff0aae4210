import { shownLines } from '../../../contract/shownText.ts'
import type { Fault } from '../../faults/fault.ts'
import { faultText } from '../../texts/errorText.ts'
import type { Refusal } from './uploadEvents.ts'
import { gateTexts } from './uploadTexts.ts'

/** What is said at a gate of what was not taken there. */
export function refusalText({ attempt, fault }: Refusal): string {
  if (attempt === 'code') return codeRefusalText(fault)
  const text = faultText(fault)
  return attempt === 'code-again' ? `${gateTexts.resendFailed}: ${text}` : text
}

function codeRefusalText({ said }: Fault): string {
  if (said === undefined || said === '') return gateTexts.codeFailed
  return /invalid|expired/i.test(said) ? gateTexts.codeInvalid : shownLines(said)
}
