/** Compares by UTF-16 code units: the order does not depend on the locale of a machine. */
export const byCodeUnit = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
