import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { DialogStep } from '../../ui/dialogs/FormDialog.tsx'
import { lazyOrNothing } from '../../ui/lazy/lazyOrNothing.tsx'
import { Disclosure } from '../../ui/page/Disclosure.tsx'
import { Buttons, FieldLabel, FieldRow } from '../../ui/theme/layout.ts'
import { ShareButton } from '../../ui/buttons/ShareButton.tsx'
import { MailButton } from './MailButton.tsx'
import type { MadeLink } from './makeLink.ts'
import { mailOfLink } from './openMailProgram.ts'

// Few need it.
const QrCode = lazyOrNothing(() => import('../../ui/values/QrCode.tsx'), 'QrCode')

/** Length of the longest address that cameras read from a screen; the keys of some twenty files. */
const maxQrLength = 1000

/** Shows a new link and its password, once. Its button asks before closing unless the password was copied. */
export function CreatedLink({ link, onClose }: { link: MadeLink; onClose: () => void }) {
  const { address, password, maxDownloads, isNamed, title, expiration } = link
  const [isCopied, setCopied] = useState(password === null)
  const [isLinkCopied, setLinkCopied] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const isConfirming = isAsking && !isCopied
  return (
    <DialogStep
      actions={
        isConfirming ? (
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
        )
      }
    >
      <CopyField
        autoFocus
        label={t('share.link')}
        buttonLabel={t('ui.copy')}
        text={address}
        failure={t('ui.linkNotCopied')}
        onCopied={() => setLinkCopied(true)}
        isPrimary={!isLinkCopied}
      >
        <MailButton
          mail={() => Promise.resolve(mailOfLink(address, title, expiration))}
          onOpened={() => setLinkCopied(true)}
        />
        <ShareButton
          link={() => Promise.resolve(address)}
          subject={title}
          onShared={() => setLinkCopied(true)}
        />
      </CopyField>
      {address.length <= maxQrLength && (
        <Disclosure summary={t('dashboard.showQr')}>
          <QrCode value={address} size={232} label={t('share.qrCode')} />
        </Disclosure>
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
          <CopyField
            label={t('share.password')}
            buttonLabel={t('share.copyPassword')}
            text={password}
            failure={t('share.passwordNotCopied')}
            onCopied={() => setCopied(true)}
            isRequired={isConfirming}
            isPrimary={isLinkCopied && !isCopied}
          />
          <Typography variant="small" color="textSecondary" component="div">
            {t('share.shownOnce')}
          </Typography>
        </>
      )}
      {isConfirming && <Banner severity="warning">{t('share.notCopied')}</Banner>}
    </DialogStep>
  )
}

type CopyButtonProps = Pick<ComponentProps<typeof CopyButton>, 'autoFocus' | 'failure' | 'onCopied'>

interface CopyFieldProps extends CopyButtonProps {
  label: string
  buttonLabel: string
  text: string
  /** True if the dialog cannot be closed at once before it is copied. */
  isRequired?: boolean
  /** True if its button stands out. */
  isPrimary: boolean
  children?: ReactNode
}

function CopyField(props: CopyFieldProps) {
  const { label, buttonLabel, text, isRequired = false, isPrimary, children, ...rest } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isRequired) button.current?.focus()
  }, [isRequired])
  return (
    <div>
      <FieldLabel id={id}>{label}</FieldLabel>
      <TextAndButtons>
        <div role="textbox" aria-readonly aria-labelledby={id} tabIndex={0} onCopy={rest.onCopied}>
          {text}
        </div>
        <Buttons>
          <CopyButton
            ref={button}
            text={text}
            label={buttonLabel}
            {...rest}
            variant={isRequired || isPrimary ? 'contained' : 'outlined'}
          />
          {children}
        </Buttons>
      </TextAndButtons>
    </div>
  )
}

const TextAndButtons = styled(FieldRow)(({ theme: { vars, typography, spacing, breakpoints } }) => ({
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
