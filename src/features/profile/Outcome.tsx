import type { ReactNode } from 'react'
import { Banner } from '../../ui/Banner.tsx'

export interface OutcomeText {
  severity: 'error' | 'warning' | 'info' | 'success'
  text: ReactNode
}

/** How the last attempt in a form ended, said where it was made. */
export function Outcome({ outcome }: { outcome: OutcomeText | null }) {
  return outcome && <Banner severity={outcome.severity}>{outcome.text}</Banner>
}
