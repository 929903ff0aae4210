import { asFileKey, asLinkMaster, type Bytes, sealLinkFileKey } from '../src/crypto/index.ts'

export interface FileKeyOfLink {
  id: number
  rawKey: Bytes
}

export interface SealedLinkKey {
  id: number
  part2B64: string
}

/** Seals the keys of many files for one download link (src/crypto/FORMAT.md, 6). */
export function sealLinkKeys(linkMaster: Bytes, files: FileKeyOfLink[]): Promise<SealedLinkKey[]> {
  const master = asLinkMaster(linkMaster)
  return Promise.all(
    files.map(async ({ id, rawKey }) => ({
      id,
      part2B64: await sealLinkFileKey(master, id, asFileKey(rawKey)),
    })),
  )
}
