import { shownText } from '../../contract/shownText.ts'
import type { Fault, FaultCode } from '../../core/faults/fault.ts'
import { faultText } from '../../i18n/errorText.ts'

/** Texts in place of those that refer to a page of the browser. */
const commandLineTexts: Partial<Record<FaultCode, string>> = {
  'file-changed':
    'It was changed or removed while it was sent. Run the command again to send it as it is now.',
  'stored-otherwise':
    'It was stored as it was before it was changed. Run the command again to send it as it is now.',
  'storage-unsafe':
    'What is needed to resume cannot be stored on this disk. Run the command again with --no-journal.',
}

/** The reason for a failed file, sanitized: a server's message must not control the terminal. */
export const failureText = (why: Fault | string): string =>
  shownText(typeof why === 'string' ? why : textOf(why))

function textOf(why: Fault): string {
  if (why.code === 'file-changed' && why.said !== undefined) return why.said
  return commandLineTexts[why.code] ?? faultText(why)
}
