import type { ReactNode } from 'react'
import type { User } from '../../../contract/schemas/auth.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { type LazyText, usePasswordText } from '../../session/usePasswordText.ts'
import { Banner } from '../../ui/Banner.tsx'

export interface OutcomeText {
  severity: 'error' | 'warning' | 'info' | 'success'
  /** Text, or a function that returns it in the current language. */
  text: ReactNode | LazyText
}

/** Outcome of sealing or installing a key; `user` is set if that changed the user. */
export type KeyOutcome = OutcomeText & { user?: User }

export function Outcome({ outcome }: { outcome: OutcomeText | null }) {
  const passwordText = usePasswordText()
  if (!outcome) return null
  const { severity, text } = outcome
  return <Banner severity={severity}>{typeof text === 'function' ? text(passwordText) : text}</Banner>
}

export function errorOutcome(error: unknown): OutcomeText {
  const fault = faultOf(error)
  return { severity: 'error', text: () => faultText(fault) }
}
