import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { getUnlockedKey, type UnlockedKey } from './unlockedKey.ts'
import { UnlockKeyDialog } from './UnlockKeyDialog.tsx'

/**
 * The unlocked key on demand: at once when there is one, else after the dialog, which whoever uses this renders.
 * Null when the dialog was left without unlocking.
 */
export function useKeyRequest(purpose: string): {
  requestKey: () => Promise<UnlockedKey | null>
  dialog: ReactNode
} {
  const [open, setOpen] = useState(false)
  const answer = useRef<((key: UnlockedKey | null) => void) | null>(null)

  const settle = useCallback((key: UnlockedKey | null) => {
    answer.current?.(key)
    answer.current = null
  }, [])
  useEffect(() => () => settle(null), [settle])

  const requestKey = useCallback(async () => {
    const key = getUnlockedKey()
    if (key) return key
    settle(null)
    setOpen(true)
    return new Promise<UnlockedKey | null>((resolve) => (answer.current = resolve))
  }, [settle])

  const dialog = (
    <UnlockKeyDialog
      open={open}
      purpose={purpose}
      onUnlocked={settle}
      onClose={() => {
        setOpen(false)
        // After `onUnlocked` it has been answered already.
        settle(null)
      }}
    />
  )
  return { requestKey, dialog }
}
