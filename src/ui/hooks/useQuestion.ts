import { useCallback, useEffect, useRef, useState } from 'react'
import { useIsMounted } from './useIsMounted.ts'

/**
 * A question within an asynchronous action: `ask` shows it and resolves with the reply; null on unmount or if another is
 * asked. `ask` is stable.
 */
export function useQuestion<Question extends object, Reply>() {
  const [openQuestion, setOpenQuestion] = useState<Question | null>(null)
  const waiting = useRef<((value: Reply | null) => void) | null>(null)
  const isMounted = useIsMounted()

  function reply(value: Reply | null) {
    setOpenQuestion(null)
    waiting.current?.(value)
    waiting.current = null
  }
  const ask = useCallback(
    (question: Question) => {
      waiting.current?.(null)
      if (!isMounted()) return Promise.resolve(null)
      setOpenQuestion(question)
      return new Promise<Reply | null>((resolve) => (waiting.current = resolve))
    },
    [isMounted],
  )
  useEffect(() => () => waiting.current?.(null), [])

  return { openQuestion, ask, reply }
}
