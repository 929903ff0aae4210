import { useEffect, useState } from 'react'

/**
 * Returns what `load` resolves to; undefined before that. A new `load` is called as well, and the last value
 * stays meanwhile.
 * @param load must be stable, and not reject; null to load nothing
 */
export function useAsyncValue<T>(load: (() => Promise<T>) | null): T | undefined {
  const [value, setValue] = useState<T>()
  useEffect(() => {
    if (!load) return
    let isOver = false
    void load().then((loaded) => {
      if (!isOver) setValue(loaded)
    })
    return () => void (isOver = true)
  }, [load])
  return value
}
