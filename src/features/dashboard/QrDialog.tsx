import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import type { Folder } from '../../../contract/folders.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Option } from '../../ui/Option.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { mono } from '../../ui/theme.ts'
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
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        Upload link of “{folderTitle(folder)}”
      </DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2, pt: 1 }}>
          <QrCode value={link} size={232} label="QR code of the upload link" />
          <Box
            component="output"
            aria-label="Upload link"
            sx={{ fontFamily: mono, fontSize: '0.8125rem', overflowWrap: 'anywhere', textAlign: 'center' }}
          >
            {link}
          </Box>
        </Box>
        <Box sx={{ mt: 2 }}>
          <Option
            label="With the fingerprint of my key"
            checked={wanted}
            disabled={wanted && linkWithKey === null}
            hint="The upload page then takes no other key, even if this server hands one out."
            onChange={(checked) => void choose(checked)}
          />
        </Box>
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
