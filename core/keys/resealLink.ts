import type { ResealedLink } from '../../contract/schemas/downloads.ts'
import {
  fromBase64,
  generateLinkToken,
  type LinkBox,
  type LinkMaster,
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
import type { LinkFileKey } from './newLink.ts'

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
  /** Seals keys of further files under the link master. */
  addFiles?: (linkMaster: LinkMaster) => Promise<readonly LinkFileKey[]>
  /** Null removes it. With or without a first one the link gets a new address. */
  password?: string | null
}

/**
 * Seals a link anew, with its keys, for `updateDownloadLink` (core/crypto/FORMAT.md, 10). The new box has
 * the generation of the old one: what is doubtful about that stays so.
 */
export async function resealLink(
  { box, owner, sealed_link, file_commitments }: OpenedLink,
  { withoutFiles = [], addFiles, password }: LinkReseal,
): Promise<ResealedLink> {
  const files = readLinkFiles(fromBase64(file_commitments))
  for (const id of withoutFiles) files.delete(id)
  const added = (await addFiles?.(box.linkMaster)) ?? []
  for (const { id, commitment } of added) files.set(id, commitment)
  const filesBytes = linkFilesBytes(Array.from(files, ([id, commitment]) => ({ id, commitment })))
  const hasPassword = password === undefined ? box.hasPassword : password !== null
  const link_token = hasPassword === box.hasPassword ? undefined : generateLinkToken()
  const resealed = await sealLinkBox(owner, {
    ...{ linkMaster: box.linkMaster, token: link_token ?? box.token, hasPassword },
    filesHash: await linkFilesHash(filesBytes),
  })
  return {
    replaces: sealed_link,
    sealed_link: resealed,
    ...(withoutFiles.length + added.length > 0 && { file_commitments: toBase64(filesBytes) }),
    ...(added.length > 0 && {
      added_keys_json: JSON.stringify(Object.fromEntries(added.map(({ id, part2B64 }) => [id, part2B64]))),
    }),
    ...(password !== undefined && {
      new_password: password === null ? null : await sealPassword(box, password),
    }),
    ...(link_token !== undefined && { link_token }),
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
