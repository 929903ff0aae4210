/** Number of different contents that are remembered during a list; each takes some 120 bytes. */
export const maxComparedContents = 32_768

/** Content of a file in a list: its hash, or the file that it repeats. */
export type ContentReference = { file_hash?: string; repeat_of?: number }

/**
 * Tells which files of a list repeat others, page by page and in bounded memory: it remembers the first so many
 * different contents. A file with a content behind them keeps its hash, by which the reader compares it.
 */
export class RepeatedFiles {
  readonly #firstOf = new Map<string, number>()
  readonly #most: number

  constructor(most = maxComparedContents) {
    this.#most = most
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
