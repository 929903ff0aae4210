import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { getUnlockedKey, type UnlockedKey } from './unlockedKey.ts'
import { UnlockKeyDialog } from './UnlockKeyDialog.tsx'

export interface Unlock {
  /**
   * The private key: at once when it is unlocked, else after the dialog has asked for the password. Null when the
   * person thinks better of it.
   * @param purpose what the key is needed for, in a sentence of the language that is spoken by then
   */
  unlock: (purpose: () => string) => Promise<UnlockedKey | null>
  /** To be rendered somewhere. */
  dialog: ReactNode
}

/** Asks for the private key where it is needed: what waits for it goes on after 'Continue'. */
export function useUnlock(): Unlock {
  const [isOpen, setOpen] = useState(false)
  const [purpose, setPurpose] = useState<() => string>()
  const answer = useRef<(key: UnlockedKey | null) => void>(undefined)
  // Whoever waits when the screen goes is not left waiting.
  useEffect(() => () => answer.current?.(null), [])

  const unlock = useCallback((wanted: () => string) => {
    const key = getUnlockedKey()
    if (key) return Promise.resolve(key)
    setPurpose(() => wanted)
    setOpen(true)
    return new Promise<UnlockedKey | null>((resolve) => (answer.current = resolve))
  }, [])

  const dialog = (
    <UnlockKeyDialog
      open={isOpen}
      purpose={purpose?.()}
      onUnlocked={(key) => answer.current?.(key)}
      onClose={() => {
        setOpen(false)
        answer.current?.(null)
      }}
    />
  )
  return { unlock, dialog }
}
