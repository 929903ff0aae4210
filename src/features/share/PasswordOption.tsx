import CheckIcon from '@mui/icons-material/Check'
import ContentCopyIcon from '@mui/icons-material/ContentCopy'
import RefreshIcon from '@mui/icons-material/Refresh'
import Stack from '@mui/material/Stack'
import { useCallback, useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { generateLinkPassword } from '../../../core/crypto/index.ts'
import { FormCheckbox, FormPassword } from '../../forms/formFields.tsx'
import { notifyError } from '../../store/hooks.ts'
import { t } from '../../../i18n/t.ts'
import { useClipboard } from '../../ui/buttons/CopyButton.tsx'
import { ManualCopyDialog } from '../../ui/dialogs/ManualCopyDialog.tsx'
import { FieldButton } from '../../ui/fields/PasswordField.tsx'
import { visuallyHidden } from '../../ui/theme/visuallyHidden.ts'
import type { LinkOptionProps } from './linkFormFields.ts'

export function PasswordOption({ form, rules, disabled }: LinkOptionProps) {
  const required = rules.require_link_password
  const { control } = form
  const isNamed = useWatch({ control, name: 'isNamed' })

  return (
    <FormCheckbox
      control={control}
      name="hasPassword"
      label={t('share.protection')}
      disabled={disabled || required}
      hint={(isOn) =>
        required
          ? t('rules.required')
          : isOn
            ? undefined
            : t(isNamed ? 'share.noPasswordNamed' : 'share.noPassword')
      }
    >
      <Stack spacing={1.5}>
        <PasswordFields form={form} disabled={disabled} />
      </Stack>
    </FormCheckbox>
  )
}

/** A generated password, which may be replaced. */
function PasswordFields({ form, disabled }: Omit<LinkOptionProps, 'rules'>) {
  const { control, getValues, setValue, clearErrors } = form
  const fillIn = useCallback(
    (password: string) => {
      setValue('password', password)
      setValue('confirmation', password)
      clearErrors(['password', 'confirmation'])
    },
    [setValue, clearErrors],
  )
  useEffect(() => {
    generateLinkPassword()
      // Keep a value that was typed in the meantime.
      .then((password) => getValues('password') === '' && fillIn(password))
      .catch(notifyError)
  }, [getValues, fillIn])

  return (
    <>
      <FormPassword
        control={control}
        name="password"
        label={t('share.password')}
        autoComplete="off"
        initiallyVisible
        readOnly={disabled}
        deps={['confirmation']}
        actions={
          <PasswordFieldButtons
            password={() => getValues('password')}
            disabled={disabled}
            onGenerateAnother={() => void generateLinkPassword().then(fillIn).catch(notifyError)}
          />
        }
      />
      <FormPassword
        control={control}
        name="confirmation"
        label={t('share.confirmPassword')}
        autoComplete="off"
        readOnly={disabled}
      />
    </>
  )
}

interface PasswordFieldButtonsProps {
  password: () => string
  disabled: boolean
  onGenerateAnother: () => void
}

/** Buttons in the field of a generated password: draw another, copy it. */
function PasswordFieldButtons({ password, disabled, onGenerateAnother }: PasswordFieldButtonsProps) {
  const { copied, refused, failure, copy, closeRefused } = useClipboard({
    failure: t('share.passwordNotCopied'),
  })
  return (
    <>
      <FieldButton
        aria-label={t('share.anotherPassword')}
        title={t('share.anotherPassword')}
        disabled={disabled}
        onClick={onGenerateAnother}
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
