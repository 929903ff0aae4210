import { useCallback, useEffect, useRef } from 'react'

/** @returns a function that tells whether the component is still shown, for what comes after an asynchronous call */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  return useCallback(() => isMounted.current, [])
}
