import { shownText } from '../../contract/shownText.ts'
import type { Fault, FaultCode } from '../../core/faults/fault.ts'
import { faultText } from '../../i18n/errorText.ts'

/** Replaces sentences that refer to a page. */
const commandLineTexts: Partial<Record<FaultCode, string>> = {
  'file-changed': 'It changed while it was sent, or is gone. Run the command again to send it as it is now.',
  'stored-otherwise':
    'It was stored as it was before it changed. Run the command again to send it as it is now.',
  'storage-unsafe':
    'The disk with what is remembered of this upload fails. Run the command again with --no-journal.',
}

/** The reason for a failed file, sanitized: a server's message must not control the terminal. */
export const failureText = (why: Fault | string): string =>
  shownText(typeof why === 'string' ? why : textOf(why))

function textOf(why: Fault): string {
  if (why.code === 'file-changed' && why.said !== undefined) return why.said
  return commandLineTexts[why.code] ?? faultText(why)
}
