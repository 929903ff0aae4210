import { type ReactNode, useCallback, useRef } from 'react'
import { KeepWhileClosing } from '../ui/dialogs/KeepWhileClosing.tsx'
import { useQuestion } from '../ui/hooks/useQuestion.ts'
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

interface KeyQuestion {
  purpose: () => string
  withPasskey: boolean
}

/** Asks for the private key when it is needed: the caller continues after 'Continue'. */
export function useUnlock(): Unlock {
  const { openQuestion, ask, reply } = useQuestion<KeyQuestion, UnlockedKey>()
  const lastCall = useRef<Promise<void>>(undefined)

  const unlock = useCallback(
    (purpose: () => string, needsSealedKey = false) => {
      const getKey = needsSealedKey ? getKeyWithSealedKey : getUnlockedKey
      const open = async (earlierCall: Promise<void> | undefined) => {
        // One dialog for one call at a time.
        await earlierCall
        if (!getKey()) await waitForOpenings()
        return getKey() ?? ask({ purpose, withPasskey: !needsSealedKey })
      }
      const call = open(lastCall.current)
      // Without the result, which would hold a key that is dropped.
      lastCall.current = call.then(() => undefined)
      return call
    },
    [ask],
  )

  const dialog = (
    <KeepWhileClosing item={openQuestion}>
      {({ purpose, withPasskey }, open) => (
        <UnlockKeyDialog
          open={open}
          purpose={purpose()}
          withPasskey={withPasskey}
          onUnlocked={reply}
          onClose={() => reply(null)}
        />
      )}
    </KeepWhileClosing>
  )
  return { unlock, dialog }
}
