import { useCallback, useState } from 'react'

interface OpenDirectories {
  isOpen: (key: string) => boolean
  /** Expands or collapses a directory. */
  toggle: (key: string) => void
}

/** State of the expanded directories. A search expands all and has a state of its own. */
export function useOpenDirectories(isSearch: boolean): OpenDirectories {
  const [turned, setTurned] = useState<{ open: ReadonlySet<string>; closed: ReadonlySet<string> }>(untouched)
  const isOpen = useCallback(
    (key: string) => (isSearch ? !turned.closed.has(key) : turned.open.has(key)),
    [isSearch, turned],
  )
  const toggle = (key: string) =>
    setTurned(({ open, closed }) =>
      isSearch ? { open, closed: toggled(closed, key) } : { open: toggled(open, key), closed },
    )
  return { isOpen, toggle }
}

const untouched = { open: new Set<string>(), closed: new Set<string>() }

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}
