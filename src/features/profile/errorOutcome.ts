import { faultOf } from '../../../core/faults/faultOf.ts'
import { faultText } from '../../../i18n/errorText.ts'
import type { OutcomeText } from './Outcome.tsx'

/** Converts an error to an outcome. */
export function errorOutcome(error: unknown): OutcomeText {
  const fault = faultOf(error)
  return { severity: 'error', text: () => faultText(fault) }
}
