import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Stack from '@mui/material/Stack'
import { useId, useState } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { mono } from '../../ui/theme.ts'
import type { MadeLink } from './makeLink.ts'

interface ReadyLinkProps {
  link: MadeLink
  onClose: () => void
}

/**
 * What is to be handed out. The password is shown here for the last time: nobody else knows it. So nothing but the button
 * closes this, and the button asks first, as long as link and password were not both copied.
 */
export function ReadyLink({ link: { address, password, unsealed }, onClose }: ReadyLinkProps) {
  const [copied, setCopied] = useState({ link: false, password: password === null })
  const [asked, setAsked] = useState(false)
  const isCopied = copied.link && copied.password
  const missing = copied.link
    ? 'The password was'
    : copied.password
      ? 'The link was'
      : 'Link and password were'
  return (
    <>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          <Copied
            label="Link"
            copy="Copy"
            text={address}
            failure="Failed to copy link to clipboard."
            onCopied={() => setCopied((before) => ({ ...before, link: true }))}
          />
          {unsealed !== null && (
            <Banner severity="warning">
              {`Name and content of files of this link are the server’s word, since no manifest came with them: ${unsealed}. Recipients are told so.`}
            </Banner>
          )}
          {password === null ? (
            <Banner severity="info">
              Whoever has this link can open the files. What stands behind the # is their key.
            </Banner>
          ) : (
            <>
              <Banner severity="warning">Remember to share the password separately!</Banner>
              <Copied
                label="Password"
                copy="Copy password"
                text={password}
                failure="Failed to copy password."
                onCopied={() => setCopied((before) => ({ ...before, password: true }))}
              />
              <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
                It is shown here for the last time: the server does not know it.
              </Box>
            </>
          )}
          {asked && !isCopied && (
            <Banner severity="warning">
              {`${missing} not copied.${copied.password ? '' : ' The password is gone when this closes.'}`}
            </Banner>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        {asked && !isCopied && (
          <Button variant="outlined" onClick={onClose}>
            Close without copying
          </Button>
        )}
        <Button variant="contained" onClick={() => (isCopied ? onClose() : setAsked(true))}>
          Done
        </Button>
      </DialogActions>
    </>
  )
}

interface CopiedProps {
  label: string
  /** The button. */
  copy: string
  text: string
  failure: string
  onCopied: () => void
}

function Copied({ label, copy, text, failure, onCopied }: CopiedProps) {
  const id = useId()
  return (
    <Box>
      <Box id={id} sx={{ fontSize: '0.8125rem', fontWeight: 560, mb: 0.75 }}>
        {label}
      </Box>
      <Stack
        direction={{ xs: 'column', sm: 'row' }}
        sx={{ gap: 1, alignItems: { xs: 'flex-start', sm: 'center' } }}
      >
        <Box
          role="textbox"
          aria-readonly
          aria-labelledby={id}
          tabIndex={0}
          onCopy={onCopied}
          sx={{
            flex: { sm: 1 },
            width: { xs: '100%', sm: 'auto' },
            minWidth: 0,
            maxHeight: 96,
            overflow: 'auto',
            px: 1.5,
            py: 1,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            fontFamily: mono,
            fontSize: '0.8125rem',
            overflowWrap: 'anywhere',
            userSelect: 'all',
          }}
        >
          {text}
        </Box>
        <CopyButton
          text={text}
          label={copy}
          failure={failure}
          onCopied={onCopied}
          autoFocus={label === 'Link'}
        />
      </Stack>
    </Box>
  )
}
