/** A large file's content as its manifest describes it: the checkpoint of its last part, see [Note: Checkpoints]. */
export interface ContentDigests {
  /** SHA-256 of the plaintext, in hex. */
  readonly hash: string
  /** Base64url; undefined for small contents. */
  readonly root: string | undefined
}

export const finalCheckpoint = ({ hash, root }: ContentDigests): string =>
  root === undefined ? hash : `${hash} ${root}`

export function readFinalCheckpoint(checkpoint: string): ContentDigests {
  const [hash = checkpoint, root] = checkpoint.split(' ')
  return { hash, root }
}
