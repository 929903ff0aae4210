import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { formatNumber } from '../../ui/format.ts'
import { FieldLabel, FieldRow } from '../../ui/layout.ts'
import type { MadeLink } from './makeLink.ts'

interface ReadyLinkProps {
  link: MadeLink
  onClose: () => void
}

/**
 * What is to be handed out. The password is shown here for the last time: nobody else knows it. So nothing but the button
 * closes this, and the button asks first, as long as link and password were not both copied.
 */
export function ReadyLink({ link, onClose }: ReadyLinkProps) {
  const { address, password, maxDownloads, unsealed } = link
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
        <Stack spacing={2}>
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
          {maxDownloads !== null && (
            <Banner severity="info">
              {maxDownloads === 1
                ? 'It can be used once. Looking at its page takes nothing; a download of your own would use it up.'
                : `It can be used ${formatNumber(maxDownloads)} times. A download of your own takes one of them.`}
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
              <Typography variant="small" color="textSecondary" component="div">
                It is shown here for the last time: the server does not know it.
              </Typography>
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
    <div>
      <FieldLabel id={id}>{label}</FieldLabel>
      <ToCopy>
        <div role="textbox" aria-readonly aria-labelledby={id} tabIndex={0} onCopy={onCopied}>
          {text}
        </div>
        <CopyButton
          text={text}
          label={copy}
          failure={failure}
          onCopied={onCopied}
          autoFocus={label === 'Link'}
        />
      </ToCopy>
    </div>
  )
}

const ToCopy = styled(FieldRow)(({ theme: { vars, typography, spacing, breakpoints } }) => ({
  gap: spacing(1),
  '& > [role="textbox"]': {
    ...typography.mono,
    width: '100%',
    minWidth: 0,
    maxHeight: 96,
    overflow: 'auto',
    padding: spacing(1, 1.5),
    border: `1px solid ${vars.palette.divider}`,
    borderRadius: vars.shape.borderRadius,
    overflowWrap: 'anywhere',
    userSelect: 'all',
  },
  [breakpoints.up('sm')]: { alignItems: 'center', '& > [role="textbox"]': { flex: 1, width: 'auto' } },
}))
