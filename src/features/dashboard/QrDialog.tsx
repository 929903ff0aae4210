import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { wordsOfFingerprint } from '../../../core/crypto/index.ts'
import { useKeyBoundValue } from '../../session/keyBoundValue.ts'
import { getUnlockedKey, type UnlockedKey, useUnlockedKey } from '../../session/unlockedKey.ts'
import { useAppDispatch } from '../../store/hooks.ts'
import { recipientOf } from '../../trust/folderSecrets.ts'
import { type TextKey, t } from '../../../i18n/t.ts'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { CheckboxOption } from '../../ui/fields/CheckboxOption.tsx'
import { QrCode } from '../../ui/values/QrCode.tsx'
import { SenderFingerprintWords } from '../../ui/values/SenderFingerprintWords.tsx'
import { ShareButton } from '../../ui/buttons/ShareButton.tsx'
import { folderTitle } from '../../ui/values/folderTitle.ts'
import { type LinkKind, uploadLink, type UploadLinks } from './uploadLink.ts'

const copyLabels = {
  plain: 'dashboard.copyLink',
  withKey: 'dashboard.elseLinkWithKey',
  secret: 'dashboard.elseSecretLink',
} as const satisfies Record<LinkKind, TextKey>

interface QrDialogProps {
  folder: Folder
  open: boolean
  links: UploadLinks
  onClose: () => void
}

export function QrDialog({ folder, open, links, onClose }: QrDialogProps) {
  const [wanted, setWanted] = useState<LinkKind>('plain')
  const [made, setMade] = useState<{ kind: LinkKind; link: string } | null>(null)
  const { kind, link } = made ?? { kind: 'plain', link: uploadLink(folder.link_token) }
  const isMaking = wanted !== kind
  const isShared = folder.several !== null
  const words = useSenderWords(folder)

  async function choose(chosenKind: LinkKind) {
    setWanted(chosenKind)
    const link = chosenKind === 'plain' ? null : await links[chosenKind](folder)
    setMade(link === null ? null : { kind: chosenKind, link })
    if (link !== null) return
    setWanted('plain')
    // The secret link was refused, so the plain one must not be shown either.
    if (getUnlockedKey() !== null) onClose()
  }

  return (
    <FormDialog
      open={open}
      title={t('dashboard.qrTitle', { title: folderTitle(folder) })}
      // On phones the second choice is below the visible part.
      dividers
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.close')}</Button>
          <ShareButton size="medium" link={() => links[kind](folder)} subject={folderTitle(folder)} />
          <CopyButton
            size="medium"
            variant="contained"
            label={t(copyLabels[kind])}
            text={() => links[kind](folder)}
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
        checked={wanted === 'secret'}
        disabled={isMaking}
        hint={wanted === 'secret' ? t('dashboard.withSecretHint') : undefined}
        onChange={(checked) => void choose(checked ? 'secret' : 'plain')}
      />
      <CheckboxOption
        label={t('dashboard.withFingerprint', { several: isShared ? 'yes' : 'no' })}
        checked={wanted !== 'plain'}
        disabled={isMaking || wanted === 'secret'}
        hint={wanted === 'plain' ? undefined : t('dashboard.withFingerprintHint')}
        onChange={(checked) => void choose(checked ? 'withKey' : 'plain')}
      />
      {words && <SenderFingerprintWords words={words} several={isShared} />}
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
