import { boundTo, type Bytes, importLinkTag } from '../crypto/index.ts'

/** Tags of the upload links of a folder that its owner remembers, newest first. */
export interface FolderTags {
  readonly id: number
  readonly tags: readonly string[]
}

/** Id of the folder by whose link a file was sent; null where its manifest does not say. */
export type SentTo =
  | number
  /** By none that is remembered. */
  | 'unknown'
  /** By none of the file's own folder; too many others were tried before. */
  | 'unchecked'
  | null

/** MACs that one lookup makes: a server can move many files of a person who has many folders. */
export const maxTagChecks = 20_000

/**
 * Finds the folder by whose link a file was sent.
 * @param remembered in the order in which they are tried
 */
export function sentToLookup(
  remembered: readonly FolderTags[],
): (to: string, commitment: Bytes) => Promise<NonNullable<SentTo>> {
  const keys = new Map<string, Promise<CryptoKey>>()
  let checks = 0
  const fits = async (tag: string, to: string, commitment: Bytes): Promise<boolean> => {
    const key = keys.get(tag) ?? importLinkTag(tag)
    keys.set(tag, key)
    return (await boundTo(await key, commitment)) === to
  }
  return async (to, commitment) => {
    for (const [place, { id, tags }] of remembered.entries())
      for (const tag of tags) {
        // Those of the file's own folder are always tried.
        if (place > 0 && ++checks > maxTagChecks) return 'unchecked'
        if (await fits(tag, to, commitment)) return id
      }
    return 'unknown'
  }
}
