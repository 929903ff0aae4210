import type { ReactNode } from 'react'
import { type Said, useOwnText } from '../../session/ownWords.ts'
import { Banner } from '../../ui/Banner.tsx'

export interface OutcomeText {
  severity: 'error' | 'warning' | 'info' | 'success'
  /** Words would stay in the language in which they were said. */
  text: ReactNode | Said
}

/** How the last attempt in a form ended, said where it was made. */
export function Outcome({ outcome }: { outcome: OutcomeText | null }) {
  const ownText = useOwnText()
  if (!outcome) return null
  const { severity, text } = outcome
  return <Banner severity={severity}>{typeof text === 'function' ? text(ownText) : text}</Banner>
}
