import { boundTo, type Bytes, importLinkTag } from '../crypto/index.ts'

/** Tags of the upload links of a folder that its owner remembers, newest first. */
export interface FolderTags {
  readonly id: number
  readonly tags: readonly string[]
}

/** Id of the folder by whose link a file was sent; null if its manifest does not say. */
export type SourceFolder =
  | number
  /** It was sent by no remembered link. */
  | 'unknown'
  /** It was not sent by a link of its own folder; the others were too many to be tried. */
  | 'unchecked'
  | null

/** Number of MACs that one lookup makes at most. A server can move many files of a person who has many folders. */
export const maxTagChecks = 20_000

/**
 * Finds the folder by whose link a file was sent.
 * @param remembered in the order in which they are tried
 */
export function sentToLookup(
  remembered: readonly FolderTags[],
): (to: string, commitment: Bytes) => Promise<NonNullable<SourceFolder>> {
  const keys = new Map<string, Promise<CryptoKey>>()
  let checks = 0
  const isSentByTag = async (tag: string, to: string, commitment: Bytes): Promise<boolean> => {
    const key = keys.get(tag) ?? importLinkTag(tag)
    keys.set(tag, key)
    return (await boundTo(await key, commitment)) === to
  }
  return async (to, commitment) => {
    for (const [index, { id, tags }] of remembered.entries())
      for (const tag of tags) {
        // The tags of the file's own folder are always tried.
        if (index > 0 && ++checks > maxTagChecks) return 'unchecked'
        if (await isSentByTag(tag, to, commitment)) return id
      }
    return 'unknown'
  }
}
