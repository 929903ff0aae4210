import type { CallResponse } from '../../contract/call.ts'
import {
  type getDownloadStatus,
  type SenderText,
  type SharedFile,
  sharedFile,
  type verifyDownloadPassword,
} from '../../contract/schemas/downloads.ts'
import type { LinkFragment, StretchedLinkPassword } from '../crypto/index.ts'
import { openLinkMasterOf, parseLinkFragment } from '../crypto/visitorExports.ts'
import { type Fault, fault, FaultError } from '../faults/fault.ts'
import { faultOf } from '../faults/faultOf.ts'
import type { LinkKeys } from './sharedFiles.ts'

export type LinkStatus = CallResponse<typeof getDownloadStatus>

/** The password of a link that was right, and the response to it. */
export interface UnlockedLink {
  readonly password: StretchedLinkPassword
  readonly response: CallResponse<typeof verifyDownloadPassword>
}

/** The contents of a link, behind its gates. */
export interface LinkContents extends LinkKeys {
  readonly files: readonly SharedFile[]
  readonly senderText: SenderText
}

/** Parses the text after '#'. The complete link helps whether keys are missing or malformed. */
export function readLinkKeys(
  fragment: string,
):
  | { readonly keys: LinkFragment; readonly keysFault: null }
  | { readonly keys: null; readonly keysFault: Fault } {
  try {
    return { keys: parseLinkFragment(fragment), keysFault: null }
  } catch (error) {
    return { keys: null, keysFault: faultOf(error) }
  }
}

/** @param keys those of the fragment @param unlocked undefined for a link without a password @throws CryptoError */
export async function linkContents(
  status: LinkStatus,
  keys: LinkFragment | null,
  unlocked: UnlockedLink | undefined,
): Promise<LinkContents> {
  if (unlocked) {
    const { password, response } = unlocked
    const { files, reencrypted_keys: keyStrings } = response
    const linkMaster = await openLinkMasterOf(password, keyStrings)
    return { files, keys: { kind: 'master', linkMaster }, keyStrings, senderText: response }
  }
  if (!keys) throw new FaultError(fault('link-keys-missing'))
  // Before its password, a protected link lists names only; a public one always lists complete files.
  const files = status.files.flatMap((file) => sharedFile.safeParse(file).data ?? [])
  return { files, keys, keyStrings: status.reencrypted_keys ?? {}, senderText: status }
}
