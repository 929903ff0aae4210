/** A value that cannot be missing here. @throws Error where it is, which is a mistake of ours */
export function assertDefined<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Something is missing that cannot be.')
  return value
}
