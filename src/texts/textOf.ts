import { shownLines } from '../../contract/shownText.ts'
import type { Fault } from '../faults/fault.ts'
import type { Texts } from './texts.ts'

/** What people read of a fault: the sentence for its code; else what the server said; else that for its status. */
export function textOf({ said: asSaid, ...fault }: Fault, texts: Texts): string {
  const said = asSaid === undefined ? undefined : shownLines(asSaid)
  const sentence = texts.codes[fault.code]
  if (typeof sentence === 'string') return sentence
  if (sentence !== null) return sentence(said === undefined ? fault : { ...fault, said })
  const { status, values } = fault
  if (said !== undefined && said !== '')
    return status !== null && status >= 500 ? texts.serverError(said) : said
  if (status === null) return texts.fallback
  return texts.statuses[status] ?? texts.otherStatus(status, String(values?.statusText ?? ''))
}
