import { type ReactNode, useCallback, useMemo } from 'react'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { getUnlockedKey, type UnlockedKey } from '../../session/unlockedKey.ts'
import { useUnlock } from '../../session/useUnlock.tsx'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { type Recipient, recipientOf } from '../../trust/folderSecrets.ts'
import { uploadLinkProblem, secretUploadLink, uploadLink, uploadLinkWithKey } from './uploadLink.ts'

export interface UploadLinks {
  /** Returns the plain link; null, after a persistent warning, if visitors get another key. */
  plain: (folder: Folder) => Promise<string | null>
  /** Asks for the key, then returns the link with its fingerprint; null, after a message, without one. */
  withKey: (folder: Folder) => Promise<string | null>
  /** Returns the link with fingerprint and origin secret, as `withKey`. The folder is remembered first. */
  secret: (folder: Folder) => Promise<string | null>
}

/** Returns stable functions that give upload links, and a dialog to be rendered. */
export function useUploadLinks(): { links: UploadLinks; dialog: ReactNode } {
  const dispatch = useAppDispatch()
  const { unlock, dialog } = useUnlock()

  /** Returns null, after a persistent warning, if the folder is not trusted or visitors get another key. */
  const checkedRecipient = useCallback(
    async (folder: Folder, key: UnlockedKey): Promise<Recipient | null> => {
      try {
        const recipient = await dispatch(recipientOf(folder, key))
        const refusal = await uploadLinkProblem(folder.link_token, recipient)
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
        const { rememberOwnFolder } = await import('../../trust/rememberOwnFolder.ts')
        await dispatch(rememberOwnFolder(folder, key))
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
