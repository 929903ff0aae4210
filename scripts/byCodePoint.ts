/** Compares by UTF-16 code units, for ASCII by code points: the order does not depend on a machine's locale. */
export const byCodePoint = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
