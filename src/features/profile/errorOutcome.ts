import { faultOf } from '../../faults/faultOf.ts'
import { faultText } from '../../texts/errorText.ts'
import type { OutcomeText } from './Outcome.tsx'

/** That something failed, of whatever was thrown. */
export function errorOutcome(error: unknown): OutcomeText {
  const fault = faultOf(error)
  return { severity: 'error', text: () => faultText(fault) }
}
