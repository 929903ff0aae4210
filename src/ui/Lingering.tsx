import { type ReactNode, useState } from 'react'

/** What a dialog is about: it keeps its words while it fades out. */
export function Lingering<T>({
  item,
  children,
}: {
  item: T | null
  children: (item: T, open: boolean) => ReactNode
}) {
  const [last, setLast] = useState(item)
  if (item !== null && item !== last) setLast(item)
  const shown = item ?? last
  return shown === null ? null : children(shown, item !== null)
}
