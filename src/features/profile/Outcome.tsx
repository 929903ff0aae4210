import type { ReactNode } from 'react'
import { useOwnWords } from '../../session/ownWords.ts'
import { Banner } from '../../ui/Banner.tsx'

export interface OutcomeText {
  severity: 'error' | 'warning' | 'info' | 'success'
  text: ReactNode
}

/** How the last attempt in a form ended, said where it was made. */
export function Outcome({ outcome }: { outcome: OutcomeText | null }) {
  const say = useOwnWords()
  if (!outcome) return null
  const { severity, text } = outcome
  return <Banner severity={severity}>{typeof text === 'string' ? say(text) : text}</Banner>
}
