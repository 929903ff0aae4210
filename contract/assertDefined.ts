/** Narrows a value that is always defined. @throws Error otherwise: a bug */
export function assertDefined<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Something is missing that cannot be.')
  return value
}
