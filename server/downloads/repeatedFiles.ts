/** Maximum number of different contents that are remembered during a list; each takes some 120 bytes. */
export const maxComparedContents = 32_768

/** Content of a file in a list: its hash, or the file that it repeats. */
export type ContentReference = { file_hash?: string; repeat_of?: number }

/**
 * Finds files of a list that repeat earlier ones, page by page and in bounded memory: the first `maxContents` different
 * contents are remembered. A file with another content keeps its hash, by which the reader compares it.
 */
export class RepeatedFiles {
  readonly #firstOf = new Map<string, number>()
  readonly #most: number

  constructor(maxContents = maxComparedContents) {
    this.#most = maxContents
  }

  /** Call it once for each file, in the order of the list. */
  addFile({ id, sha256 }: { id: number; sha256: string }): ContentReference {
    const first = this.#firstOf.get(sha256)
    if (first !== undefined) return { repeat_of: first }
    if (this.#firstOf.size >= this.#most) return { file_hash: sha256 }
    this.#firstOf.set(sha256, id)
    return {}
  }
}
