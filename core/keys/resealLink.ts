import type { ResealedLink } from '../../contract/schemas/downloads.ts'
import {
  fromBase64,
  type LinkBox,
  linkFilesBytes,
  linkFilesHash,
  newPasswordKdf,
  type OwnerSecret,
  readLinkFiles,
  sealLinkBox,
  sealLinkMaster,
  stretchLinkPassword,
  toBase64,
} from '../crypto/index.ts'

/** A link whose box was opened and compared with what the server says of it. */
export interface OpenedLink {
  box: LinkBox
  /** The secret that opened the box. */
  owner: OwnerSecret
  sealed_link: string
  file_commitments: string
}

/** How the maker of a link seals it anew. */
export interface LinkReseal {
  withoutFiles?: readonly number[]
  password?: string
}

/**
 * Seals a link anew, with its address and its keys, for `updateDownloadLink` (core/crypto/FORMAT.md, 10). The new box has
 * the generation of the old one: what is doubtful about that stays so.
 */
export async function resealLink(
  { box, owner, sealed_link, file_commitments }: OpenedLink,
  { withoutFiles = [], password }: LinkReseal,
): Promise<ResealedLink> {
  const files = readLinkFiles(fromBase64(file_commitments))
  for (const id of withoutFiles) files.delete(id)
  const filesBytes = linkFilesBytes(Array.from(files, ([id, commitment]) => ({ id, commitment })))
  const resealed = await sealLinkBox(owner, { ...box, filesHash: await linkFilesHash(filesBytes) })
  return {
    replaces: sealed_link,
    sealed_link: resealed,
    ...(withoutFiles.length > 0 && { file_commitments: toBase64(filesBytes) }),
    ...(password !== undefined && { new_password: await sealPassword(box, password) }),
  }
}

async function sealPassword({ linkMaster }: LinkBox, password: string) {
  const password_kdf = newPasswordKdf()
  const stretched = await stretchLinkPassword(password, password_kdf)
  return {
    password: stretched.verifier,
    password_kdf,
    sealed_master: await sealLinkMaster(stretched, linkMaster),
  }
}
