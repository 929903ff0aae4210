import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { wordsOfFingerprint } from '../../../core/crypto/index.ts'
import { useKeyBoundValue } from '../../session/keyBoundValue.ts'
import { getUnlockedKey, type UnlockedKey, useUnlockedKey } from '../../session/unlockedKey.ts'
import { useAppDispatch } from '../../store/hooks.ts'
import { recipientOf } from '../../trust/folderSecrets.ts'
import { t } from '../../../i18n/t.ts'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { CheckboxOption } from '../../ui/fields/CheckboxOption.tsx'
import { QrCode } from '../../ui/values/QrCode.tsx'
import { SenderFingerprintWords } from '../../ui/values/SenderFingerprintWords.tsx'
import { ShareButton } from '../../ui/buttons/ShareButton.tsx'
import { folderTitle } from '../../ui/values/folderTitle.ts'

interface QrDialogProps {
  folder: Folder
  ordinaryLink: string
  open: boolean
  getSecretLink: () => Promise<string | null>
  onClose: () => void
}

/** The ordinary upload link of a folder as a QR code, or the secret one. */
export function QrDialog({ folder, ordinaryLink, open, getSecretLink, onClose }: QrDialogProps) {
  const [wantsSecret, setWantsSecret] = useState(false)
  const [secretLink, setSecretLink] = useState<string | null>(null)
  const link = secretLink ?? ordinaryLink
  const words = useSenderWords(folder)

  async function chooseSecret(isWanted: boolean) {
    setWantsSecret(isWanted)
    const made = isWanted ? await getSecretLink() : null
    setSecretLink(made)
    if (!isWanted || made !== null) return
    setWantsSecret(false)
    // The secret link was refused, so the ordinary one must not be shown either.
    if (getUnlockedKey() !== null) onClose()
  }

  return (
    <FormDialog
      open={open}
      title={t('dashboard.qrTitle', { title: folderTitle(folder) })}
      // On phones the choice is below the visible part.
      dividers
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.close')}</Button>
          <ShareButton size="medium" link={() => Promise.resolve(link)} subject={folderTitle(folder)} />
          <CopyButton
            size="medium"
            variant="contained"
            label={t(secretLink === null ? 'dashboard.copyLink' : 'dashboard.elseSecretLink')}
            text={link}
          />
        </>
      }
    >
      <CodeAndLink>
        <QrCode value={link} size={232} label={t('dashboard.qrCode')} />
        <output aria-label={t('dashboard.uploadLink')}>{link}</output>
      </CodeAndLink>
      <CheckboxOption
        label={t('dashboard.withSecret')}
        checked={wantsSecret}
        disabled={wantsSecret && secretLink === null}
        hint={wantsSecret ? t('dashboard.withSecretHint') : undefined}
        onChange={(isWanted) => void chooseSecret(isWanted)}
      />
      {words && <SenderFingerprintWords words={words} several={folder.several !== null} />}
    </FormDialog>
  )
}

/** Returns the words of the key that senders encrypt for; null if it is locked or the folder not trusted. */
function useSenderWords(folder: Folder): readonly string[] | null {
  const dispatch = useAppDispatch()
  const key = useUnlockedKey()
  const [last, setLast] = useKeyBoundValue<{
    key: UnlockedKey
    id: number
    words: readonly string[] | null
  }>()

  useEffect(() => {
    if (!key) return
    let isOver = false
    dispatch(recipientOf(folder, key)).then(
      ({ fingerprint }) => {
        if (!isOver) setLast({ key, id: folder.id, words: wordsOfFingerprint(fingerprint) })
      },
      // The reason is shown when the link is requested.
      () => undefined,
    )
    return () => void (isOver = true)
  }, [dispatch, folder, key, setLast])

  return key && last?.key === key && last.id === folder.id ? last.words : null
}

const CodeAndLink = styled('div')(({ theme: { typography, spacing } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'center',
  gap: spacing(2),
  paddingTop: spacing(1),
  '& > output': { ...typography.mono, wordBreak: 'break-all', textAlign: 'center' },
}))
