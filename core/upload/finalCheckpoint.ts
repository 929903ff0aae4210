/**
 * Content of a large file as its manifest describes it; the checkpoint of its last part: see [Note: Marks].
 */
export interface Content {
  /** SHA-256 of the plaintext, in hex. */
  readonly hash: string
  /** Base64url; undefined for small contents. */
  readonly root: string | undefined
}

export const finalCheckpoint = ({ hash, root }: Content): string =>
  root === undefined ? hash : `${hash} ${root}`

export function contentOf(mark: string): Content {
  const [hash = mark, root] = mark.split(' ')
  return { hash, root }
}
