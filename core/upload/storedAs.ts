/** What the server says of a file that it has stored. */
export interface StoredAs {
  readonly fileId: number
  /** When it is deleted, unless its owner keeps it longer, in ISO 8601; absent: it stays. */
  readonly expiresAt?: string
}

/** These members of an object that has more. */
export const storedAs = ({ fileId, expiresAt }: StoredAs): StoredAs => ({
  fileId,
  ...(expiresAt !== undefined && { expiresAt }),
})

/** The first of some dates at which files are deleted, undefined for those that stay; null if all stay. */
export function firstExpiry(dates: Iterable<string | undefined>): string | null {
  let first: string | null = null
  for (const date of dates) if (date !== undefined && (first === null || date < first)) first = date
  return first
}
