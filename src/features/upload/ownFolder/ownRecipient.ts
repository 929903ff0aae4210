import type { Folder } from '../../../../contract/schemas/folders.ts'
import { originSecret, toBase64Url } from '../../../../core/crypto/index.ts'
import type { UnlockedKey } from '../../../session/unlockedKey.ts'
import type { AppThunk } from '../../../store/store.ts'
import { recipientOf } from '../../../trust/folderSecrets.ts'

/** The key that files are sealed to, as the people of the folder know it. */
export interface OwnRecipient {
  readonly keyFingerprint: string
  /** Proves that files come from the folder's people; null where proofs are not in use. */
  readonly originSecret: string | null
  /** Tag of the remembered upload link of a folder of one person. */
  readonly linkTag: string | null
  /** True if the folder hides the names of files from the server. */
  readonly privateNames: boolean
}

/** Says by the unlocked key to whom files in a folder are sealed, whatever the server says. @throws FaultError */
export const ownRecipientOf =
  (folder: Folder, key: UnlockedKey): AppThunk<Promise<OwnRecipient>> =>
  async (dispatch) => {
    const { fingerprint, ownerSecret, folder: name } = await dispatch(recipientOf(folder, key))
    const { rememberOwnFolder } = await import('../../../trust/rememberOwnFolder.ts')
    const judged = await dispatch(rememberOwnFolder(folder, key))
    // Where no secret link was given out, one file of proven origin would make all others look doubtful.
    const secret = judged?.trust === 'known' ? await originSecret(ownerSecret, name) : null
    return {
      keyFingerprint: fingerprint,
      originSecret: secret && toBase64Url(secret),
      linkTag: judged?.links?.tag ?? null,
      privateNames: folder.private_names === true,
    }
  }
