/** Splits a list, as a statement takes a limited number of parameters (SQLite 32 766, PostgreSQL twice that). */
export function* slicesOf<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size)
}
