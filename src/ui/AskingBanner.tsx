import { type ReactNode, useState } from 'react'
import { Banner } from './Banner.tsx'
import { BusyButton } from './BusyButton.tsx'

interface AskingBannerProps {
  severity: 'warning' | 'error'
  /** What the person says to it: the one button. */
  answer: string
  act: () => Promise<unknown>
  onProblem: (error: unknown) => void
  children: ReactNode
}

/** Something that only the person can know, and their answer. */
export function AskingBanner({ severity, answer, act, onProblem, children }: AskingBannerProps) {
  const [busy, setBusy] = useState(false)

  async function say() {
    setBusy(true)
    try {
      await act()
    } catch (error) {
      onProblem(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Banner
      severity={severity}
      action={
        <BusyButton size="small" variant="outlined" busy={busy} onClick={() => void say()}>
          {answer}
        </BusyButton>
      }
    >
      {children}
    </Banner>
  )
}
