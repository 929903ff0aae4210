import { uploadLinkFragment } from '../../core/upload/uploadLinkFragment.ts'
import type { Folder } from '../../contract/schemas/folders.ts'

/**
 * The upload link of a folder. With a fingerprint it also says whether names are hidden (core/crypto/FORMAT.md, 21).
 * @param fingerprint of the only key that senders accept (7); null for any
 */
export const uploadAddress = (
  origin: string,
  { link_token, private_names }: Pick<Folder, 'link_token' | 'private_names'>,
  fingerprint: string | null,
): string =>
  `${origin}/upload/${encodeURIComponent(link_token)}` +
  (fingerprint === null ? '' : uploadLinkFragment(fingerprint, private_names === true))
