import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { getKeyWithSealedKey, getUnlockedKey, type UnlockedKey, waitForOpenings } from './unlockedKey.ts'
import { UnlockKeyDialog } from './UnlockKeyDialog.tsx'

export interface Unlock {
  /**
   * Resolves to the private key: at once if it is unlocked, soon if it is being opened, otherwise after the dialog.
   * Null if the person cancels.
   * @param purpose returns a sentence that says what the key is needed for
   * @param needsSealedKey true if the stored sealed key is needed, too: a key without it is asked for anew, and no passkey is offered
   */
  unlock: (purpose: () => string, needsSealedKey?: boolean) => Promise<UnlockedKey | null>
  /** Has to be rendered by the caller. */
  dialog: ReactNode
}

/** Asks for the private key when it is needed: the caller continues after 'Continue'. */
export function useUnlock(): Unlock {
  const [isOpen, setOpen] = useState(false)
  const [purpose, setPurpose] = useState<() => string>()
  const [withPasskey, setWithPasskey] = useState(true)
  const resolveKey = useRef<(key: UnlockedKey | null) => void>(undefined)
  const lastCall = useRef<Promise<void>>(undefined)
  const isMounted = useRef(false)
  // Resolves a pending call when the screen unmounts.
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      resolveKey.current?.(null)
    }
  }, [])

  const unlock = useCallback((newPurpose: () => string, needsSealedKey = false) => {
    const getKey = needsSealedKey ? getKeyWithSealedKey : getUnlockedKey
    const ask = async (earlierCall: Promise<void> | undefined) => {
      // One dialog for one call at a time.
      await earlierCall
      if (!getKey()) await waitForOpenings()
      const key = getKey()
      if (key || !isMounted.current) return key
      setPurpose(() => newPurpose)
      setWithPasskey(!needsSealedKey)
      setOpen(true)
      return new Promise<UnlockedKey | null>((resolve) => (resolveKey.current = resolve))
    }
    const call = ask(lastCall.current)
    // Without the result, which would hold a key that is dropped.
    lastCall.current = call.then(() => undefined)
    return call
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
