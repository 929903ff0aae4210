import { MiB } from '../contract/limits.ts'
import { shownText } from '../contract/shownText.ts'
import type { Fault, FaultCode } from '../core/faults/fault.ts'
import { faultOf } from '../core/faults/faultOf.ts'
import type { English } from './catalogues/en.ts'
import { nameText } from './format.ts'
import { isTextLoaded, t } from './t.ts'

/** Texts for answers without a message of their own, by status. */
const statusTexts = {
  401: 'faults.status401',
  403: 'faults.status403',
  422: 'faults.status422',
  429: 'faults.status429',
} as const

type InFaults = keyof English['faults']
type InMoreFaults = keyof English['moreFaults']
type InOwnFaults = keyof English['ownFaults']

/** Every fault code needs a sentence: one without does not compile. */
type CodeWithText = Exclude<FaultCode, 'refused'>
const textKeysOf = (
  code: CodeWithText extends InFaults | InMoreFaults | InOwnFaults ? CodeWithText : never,
) =>
  [
    `faults.${code as CodeWithText & InFaults}`,
    `moreFaults.${code as CodeWithText & InMoreFaults}`,
    `ownFaults.${code as CodeWithText & InOwnFaults}`,
  ] as const

const hasStatusText = (status: number): status is keyof typeof statusTexts =>
  Object.hasOwn(statusTexts, status)

/** The text of a fault: the sentence for its code, else the server's message, else that for its status. */
export function faultText({ code, status, said: asSaid, values }: Fault): string {
  // One line, whatever a server says: on a terminal a second one would look like this program's own.
  const said =
    asSaid === undefined
      ? ''
      : shownText(
          asSaid
            .split(/[\r\n]+/)
            .join(' ')
            .trim(),
        )
  if (code === 'unexpected' && asSaid !== undefined && said === '') return t('faults.unexpectedSilent')
  // No message needs all values.
  const key = code === 'refused' ? undefined : textKeysOf(code).find(isTextLoaded)
  if (key !== undefined) return t(key, { ...displayValues(values), said, speaks: said === '' ? 'no' : 'yes' })
  if (said !== '') return status !== null && status >= 500 ? t('faults.serverError', { said }) : said
  if (status === null) return t('faults.fallback')
  if (hasStatusText(status)) return t(statusTexts[status])
  const statusText = String(values?.statusText ?? '')
  return t('faults.otherStatus', { status, statusText: statusText || t('faults.noStatusText') })
}

/** Values as the messages take them: hidden characters made visible, no placeholders for names, bytes in whole MiB. */
function displayValues({ bytes, capacity, why, ...others }: NonNullable<Fault['values']> = {}) {
  const megabytes = (size: string | number | undefined) => Math.ceil(Number(size ?? 0) / MiB)
  return {
    ...Object.fromEntries(
      Object.entries(others).map(([name, value]) => [
        name,
        typeof value === 'string' ? shownText(nameText(value)) : value,
      ]),
    ),
    bytes: megabytes(bytes),
    capacity: megabytes(capacity),
    // ICU `select` keys cannot contain a dash.
    why: String(why).replaceAll('-', '_'),
  }
}

/** The text of any thrown value, or of a query's `error`. */
export const errorText = (thrown: unknown): string => faultText(faultOf(thrown))
