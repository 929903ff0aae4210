import CheckIcon from '@mui/icons-material/Check'
import ContentCopyIcon from '@mui/icons-material/ContentCopy'
import RefreshIcon from '@mui/icons-material/Refresh'
import { t } from '../../../i18n/t.ts'
import { useClipboard } from '../../ui/CopyButton.tsx'
import { ManualCopyDialog } from '../../ui/ManualCopyDialog.tsx'
import { FieldButton } from '../../ui/PasswordField.tsx'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'

interface PasswordToolsProps {
  password: () => string
  disabled: boolean
  onAnother: () => void
}

/** Buttons in the field of a generated password: draw another, copy it. */
export function PasswordTools({ password, disabled, onAnother }: PasswordToolsProps) {
  const { copied, refused, failure, copy, closeRefused } = useClipboard({
    failure: t('share.passwordNotCopied'),
  })
  return (
    <>
      <FieldButton
        aria-label={t('share.anotherPassword')}
        title={t('share.anotherPassword')}
        disabled={disabled}
        onClick={onAnother}
      >
        <RefreshIcon fontSize="small" />
      </FieldButton>
      <FieldButton
        aria-label={t('share.copyPassword')}
        title={t('share.copyPassword')}
        onClick={() => void copy(password())}
      >
        {copied ? <CheckIcon fontSize="small" color="success" /> : <ContentCopyIcon fontSize="small" />}
      </FieldButton>
      <span role="status" style={visuallyHidden}>
        {copied ? t('ui.copied') : ''}
      </span>
      {refused !== null && (
        <ManualCopyDialog
          failure={failure}
          text={refused}
          onClose={() => closeRefused('closed')}
          onCopied={() => closeRefused('copied')}
        />
      )}
    </>
  )
}
