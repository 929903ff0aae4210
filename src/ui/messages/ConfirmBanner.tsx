import { type ReactNode, useState } from 'react'
import { Banner } from './Banner.tsx'
import { BusyButton } from '../buttons/BusyButton.tsx'

interface ConfirmBannerProps {
  severity: 'warning' | 'error'
  confirmLabel: string
  onConfirm: () => Promise<unknown>
  onProblem: (error: unknown) => void
  children: ReactNode
}

/** Asks for a fact that only the person knows. */
export function ConfirmBanner({
  severity,
  confirmLabel,
  onConfirm,
  onProblem,
  children,
}: ConfirmBannerProps) {
  const [busy, setBusy] = useState(false)

  async function handleConfirm() {
    setBusy(true)
    try {
      await onConfirm()
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
        <BusyButton size="small" busy={busy} onClick={() => void handleConfirm()}>
          {confirmLabel}
        </BusyButton>
      }
    >
      {children}
    </Banner>
  )
}
