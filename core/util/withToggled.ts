/** Returns a copy of the set with the value added, or without it if it was there. */
export function withToggled<T>(set: ReadonlySet<T>, value: T): Set<T> {
  const copy = new Set(set)
  if (!copy.delete(value)) copy.add(value)
  return copy
}
