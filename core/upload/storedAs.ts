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

/** The first date at which any of some files is deleted; null if all stay. */
export const firstExpiry = (files: readonly { readonly expiresAt?: string | undefined }[]): string | null =>
  files.reduce<string | null>(
    (first, { expiresAt = null }) =>
      first === null || (expiresAt !== null && expiresAt < first) ? expiresAt : first,
    null,
  )
