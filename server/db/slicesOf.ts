/** Splits a list into slices of at most `size`: statements take few parameters (SQLite 32 766, PostgreSQL twice that). */
export function* slicesOf<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}
