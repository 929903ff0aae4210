import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { getUnlockedKey } from '../../session/unlockedKey.ts'
import { type Key, t } from '../../../i18n/t.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Option } from '../../ui/Option.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { SenderWords } from '../../ui/SenderWords.tsx'
import { ShareButton } from '../../ui/ShareButton.tsx'
import { TitledDialog } from '../../ui/TitledDialog.tsx'
import { folderTitle } from '../../ui/folderTitle.ts'
import { uploadLink } from './uploadLink.ts'
import type { UploadLinks } from './useUploadLinks.tsx'
import { useSenderWords } from './useSenderWords.ts'

type Kind = keyof UploadLinks

const copyLabels = {
  plain: 'dashboard.copyLink',
  withKey: 'dashboard.elseLinkWithKey',
  secret: 'dashboard.elseSecretLink',
} as const satisfies Record<Kind, Key>

interface QrDialogProps {
  folder: Folder
  open: boolean
  links: UploadLinks
  onClose: () => void
}

/** QR code of an upload link, to scan or to print. */
export function QrDialog({ folder, open, links, onClose }: QrDialogProps) {
  const [wanted, setWanted] = useState<Kind>('plain')
  const [made, setMade] = useState<{ kind: Kind; link: string } | null>(null)
  const { kind, link } = made ?? { kind: 'plain', link: uploadLink(folder.link_token) }
  const isMaking = wanted !== kind
  const several = folder.several !== null
  const words = useSenderWords(folder)

  async function choose(next: Kind) {
    setWanted(next)
    const link = next === 'plain' ? null : await links[next](folder)
    setMade(link === null ? null : { kind: next, link })
    if (link !== null) return
    setWanted('plain')
    // The secret link was refused, so the plain one must not be shown either.
    if (getUnlockedKey() !== null) onClose()
  }

  return (
    <TitledDialog
      open={open}
      onClose={onClose}
      title={t('dashboard.qrTitle', { title: folderTitle(folder) })}
    >
      {/* On phones the second choice is below the visible part. */}
      <DialogContent dividers>
        <Stack spacing={2}>
          <Code>
            <QrCode value={link} size={232} label={t('dashboard.qrCode')} />
            <output aria-label={t('dashboard.uploadLink')}>{link}</output>
          </Code>
          <Option
            label={t('dashboard.withSecret')}
            checked={wanted === 'secret'}
            disabled={isMaking}
            hint={wanted === 'secret' ? t('dashboard.withSecretHint') : undefined}
            onChange={(checked) => void choose(checked ? 'secret' : 'plain')}
          />
          <Option
            label={t('dashboard.withFingerprint', { several: several ? 'yes' : 'no' })}
            checked={wanted !== 'plain'}
            disabled={isMaking || wanted === 'secret'}
            hint={wanted === 'plain' ? undefined : t('dashboard.withFingerprintHint')}
            onChange={(checked) => void choose(checked ? 'withKey' : 'plain')}
          />
          {words && <SenderWords words={words} several={several} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ui.close')}</Button>
        <ShareButton size="medium" link={() => links[kind](folder)} subject={folderTitle(folder)} />
        <CopyButton
          size="medium"
          variant="contained"
          label={t(copyLabels[kind])}
          text={() => links[kind](folder)}
        />
      </DialogActions>
    </TitledDialog>
  )
}

const Code = styled('div')(({ theme: { typography, spacing } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'center',
  gap: spacing(2),
  paddingTop: spacing(1),
  '& > output': { ...typography.mono, wordBreak: 'break-all', textAlign: 'center' },
}))
