import { shownLines, shownText } from '../contract/shownText.ts'
import type { Fault, FaultCode } from '../core/faults/fault.ts'
import { faultOf } from '../core/faults/faultOf.ts'
import type { English } from './catalogues/en.ts'
import { isLoaded, t } from './t.ts'

const MiB = 1024 * 1024

/** Of answers that say nothing themselves. */
const ofStatus = {
  401: 'faults.status401',
  403: 'faults.status403',
  422: 'faults.status422',
  429: 'faults.status429',
} as const

type InFaults = keyof English['faults']
type InMoreFaults = keyof English['moreFaults']
type InOwnFaults = keyof English['ownFaults']

/** A code without a sentence does not compile. */
type Said = Exclude<FaultCode, 'refused'>
const keysOf = (code: Said extends InFaults | InMoreFaults | InOwnFaults ? Said : never) =>
  [
    `faults.${code as Said & InFaults}`,
    `moreFaults.${code as Said & InMoreFaults}`,
    `ownFaults.${code as Said & InOwnFaults}`,
  ] as const

const hasText = (status: number): status is keyof typeof ofStatus => Object.hasOwn(ofStatus, status)

/** What people read of a fault: the sentence for its code; else what the server said; else that for its status. */
export function faultText({ code, status, said: asSaid, values }: Fault): string {
  const said = asSaid === undefined ? '' : shownLines(asSaid)
  if (code === 'unexpected' && asSaid !== undefined && said === '') return t('faults.unexpectedSilent')
  // Not one message knows all of it.
  const key = code === 'refused' ? undefined : keysOf(code).find(isLoaded)
  if (key !== undefined) return t(key, { ...shown(values), said, speaks: said === '' ? 'no' : 'yes' })
  if (said !== '') return status !== null && status >= 500 ? t('faults.serverError', { said }) : said
  if (status === null) return t('faults.fallback')
  if (hasText(status)) return t(ofStatus[status])
  const statusText = String(values?.statusText ?? '')
  return t('faults.otherStatus', { status, statusText: statusText || t('faults.noStatusText') })
}

/** Names as they can be read, figures as sentences take them. */
function shown({ bytes, capacity, why, ...others }: NonNullable<Fault['values']> = {}) {
  const megabytes = (size: string | number | undefined) => Math.ceil(Number(size ?? 0) / MiB)
  return {
    ...Object.fromEntries(
      Object.entries(others).map(([name, value]) => [
        name,
        typeof value === 'string' ? shownText(value) : value,
      ]),
    ),
    bytes: megabytes(bytes),
    capacity: megabytes(capacity),
    // A dash ends the names that a message can choose by.
    why: String(why).replaceAll('-', '_'),
  }
}

/** The same of anything thrown, and of what a query calls its error. */
export const errorText = (thrown: unknown): string => faultText(faultOf(thrown))
