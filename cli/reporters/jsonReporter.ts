import type { ReportEvent, Reporter } from '../reporter.ts'
import { failureText } from './failureText.ts'

/** Writes a line of JSON per event. Each has `event`, `file`, `bytes` and `total`, null if not applicable. */
export const jsonReporter = (write: (line: string) => void): Reporter => ({
  emit: (event) => write(jsonLine(fieldsOf(event))),
  close: () => undefined,
})

/** The line of the error that ended a command. */
export const jsonErrorLine = (message: string, exitCode: number): string =>
  jsonLine({ ...commonFields, event: 'error', message, exit: exitCode })

/** Escapes characters that control a terminal or end lines, which does not change the value. */
const jsonLine = (value: object): string =>
  `${JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`

const commonFields = { event: '', file: null, bytes: null, total: null }

function fieldsOf({ event, ...more }: ReportEvent): Record<string, unknown> {
  const { why, ...rest } = 'why' in more ? more : { ...more, why: undefined }
  return {
    ...{ ...commonFields, event },
    ...rest,
    ...(why !== undefined && { message: failureText(why) }),
    ...(typeof why === 'object' && { code: why.code }),
  }
}
