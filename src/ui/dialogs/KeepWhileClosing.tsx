import { type ReactNode, useState } from 'react'

/** Keeps rendering the last item while its dialog fades out. */
export function KeepWhileClosing<T>({
  item,
  children,
}: {
  item: T | null
  children: (item: T, open: boolean) => ReactNode
}) {
  const [last, setLast] = useState(item)
  if (item !== null && item !== last) setLast(item)
  const shownItem = item ?? last
  return shownItem === null ? null : children(shownItem, item !== null)
}
