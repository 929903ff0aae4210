import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { getUnlockedKey, type UnlockedKey } from '../../session/unlockedKey.ts'
import { useUnlock } from '../../session/useUnlock.tsx'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { fault } from '../../../core/faults/fault.ts'
import { errorText, faultText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { type Recipient, recipientOf } from '../../trust/folderSecrets.ts'
import { KeepWhileClosing } from '../../ui/dialogs/KeepWhileClosing.tsx'
import { lazyOrNothing } from '../../ui/lazy/lazyOrNothing.tsx'
import { useNamesQuestion } from './useNamesQuestion.tsx'
import {
  uploadLinkProblem,
  secretUploadLink,
  uploadLink,
  type UploadLinks,
  uploadLinkWithKey,
} from './uploadLink.ts'

const QrDialog = lazyOrNothing(() => import('./QrDialog.tsx'), 'QrDialog')

interface CheckedFolder {
  folder: Folder
  recipient: Recipient
}

/** Returns stable functions that give upload links, and dialogs to be rendered. */
export function useUploadLinks(): { links: UploadLinks; dialog: ReactNode } {
  const dispatch = useAppDispatch()
  const { unlock, dialog } = useUnlock()
  const { ask: askAboutNames, dialog: namesDialog } = useNamesQuestion()
  const [shownCode, setShownCode] = useState<{ folder: Folder; link: string } | null>(null)

  /** Returns null after a cancelled question; after a persistent warning, if the folder is not trusted or visitors get another key. */
  const checkedFolder = useCallback(
    async (shown: Folder, key: UnlockedKey, isSecret = false): Promise<CheckedFolder | null> => {
      try {
        const recipient = await dispatch(recipientOf(shown, key))
        const refusal = await uploadLinkProblem(shown.link_token, recipient)
        if (refusal !== null) return showRefusal(refusal)
        // The answer is stored, so not before the folder is trusted.
        const folder = await askAboutNames(shown, key)
        if (!folder) return null
        const { rememberOwnFolder } = await import('../../trust/rememberOwnFolder.ts')
        await dispatch(rememberOwnFolder(folder, key, isSecret))
        return { folder, recipient }
      } catch (error) {
        return showRefusal(errorText(error))
      }
    },
    [askAboutNames, dispatch],
  )

  const withKey = useCallback(
    async (folder: Folder) => {
      const key = await unlock(() => t('dashboard.fingerprintPurpose'))
      const checked = key && (await checkedFolder(folder, key))
      return checked && uploadLinkWithKey(checked.folder, checked.recipient)
    },
    [checkedFolder, unlock],
  )

  const ordinary = useCallback(
    async (folder: Folder) => {
      if (getUnlockedKey()) return withKey(folder)
      const { deviceLinkAlarms, isDeviceNamesAlarm } = await import('../../trust/listedLinks.ts')
      if (await dispatch(isDeviceNamesAlarm(folder))) return showRefusal(faultText(fault('names-other')))
      const alarms = await dispatch(deviceLinkAlarms([folder]))
      return alarms.size === 0 ? uploadLink(folder.link_token) : showRefusal(faultText(fault('link-other')))
    },
    [withKey, dispatch],
  )

  const secret = useCallback(
    async (folder: Folder) => {
      const key = await unlock(() => t('dashboard.secretPurpose'))
      const checked = key && (await checkedFolder(folder, key, true))
      return checked && secretUploadLink(checked.folder, checked.recipient)
    },
    [checkedFolder, unlock],
  )

  // A QR code that is shown to others counts as handing out the link.
  const showQr = useCallback(
    async (folder: Folder) => {
      const link = await ordinary(folder)
      setShownCode(link === null ? null : { folder, link })
    },
    [ordinary],
  )

  const links = useMemo(() => ({ ordinary, withKey, secret, showQr }), [ordinary, withKey, secret, showQr])
  const qrDialog = (
    <KeepWhileClosing item={shownCode}>
      {({ folder, link }, open) => (
        <QrDialog
          key={folder.id}
          folder={folder}
          ordinaryLink={link}
          open={open}
          getSecretLink={() => secret(folder)}
          onClose={() => setShownCode(null)}
        />
      )}
    </KeepWhileClosing>
  )
  return {
    links,
    dialog: (
      <>
        {qrDialog}
        {namesDialog}
        {dialog}
      </>
    ),
  }
}

function showRefusal(reason: string): null {
  notify('error', reason, null)
  return null
}
