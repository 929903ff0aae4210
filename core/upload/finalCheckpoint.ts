/** What the manifest says of a large file's content, and so the mark of its last part: see [Note: Marks]. */
export interface Content {
  /** SHA-256 of the plaintext, in hex. */
  readonly hash: string
  /** In base64url; small contents have none. */
  readonly root: string | undefined
}

export const finalCheckpoint = ({ hash, root }: Content): string =>
  root === undefined ? hash : `${hash} ${root}`

export function contentOf(mark: string): Content {
  const [hash = mark, root] = mark.split(' ')
  return { hash, root }
}
