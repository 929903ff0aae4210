import { type ReactNode, useState } from 'react'
import { Banner } from './Banner.tsx'
import { BusyButton } from './BusyButton.tsx'

interface ConfirmBannerProps {
  severity: 'warning' | 'error'
  confirmLabel: string
  act: () => Promise<unknown>
  onProblem: (error: unknown) => void
  children: ReactNode
}

/** Asks for a fact that only the person knows. */
export function ConfirmBanner({ severity, confirmLabel, act, onProblem, children }: ConfirmBannerProps) {
  const [busy, setBusy] = useState(false)

  async function confirmClicked() {
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
        <BusyButton size="small" busy={busy} onClick={() => void confirmClicked()}>
          {confirmLabel}
        </BusyButton>
      }
    >
      {children}
    </Banner>
  )
}
