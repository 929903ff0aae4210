import type { ReactNode } from 'react'
import { Banner } from '../../ui/Banner.tsx'

export interface OutcomeText {
  severity: 'error' | 'warning' | 'info' | 'success'
  text: ReactNode
}

/** How the last attempt in a form ended, said where it was made. */
export function Outcome({ outcome, action }: { outcome: OutcomeText | null; action?: ReactNode }) {
  return (
    outcome && (
      <Banner severity={outcome.severity} {...(action !== undefined && { action })}>
        {outcome.text}
      </Banner>
    )
  )
}
