import type { createDownloadLink } from '../../contract/schemas/downloads.ts'
import type { CallBody } from '../../contract/call.ts'
import {
  type Bytes,
  stretchLinkPassword,
  generateLinkMaster,
  generateLinkToken,
  joinLinkKeyString,
  linkFilesBytes,
  linkFilesHash,
  type LinkMaster,
  masterFragment,
  newPasswordKdf,
  type OwnerSecret,
  sealLinkBox,
  sealLinkMaster,
  toBase64,
} from '../crypto/index.ts'
import type { OpenedFile } from './openedFile.ts'
import { type SplitOptions, splitAcrossWorkers } from './splitAcrossWorkers.ts'

/** A link whose keys are sealed, and which the server does not know yet. */
export interface SealedLink {
  token: string
  /** Text behind the '#' of its address; null for a link with a password. */
  fragment: string | null
  /** Its cryptographic part of the body of `createDownloadLink`. */
  fields: Pick<
    CallBody<typeof createDownloadLink>,
    'file_ids' | 'password' | 'password_kdf' | 'reencrypted_keys_json'
  > &
    Required<Pick<CallBody<typeof createDownloadLink>, 'link_token' | 'sealed_link' | 'file_commitments'>>
}

/** Key of a file, sealed under a link master (core/crypto/FORMAT.md, 6). */
export interface LinkFileKey {
  id: number
  part2B64: string
  commitment: Bytes
}

type SealableFile = Pick<OpenedFile, 'source'>

/** @throws CryptoError, or the signal's reason */
export const sealForLink = (
  files: readonly SealableFile[],
  linkMaster: LinkMaster,
  options: SplitOptions,
): Promise<LinkFileKey[]> =>
  splitAcrossWorkers(
    files.map(({ source: { id, rawKey, iv } }) => ({ id, rawKey, iv })),
    (worker, share) => worker.sealForLink(linkMaster, share),
    options,
  )

/**
 * Seals the keys of opened files for a new link, and the link for its maker (core/crypto/FORMAT.md, 6, 10).
 * @param password null for a link that anyone who has it can open
 * @throws CryptoError, or the signal's reason
 */
export async function sealNewLink(
  files: readonly SealableFile[],
  { owner, password }: { owner: OwnerSecret; password: string | null },
  options: SplitOptions,
): Promise<SealedLink> {
  const linkMaster = generateLinkMaster()
  try {
    const sealed = await sealForLink(files, linkMaster, options)
    const kdf = password === null ? null : newPasswordKdf()
    const stretched = password === null || kdf === null ? null : await stretchLinkPassword(password, kdf)
    const part1B64 = stretched && (await sealLinkMaster(stretched, linkMaster))
    const keyStrings = Object.fromEntries(
      sealed.map(({ id, part2B64 }) => [id, joinLinkKeyString({ part1B64, part2B64 })]),
    )
    const token = generateLinkToken()
    const filesBytes = linkFilesBytes(sealed)
    const hasPassword = password !== null
    const filesHash = await linkFilesHash(filesBytes)
    return {
      token,
      fragment: hasPassword ? null : masterFragment(linkMaster),
      fields: {
        file_ids: files.map(({ source }) => source.id),
        password: stretched?.verifier ?? null,
        password_kdf: kdf,
        reencrypted_keys_json: JSON.stringify(keyStrings),
        link_token: token,
        sealed_link: await sealLinkBox(owner, { token, hasPassword, filesHash, linkMaster }),
        file_commitments: toBase64(filesBytes),
      },
    }
  } finally {
    linkMaster.fill(0)
  }
}
