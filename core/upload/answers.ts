import { fault } from '../faults/fault.ts'
import { faultOfAnswer } from '../faults/faultOfAnswer.ts'
import type { RawAnswer } from '../ports.ts'
import { isGood, isPartStored, isTakenByStore } from '../util/rawAnswer.ts'
import type { Answer } from './state.ts'
import { type ConfirmedFile, verdicts } from './verdicts.ts'

/**
 * What the server said to something that was sent with a body.
 * @param files of a confirmation, in their order; null for a part, of which nothing is said
 */
export function answerOf(raw: RawAnswer, files: readonly ConfirmedFile[] | null): Answer {
  if (raw.status === 0) return { ok: false, fault: fault('unanswered') }
  if (files ? !isGood(raw) : !isPartStored(raw))
    return { ok: false, fault: faultOfAnswer(raw, parsed(raw.text)) }
  return files ? { ok: true, verdicts: verdicts(files, parsed(raw.text)) } : { ok: true }
}

/** What the store said to a part. Its own words are for its operator. */
export const storeAnswerOf = (raw: RawAnswer): Answer =>
  isTakenByStore(raw)
    ? { ok: true, at: 'store' }
    : { ok: false, fault: fault('refused', { status: raw.status }), at: 'store' }

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
