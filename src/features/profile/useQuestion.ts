import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * A question within an asynchronous action: `ask` shows it and resolves with the answer. The caller renders
 * `openQuestion` and answers it. It resolves with null on unmount.
 */
export function useQuestion<Question, Answer>(): {
  openQuestion: Question | null
  ask: (question: Question) => Promise<Answer | null>
  answer: (given: Answer | null) => void
} {
  const [openQuestion, setOpenQuestion] = useState<Question | null>(null)
  const waiting = useRef<((given: Answer | null) => void) | null>(null)

  const answer = useCallback((given: Answer | null) => {
    setOpenQuestion(null)
    waiting.current?.(given)
    waiting.current = null
  }, [])
  const ask = useCallback(async (question: Question) => {
    setOpenQuestion(question)
    return new Promise<Answer | null>((resolve) => (waiting.current = resolve))
  }, [])
  useEffect(() => () => waiting.current?.(null), [])

  return { openQuestion, ask, answer }
}
