import { useEffect, useRef, useState } from 'react'
import { fault } from '../../../core/faults/fault.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { registerPendingKey } from '../unlockedKey.ts'
import { passkeyErrorText } from './openWithPasskey.ts'

/**
 * Runs work that asks for a gesture. It is aborted on unmount, and when the key is locked or the session ends.
 * @returns `run`, which resolves with the result, or calls `onFailed` and resolves with undefined
 */
export function usePasskeyGesture(onFailed: (refusal: () => string, error: unknown) => void) {
  const [busy, setBusy] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(
    () => () => {
      running.current?.abort()
      running.current = null
    },
    [],
  )

  async function run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const release = registerPendingKey(() => controller.abort(), false)
    const isCurrent = () => running.current === controller
    setBusy(true)
    try {
      const result = await work(controller.signal)
      return isCurrent() ? result : undefined
    } catch (error) {
      const isAborted = controller.signal.aborted
      if (isCurrent())
        onFailed(() => (isAborted ? faultText(fault('key-not-loaded')) : passkeyErrorText(error)), error)
      return undefined
    } finally {
      release()
      if (isCurrent()) setBusy(false)
    }
  }

  return { busy, run }
}
