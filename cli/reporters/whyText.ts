import { shownText } from '../../contract/shownText.ts'
import type { Fault, FaultCode } from '../../core/faults/fault.ts'
import { faultText } from '../../i18n/errorText.ts'

/** Where the sentence of a page says what to do there. */
const ofCommands: Partial<Record<FaultCode, string>> = {
  'file-changed': 'It changed while it was sent, or is gone. Run the command again to send it as it is now.',
  'stored-otherwise':
    'It was stored as it was before it changed. Run the command again to send it as it is now.',
  'storage-unsafe':
    'The disk with what is remembered of this upload fails. Run the command again with --no-journal.',
}

/** Of one file that is not where it should be. What a server says in its own words commands a terminal as little as names. */
export const whyText = (why: Fault | string): string => shownText(typeof why === 'string' ? why : textOf(why))

function textOf(why: Fault): string {
  if (why.code === 'file-changed' && why.said !== undefined) return why.said
  return ofCommands[why.code] ?? faultText(why)
}
