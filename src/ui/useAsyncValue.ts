import { useEffect, useState } from 'react'

/**
 * Returns what `load` resolves to; undefined before that, and if it rejects. A new `load` is called as well,
 * and the last value stays meanwhile.
 * @param load must be stable; null to load nothing
 */
export function useAsyncValue<T>(load: (() => Promise<T>) | null): T | undefined {
  const [value, setValue] = useState<T>()
  useEffect(() => {
    if (!load) return
    let isOver = false
    load().then(
      (loaded) => {
        if (!isOver) setValue(loaded)
      },
      () => undefined,
    )
    return () => void (isOver = true)
  }, [load])
  return value
}
