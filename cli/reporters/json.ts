import type { Happening, Reporter } from '../report.ts'
import { whyText } from './whyText.ts'

/** A line of JSON for each thing that happens: `event`, `file`, `bytes` and `total` always, null where they do not apply. */
export const jsonReporter = (write: (line: string) => void): Reporter => ({
  tell: (what) => write(jsonLine(lineOf(what))),
  close: () => undefined,
})

/** What commands a terminal when somebody looks at it, or ends lines elsewhere, is written by its number: the value is the same. */
export const jsonLine = (value: object): string =>
  `${JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`

function lineOf({ event, ...more }: Happening): Record<string, unknown> {
  const { why, ...rest } = 'why' in more ? more : { ...more, why: undefined }
  return {
    ...{ event, file: null, bytes: null, total: null },
    ...rest,
    ...(why !== undefined && { message: whyText(why) }),
    ...(typeof why === 'object' && { code: why.code }),
  }
}
