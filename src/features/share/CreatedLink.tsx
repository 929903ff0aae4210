import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/Banner.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Buttons, FieldLabel, FieldRow } from '../../ui/layout.ts'
import { ShareButton } from '../../ui/ShareButton.tsx'
import { namesOf } from './linkRefused.ts'
import type { MadeLink } from './makeLink.ts'

interface CreatedLinkProps {
  link: MadeLink
  onClose: () => void
}

/** Shows a new link and its password, once. Its button asks before closing unless the password was copied. */
export function CreatedLink({ link, onClose }: CreatedLinkProps) {
  const { address, password, maxDownloads, isNamed, title, unsealed } = link
  const [isCopied, setCopied] = useState(password === null)
  const [isLinkCopied, setLinkCopied] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const isConfirming = isAsking && !isCopied
  return (
    <>
      <DialogContent>
        <Stack spacing={2}>
          <Copied
            isFirst
            label={t('share.link')}
            copy={t('ui.copy')}
            text={address}
            failure={t('ui.linkNotCopied')}
            onCopied={() => setLinkCopied(true)}
            isLoud={!isLinkCopied}
          >
            <ShareButton
              link={() => Promise.resolve(address)}
              subject={title}
              onShared={() => setLinkCopied(true)}
            />
          </Copied>
          {unsealed.length > 0 && (
            <Banner severity="warning">{t('share.unsealed', { names: namesOf(unsealed) })}</Banner>
          )}
          {maxDownloads !== null && (
            <Banner severity="info">
              {maxDownloads === 1 ? t('share.usedOnce') : t('share.usedTimes', { count: maxDownloads })}
            </Banner>
          )}
          {password === null ? (
            <Banner severity="info">{t(isNamed ? 'share.openForNamed' : 'share.openForAll')}</Banner>
          ) : (
            <>
              <Banner severity="warning">{t('share.shareSeparately')}</Banner>
              <Copied
                label={t('share.password')}
                copy={t('share.copyPassword')}
                text={password}
                failure={t('share.passwordNotCopied')}
                onCopied={() => setCopied(true)}
                isNext={isConfirming}
                isLoud={isLinkCopied && !isCopied}
              />
              <Typography variant="small" color="textSecondary" component="div">
                {t('share.shownOnce')}
              </Typography>
            </>
          )}
          {isConfirming && <Banner severity="warning">{t('share.notCopied')}</Banner>}
        </Stack>
      </DialogContent>
      <DialogActions>
        {isConfirming ? (
          // Away from where the other was: a second click must not lose the password.
          <Button onClick={onClose} sx={{ marginRight: 'auto' }}>
            {t('share.closeAnyway')}
          </Button>
        ) : (
          <Button
            variant={isLinkCopied && isCopied ? 'contained' : 'outlined'}
            onClick={() => (isCopied ? onClose() : setAsking(true))}
          >
            {t('session.finish')}
          </Button>
        )}
      </DialogActions>
    </>
  )
}

interface CopiedProps {
  /** True if its button gets the focus. */
  isFirst?: boolean
  label: string
  /** Label of the button. */
  copy: string
  text: string
  failure: string
  onCopied?: () => void
  /** True if copying is what the dialog waits for. */
  isNext?: boolean
  /** True if it is what to do next. */
  isLoud: boolean
  /** More buttons. */
  children?: ReactNode
}

function Copied({
  isFirst = false,
  label,
  copy,
  text,
  onCopied,
  isNext,
  isLoud,
  children,
  failure,
}: CopiedProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isNext) button.current?.focus()
  }, [isNext])
  return (
    <div>
      <FieldLabel id={id}>{label}</FieldLabel>
      <ToCopy>
        <div role="textbox" aria-readonly aria-labelledby={id} tabIndex={0} onCopy={onCopied}>
          {text}
        </div>
        <Buttons>
          <CopyButton
            ref={button}
            text={text}
            label={copy}
            failure={failure}
            {...(onCopied && { onCopied })}
            autoFocus={isFirst}
            variant={isNext || isLoud ? 'contained' : 'outlined'}
          />
          {children}
        </Buttons>
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
