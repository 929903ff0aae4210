import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import { useId, useState } from 'react'
import type { Folder } from '../../../contract/folders.ts'
import { getUnlockedKey } from '../../session/unlockedKey.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Option } from '../../ui/Option.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { SenderWords } from '../../ui/SenderWords.tsx'
import { folderTitle } from './folderStatus.ts'
import { uploadLink } from './uploadLink.ts'
import type { UploadLinks } from './useUploadLinks.tsx'
import { useSenderWords } from './useSenderWords.ts'

type Kind = keyof UploadLinks

const copyLabels = {
  plain: 'Copy Link',
  withKey: 'Copy link with key fingerprint',
  secret: 'Copy secret link',
} as const satisfies Record<Kind, string>

const secretHint =
  'Files that come by this link are marked as proven: made by somebody who had it, not by the server alone. Together ' +
  'with the server, everybody who has or had it can make such files and date them back, and deleted ones can come ' +
  'back. Whoever has only the plain link can still send files; these are marked as not proven.'

interface QrDialogProps {
  folder: Folder
  open: boolean
  links: UploadLinks
  onClose: () => void
}

/** An upload link to hold a phone at, or to print. */
export function QrDialog({ folder, open, links, onClose }: QrDialogProps) {
  const [wanted, setWanted] = useState<Kind>('plain')
  const [made, setMade] = useState<{ kind: Kind; link: string } | null>(null)
  const titleId = useId()
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
    // Refused, with the key open: then the picture of the plain link would say what its copy may not.
    if (getUnlockedKey() !== null) onClose()
  }

  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Upload link of “{folderTitle(folder)}”</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Code>
            <QrCode value={link} size={232} label="QR code of the upload link" />
            <output aria-label="Upload link">{link}</output>
          </Code>
          <Option
            label="With a secret that proves where files come from"
            checked={wanted === 'secret'}
            disabled={isMaking}
            hint={secretHint}
            onChange={(checked) => void choose(checked ? 'secret' : 'plain')}
          />
          <Option
            label={`With the fingerprint of ${several ? 'this folder’s' : 'my'} key`}
            checked={wanted !== 'plain'}
            disabled={isMaking || wanted === 'secret'}
            hint="The upload page then takes no other key, even if this server hands one out."
            onChange={(checked) => void choose(checked ? 'withKey' : 'plain')}
          />
          {words && <SenderWords words={words} several={several} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          Close
        </Button>
        <CopyButton
          size="medium"
          variant="contained"
          label={copyLabels[kind]}
          text={() => links[kind](folder)}
        />
      </DialogActions>
    </Dialog>
  )
}

const Code = styled('div')(({ theme: { typography, spacing } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'center',
  gap: spacing(2),
  paddingTop: spacing(1),
  '& > output': { ...typography.mono, overflowWrap: 'anywhere', textAlign: 'center' },
}))
