import { type ReactNode, useCallback, useMemo } from 'react'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { getUnlockedKey, type UnlockedKey } from '../../session/unlockedKey.ts'
import { useUnlock } from '../../session/useUnlock.tsx'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { type Recipient, recipientOf } from '../../trust/folderSecrets.ts'
import { refusalOfLink, secretUploadLink, uploadLink, uploadLinkWithKey } from './uploadLink.ts'

export interface UploadLinks {
  /** The link as it is; null, after a warning that stays, while uploaders are given another key than they should be. */
  plain: (folder: Folder) => Promise<string | null>
  /** The link with the key's fingerprint; asks for the key first. Null when there is none to give, which was said. */
  withKey: (folder: Folder) => Promise<string | null>
  /** The link with fingerprint and origin secret; as `withKey`. The folder is remembered first. */
  secret: (folder: Folder) => Promise<string | null>
}

/** The links are the same objects from one drawing to the next. `dialog` is to be rendered somewhere. */
export function useUploadLinks(): { links: UploadLinks; dialog: ReactNode } {
  const dispatch = useAppDispatch()
  const { unlock, dialog } = useUnlock()

  /** Null, after a warning that stays, where the folder is not trusted, or uploaders are given another key. */
  const checkedRecipient = useCallback(
    async (folder: Folder, key: UnlockedKey): Promise<Recipient | null> => {
      try {
        const recipient = await dispatch(recipientOf(folder, key))
        const refusal = await refusalOfLink(folder.link_token, recipient)
        return refusal === null ? recipient : refuse(refusal)
      } catch (error) {
        return refuse(errorText(error))
      }
    },
    [dispatch],
  )

  const plain = useCallback(
    async (folder: Folder) => {
      const key = getUnlockedKey()
      const isRefused = key !== null && (await checkedRecipient(folder, key)) === null
      return isRefused ? null : uploadLink(folder.link_token)
    },
    [checkedRecipient],
  )

  const withKey = useCallback(
    async (folder: Folder) => {
      const key = await unlock(() => t('dashboard.fingerprintPurpose'))
      const recipient = key && (await checkedRecipient(folder, key))
      return recipient && uploadLinkWithKey(folder.link_token, recipient)
    },
    [checkedRecipient, unlock],
  )

  const secret = useCallback(
    async (folder: Folder) => {
      const key = await unlock(() => t('dashboard.secretPurpose'))
      const recipient = key && (await checkedRecipient(folder, key))
      if (!recipient) return null
      try {
        const { rememberOwn } = await import('../../trust/rememberOwn.ts')
        await dispatch(rememberOwn(folder, key))
      } catch (error) {
        return refuse(errorText(error))
      }
      return secretUploadLink(folder.link_token, recipient)
    },
    [checkedRecipient, dispatch, unlock],
  )

  const links = useMemo(() => ({ plain, withKey, secret }), [plain, withKey, secret])
  return { links, dialog }
}

function refuse(why: string): null {
  notify('error', why, null)
  return null
}
