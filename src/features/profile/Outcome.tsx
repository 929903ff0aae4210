import type { ReactNode } from 'react'
import { type Said, useOwnText } from '../../session/useOwnText.ts'
import { Banner } from '../../ui/Banner.tsx'

export interface OutcomeText {
  severity: 'error' | 'warning' | 'info' | 'success'
  /** Text, or a function that returns it in the current language. */
  text: ReactNode | Said
}

/** Outcome of the last attempt, shown in its form. */
export function Outcome({ outcome }: { outcome: OutcomeText | null }) {
  const ownText = useOwnText()
  if (!outcome) return null
  const { severity, text } = outcome
  return <Banner severity={severity}>{typeof text === 'function' ? text(ownText) : text}</Banner>
}
