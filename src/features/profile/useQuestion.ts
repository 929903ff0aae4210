import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * A question within an asynchronous action: `ask` shows it and resolves with the answer. The caller renders
 * `asked` and answers it. It resolves with null on unmount.
 */
export function useQuestion<Question, Answer>(): {
  asked: Question | null
  ask: (question: Question) => Promise<Answer | null>
  answer: (given: Answer | null) => void
} {
  const [asked, setAsked] = useState<Question | null>(null)
  const waiting = useRef<((given: Answer | null) => void) | null>(null)

  const answer = useCallback((given: Answer | null) => {
    setAsked(null)
    waiting.current?.(given)
    waiting.current = null
  }, [])
  const ask = useCallback(async (question: Question) => {
    setAsked(question)
    return new Promise<Answer | null>((resolve) => (waiting.current = resolve))
  }, [])
  useEffect(() => () => waiting.current?.(null), [])

  return { asked, ask, answer }
}
