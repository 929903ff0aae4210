/** A large file's content as its manifest describes it: the checkpoint of its last part, see [Note: Checkpoints]. */
export interface Content {
  /** SHA-256 of the plaintext, in hex. */
  readonly hash: string
  /** Base64url; undefined for small contents. */
  readonly root: string | undefined
}

export const finalCheckpoint = ({ hash, root }: Content): string =>
  root === undefined ? hash : `${hash} ${root}`

export function contentOf(checkpoint: string): Content {
  const [hash = checkpoint, root] = checkpoint.split(' ')
  return { hash, root }
}
