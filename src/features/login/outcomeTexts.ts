import type { SignInOutcome } from '../../../contract/signInOutcomes.ts'
import { type Key, t } from '../../../i18n/t.ts'

const texts = {
  done: 'login.outcomeDone',
  code: null,
  linked: null,
  cancelled: 'login.outcomeCancelled',
  unknown: 'login.outcomeUnknown',
  taken: null,
  ended: 'login.outcomeEnded',
  clock: 'login.outcomeClock',
  refused: 'login.outcomeRefused',
  unavailable: 'login.outcomeUnavailable',
  busy: 'login.outcomeBusy',
} as const satisfies Record<SignInOutcome, Key | null>

/** Returns the message of a sign-in with the provider that ended without a session; null if none. */
export function outcomeText(outcome: SignInOutcome): string | null {
  const key = texts[outcome]
  return key && t(key)
}
