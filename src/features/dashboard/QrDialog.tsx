import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import { useId, useState } from 'react'
import type { Folder } from '../../../contract/folders.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Option } from '../../ui/Option.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { folderTitle } from './folderStatus.ts'
import { uploadLink } from './uploadLink.ts'
import type { UploadLinks } from './useUploadLinks.tsx'

interface QrDialogProps {
  folder: Folder
  open: boolean
  links: UploadLinks
  onClose: () => void
}

/** An upload link to hold a phone at, or to print. */
export function QrDialog({ folder, open, links, onClose }: QrDialogProps) {
  const [wanted, setWanted] = useState(false)
  const [linkWithKey, setLinkWithKey] = useState<string | null>(null)
  const titleId = useId()
  const link = linkWithKey ?? uploadLink(folder.link_token)

  async function choose(withKey: boolean) {
    setWanted(withKey)
    const made = withKey ? await links.withKey(folder) : null
    setLinkWithKey(made)
    if (made === null) setWanted(false)
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
            label="With the fingerprint of my key"
            checked={wanted}
            disabled={wanted && linkWithKey === null}
            hint="The upload page then takes no other key, even if this server hands one out."
            onChange={(checked) => void choose(checked)}
          />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          Close
        </Button>
        <CopyButton
          size="medium"
          variant="contained"
          label={linkWithKey === null ? 'Copy Link' : 'Copy link with key fingerprint'}
          text={() => (linkWithKey === null ? links.plain(folder) : links.withKey(folder))}
        />
      </DialogActions>
    </Dialog>
  )
}

const Code = styled('div')(({ theme: { typography, spacing } }) => ({
  display: 'grid',
  justifyItems: 'center',
  gap: spacing(2),
  paddingTop: spacing(1),
  '& > output': { ...typography.mono, overflowWrap: 'anywhere', textAlign: 'center' },
}))
