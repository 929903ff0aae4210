import type { CallQuery } from '../../../contract/call.ts'
import type { DownloadLink, getSealedLink } from '../../../contract/schemas/downloads.ts'
import { callApi } from '../../api/client.ts'
import { type DecryptionKey, masterFragment } from '../../../core/crypto/index.ts'
import { type LinkReseal, resealLink } from '../../../core/keys/resealLink.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import type { AppDispatch, AppThunk } from '../../store/store.ts'
import { folderDecryptionKeys, folderOwnerSecrets } from '../../trust/folderSecrets.ts'
import type { FolderKeyFields } from '../../../core/trust/folderKeyFields.ts'
import { downloadLinkUrl } from './downloadLinkUrl.ts'
import { openCheckedLinkBox } from './openCheckedLinkBox.ts'
import { type LinkProblem, LinkRefusedError } from './linkProblem.ts'
import type { LinkChanges } from './useLinkChange.ts'

interface OpenOptions {
  folder: FolderKeyFields
  key: UnlockedKey
  signal: AbortSignal
  /** Called with the number of files checked so far. */
  onProgress: (done: number) => void
  /** Hidden names that the page shows, by id; null or absent if it shows none that it has not checked. */
  shownNames?: ReadonlyMap<number, string> | null
}

export interface AddressToCopy {
  address: string
  /** Doubts that the person must confirm first (openCheckedLinkBox.ts). */
  doubts: readonly LinkProblem[]
}

/**
 * Returns the address that 'Copy Link' copies. For a link without a password it contains the keys in the
 * fragment, which only the link's sealed box provides (core/crypto/FORMAT.md, 10). With the key unlocked, no
 * link is copied that the server altered in any part; the bare address of a protected link discloses nothing
 * and is copied without the key as well.
 * @throws LinkRefusedError, FaultError, or the signal's reason
 */
export function prepareAddressToCopy(
  listed: DownloadLink,
  { key, ...options }: Omit<OpenOptions, 'key'> & { key: UnlockedKey | null },
): AppThunk<Promise<AddressToCopy>> {
  return async (dispatch) => {
    const { link_token, has_password } = listed
    if (key === null) {
      if (!has_password) throw new LinkRefusedError({ text: 'share.notUnlocked' })
      return { address: downloadLinkUrl(link_token), doubts: [] }
    }
    const { box, doubts } = await dispatch(openListedLink(listed, { key, ...options }))
    const fragment = has_password ? null : masterFragment(box.linkMaster)
    box.linkMaster.fill(0)
    return { address: downloadLinkUrl(link_token, fragment), doubts }
  }
}

/** Seals a listed link anew. Doubts stay for whoever copies it. @throws as `prepareAddressToCopy` */
export function resealListedLink(
  listed: DownloadLink,
  reseal: LinkReseal,
  options: OpenOptions,
): AppThunk<Promise<LinkChanges>> {
  return async (dispatch) => {
    const opened = await dispatch(openListedLink(listed, options, { for: 'change' }))
    try {
      // Whoever has the earlier key could have the link's.
      if (reseal.addFiles && opened.isEarlier) throw new LinkRefusedError({ text: 'share.sealedEarlier' })
      return { resealed: await resealLink(opened, reseal) }
    } finally {
      opened.box.linkMaster.fill(0)
    }
  }
}

/** Opens the box of a listed link, and compares the link with it. */
function openListedLink(
  listed: DownloadLink,
  { folder, key, shownNames, ...options }: OpenOptions,
  query: CallQuery<typeof getSealedLink> = {},
) {
  return async (dispatch: AppDispatch) => {
    const secrets = await dispatch(folderOwnerSecrets(folder, key))
    const { signal } = options
    const link = await withAllFiles(listed, signal)
    const sealed = await callApi('getSealedLink', { params: { id: link.link_token }, query, signal })
    return openCheckedLinkBox({ link, sealed, shownNames }, secrets, async () =>
      keyCommitments(link, await dispatch(folderDecryptionKeys(folder, key)), options),
    )
  }
}

/**
 * Adds the files that a list over all folders leaves out. The person chose the link by those that it names.
 * @throws LinkRefusedError if the link has others
 */
async function withAllFiles(listed: DownloadLink, signal: AbortSignal): Promise<DownloadLink> {
  if (listed.file_ids.length >= listed.file_count) return listed
  const { files, file_ids } = await callApi('getDownloadLink', { params: { id: listed.link_token }, signal })
  const names = new Map(file_ids.map((id, at) => [id, files[at]]))
  if (listed.file_ids.some((id, at) => names.get(id) !== listed.files[at]))
    throw new LinkRefusedError({ text: 'share.otherFiles' })
  return { ...listed, files, file_ids }
}

/** Recomputes kc of the listed files from the keys that open them. */
async function keyCommitments(
  { file_ids }: DownloadLink,
  decryptionKeys: DecryptionKey[],
  { signal, onProgress }: Pick<OpenOptions, 'signal' | 'onProgress'>,
) {
  const { fetchKeyCommitments, withKeysWorkers } = await import('../../platform/ownFileOpening.ts')
  return withKeysWorkers((ports) =>
    fetchKeyCommitments(file_ids, { ...ports, decryptionKeys, signal, onProgress }),
  )
}
