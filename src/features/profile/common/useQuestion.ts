import { useEffect, useRef, useState } from 'react'
import { useIsMounted } from '../../../ui/hooks/useIsMounted.ts'

/** A question within an asynchronous action: `ask` shows it and resolves with the reply; null on unmount or if another is asked. */
export function useQuestion<Question, Reply>() {
  const [openQuestion, setOpenQuestion] = useState<Question | null>(null)
  const waiting = useRef<((value: Reply | null) => void) | null>(null)
  const isMounted = useIsMounted()

  function reply(value: Reply | null) {
    setOpenQuestion(null)
    waiting.current?.(value)
    waiting.current = null
  }
  function ask(question: Question) {
    waiting.current?.(null)
    if (!isMounted()) return Promise.resolve(null)
    setOpenQuestion(question)
    return new Promise<Reply | null>((resolve) => (waiting.current = resolve))
  }
  useEffect(() => () => waiting.current?.(null), [])

  return { openQuestion, ask, reply }
}
