import { useCallback, useEffect, useRef, useState } from 'react'

/** A question within an asynchronous action: `ask` shows it and resolves with the reply, null on unmount. */
export function useQuestion<Question, Reply>(): {
  openQuestion: Question | null
  ask: (question: Question) => Promise<Reply | null>
  reply: (given: Reply | null) => void
} {
  const [openQuestion, setOpenQuestion] = useState<Question | null>(null)
  const waiting = useRef<((given: Reply | null) => void) | null>(null)

  const reply = useCallback((given: Reply | null) => {
    setOpenQuestion(null)
    waiting.current?.(given)
    waiting.current = null
  }, [])
  const ask = useCallback(async (question: Question) => {
    setOpenQuestion(question)
    return new Promise<Reply | null>((resolve) => (waiting.current = resolve))
  }, [])
  useEffect(() => () => waiting.current?.(null), [])

  return { openQuestion, ask, reply }
}
