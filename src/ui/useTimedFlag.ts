import { useCallback, useEffect, useRef, useState } from 'react'

/** True for `milliseconds` after each `raise()`. */
export function useTimedFlag(milliseconds: number): [raised: boolean, raise: () => void] {
  const [raised, setRaised] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const raise = useCallback(() => {
    clearTimeout(timer.current)
    setRaised(true)
    timer.current = setTimeout(() => setRaised(false), milliseconds)
  }, [milliseconds])
  return [raised, raise]
}
