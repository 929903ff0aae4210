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

/** Of a way by the provider that ends on the login page without a session; null where nothing is to be said. */
export function outcomeText(outcome: SignInOutcome): string | null {
  const key = texts[outcome]
  return key && t(key)
}
