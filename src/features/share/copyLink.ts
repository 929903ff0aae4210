import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { callApi } from '../../api/client.ts'
import { type DecryptionKey, masterFragment } from '../../../core/crypto/index.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import type { AppThunk } from '../../store/store.ts'
import { keysOfFolder, ownerSecrets } from '../../trust/folderSecrets.ts'
import type { KeyedFolder } from '../../../core/trust/sharedFolder.ts'
import { linkAddress } from './linkAddress.ts'
import { checkedBox } from './linkCheck.ts'
import { type LinkProblem, LinkRefusedError } from './linkRefused.ts'

export interface CopyOptions {
  folder: KeyedFolder
  /** Null: not unlocked. */
  key: UnlockedKey | null
  signal: AbortSignal
  /** Files checked so far. */
  onProgress: (done: number) => void
}

export interface AddressToCopy {
  address: string
  /** What the person has to say yes to first (linkCheck.ts). */
  doubts: readonly LinkProblem[]
}

/**
 * What 'Copy Link' copies: the address, and for a link without a password its keys behind '#', which only the sealed
 * box of the link gives (core/crypto/FORMAT.md, 10). With the key unlocked, no link is copied that the server exchanged
 * in any part; the bare address of a protected link gives nothing away and is copied without it too.
 * @throws LinkRefusedError, FaultError, or the signal's reason
 */
export function addressToCopy(
  link: DownloadLink,
  { folder, key, ...options }: CopyOptions,
): AppThunk<Promise<AddressToCopy>> {
  return async (dispatch) => {
    if (key === null) {
      if (!link.has_password) throw new LinkRefusedError({ text: 'share.notUnlocked' })
      return { address: linkAddress(link.link_token), doubts: [] }
    }
    const secrets = await dispatch(ownerSecrets(folder, key))
    const { signal } = options
    const sealed = await callApi('getSealedLink', { params: { id: link.link_token }, signal })
    const checked = await checkedBox({ link, sealed }, secrets, async () =>
      filesKeys(link, await dispatch(keysOfFolder(folder, key)), options),
    )
    const { linkMaster } = checked.box
    const fragment = link.has_password ? null : masterFragment(linkMaster)
    linkMaster.fill(0)
    return { address: linkAddress(link.link_token, fragment), doubts: checked.doubts }
  }
}

/** kc of the files that the list shows, recomputed from the keys that open them. */
async function filesKeys(
  { file_ids }: DownloadLink,
  decryptionKeys: DecryptionKey[],
  { signal, onProgress }: Pick<CopyOptions, 'signal' | 'onProgress'>,
) {
  const [{ commitOwnFiles }, { withKeysThreads }] = await Promise.all([
    import('../../../core/keys/own.ts'),
    import('../../platform/keysThreads.ts'),
  ])
  return withKeysThreads((ports) =>
    commitOwnFiles(file_ids, { ...ports, decryptionKeys, signal, onProgress }),
  )
}
