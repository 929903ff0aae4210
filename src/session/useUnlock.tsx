import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { getKeyWithBlob, getUnlockedKey, type UnlockedKey } from './unlockedKey.ts'
import { UnlockKeyDialog } from './UnlockKeyDialog.tsx'

export interface Unlock {
  /**
   * Resolves to the private key, at once if it is unlocked, otherwise after the dialog. Null if the person
   * cancels.
   * @param purpose returns a sentence that says what the key is needed for
   * @param needsBlob true if the stored blob is needed, too: a key without it is asked for anew, and no passkey is offered
   */
  unlock: (purpose: () => string, needsBlob?: boolean) => Promise<UnlockedKey | null>
  /** Has to be rendered by the caller. */
  dialog: ReactNode
}

/** Asks for the private key when it is needed: the caller continues after 'Continue'. */
export function useUnlock(): Unlock {
  const [isOpen, setOpen] = useState(false)
  const [purpose, setPurpose] = useState<() => string>()
  const [withPasskey, setWithPasskey] = useState(true)
  const resolveKey = useRef<(key: UnlockedKey | null) => void>(undefined)
  // Resolves a pending call when the screen unmounts.
  useEffect(() => () => resolveKey.current?.(null), [])

  const unlock = useCallback((newPurpose: () => string, needsBlob = false) => {
    const key = needsBlob ? getKeyWithBlob() : getUnlockedKey()
    if (key) return Promise.resolve(key)
    setPurpose(() => newPurpose)
    setWithPasskey(!needsBlob)
    setOpen(true)
    return new Promise<UnlockedKey | null>((resolve) => (resolveKey.current = resolve))
  }, [])

  const dialog = (
    <UnlockKeyDialog
      open={isOpen}
      purpose={purpose?.()}
      withPasskey={withPasskey}
      onUnlocked={(key) => resolveKey.current?.(key)}
      onClose={() => {
        setOpen(false)
        resolveKey.current?.(null)
      }}
    />
  )
  return { unlock, dialog }
}
