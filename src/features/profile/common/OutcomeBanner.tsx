import type { User } from '../../../../contract/schemas/auth.ts'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import { type LazyPasswordText, usePasswordText } from '../../../session/usePasswordText.ts'
import { Banner } from '../../../ui/messages/Banner.tsx'

export interface OutcomeText {
  severity: 'error' | 'warning' | 'info' | 'success'
  text: LazyPasswordText
}

/** Outcome of sealing or installing a key; `user` is set if that changed the user. */
export type KeyOutcome = OutcomeText & { user?: User }

export function OutcomeBanner({ outcome }: { outcome: OutcomeText | null }) {
  const passwordText = usePasswordText()
  return outcome && <Banner severity={outcome.severity}>{outcome.text(passwordText)}</Banner>
}

export function errorOutcome(error: unknown): OutcomeText {
  const fault = faultOf(error)
  return { severity: 'error', text: () => faultText(fault) }
}
