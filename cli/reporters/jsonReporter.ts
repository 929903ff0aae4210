import type { ReportEvent, Reporter } from '../reporter.ts'
import { failureText } from './failureText.ts'

/** Writes a line of JSON per event: `event`, `file`, `bytes` and `total` always, null if not applicable. */
export const jsonReporter = (write: (line: string) => void): Reporter => ({
  emit: (event) => write(jsonLine(fieldsOf(event))),
  close: () => undefined,
})

/** Escapes characters that control a terminal or end lines; the JSON value is the same. */
export const jsonLine = (value: object): string =>
  `${JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`

function fieldsOf({ event, ...more }: ReportEvent): Record<string, unknown> {
  const { why, ...rest } = 'why' in more ? more : { ...more, why: undefined }
  return {
    ...{ event, file: null, bytes: null, total: null },
    ...rest,
    ...(why !== undefined && { message: failureText(why) }),
    ...(typeof why === 'object' && { code: why.code }),
  }
}
