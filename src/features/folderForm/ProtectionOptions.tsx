import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useWatch } from 'react-hook-form'
import type { OperatorRules } from '../../../contract/operatorRules.ts'
import { generateLinkPassword } from '../../../core/crypto/index.ts'
import { domainsHint } from '../../forms/domainRule.ts'
import { EmailListField } from '../../forms/EmailListField.tsx'
import { splitEmails } from '../../../contract/typedText.ts'
import { FormCheckbox, FormPassword } from '../../forms/formFields.tsx'
import type { FormOf } from '../../forms/schemaForm.ts'
import { notifyError } from '../../store/hooks.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { Buttons, FieldRow } from '../../ui/theme/layout.ts'
import { MailSettingsHint } from '../../ui/messages/MailProblem.tsx'
import type { FolderFields } from './folderFields.ts'

interface PasswordOptionProps {
  form: FormOf<FolderFields>
  hasPassword: boolean
  /** True if the template of the folder has a password, which is unknown. */
  isNewNeeded: boolean
}

/** Password with a generated value. If the folder has one, a ticked box changes it; blank removes it. */
export function PasswordOption({ form, hasPassword, isNewNeeded }: PasswordOptionProps) {
  const { control, getValues, setValue, clearErrors, resetField } = form
  const isBlank = useWatch({ control, name: 'password' }) === ''
  const hint = (isOn: boolean) => {
    if (!hasPassword) return isOn && isNewNeeded ? t('folderForm.passwordOfTemplate') : undefined
    return t(isOn ? 'folderForm.passwordChanges' : 'folderForm.passwordStays')
  }
  const setBothFields = (password: string) => {
    setValue('password', password)
    setValue('confirmPassword', password)
    clearErrors(['password', 'confirmPassword'])
  }
  const suggestPassword = () =>
    generateLinkPassword()
      // Keep a value that was typed in the meantime.
      .then(
        (password) =>
          getValues('passwordProtection') && getValues('password') === '' && setBothFields(password),
      )
      .catch(notifyError)
  return (
    <FormCheckbox
      control={control}
      name="passwordProtection"
      label={t(hasPassword ? 'folderForm.changeProtection' : 'share.protection')}
      hint={hint}
      onChanged={(isOn) => {
        resetField('password')
        resetField('confirmPassword')
        if (isOn && !hasPassword) void suggestPassword()
      }}
    >
      <Stack spacing={1.5}>
        <FieldRow>
          <FormPassword
            control={control}
            name="password"
            label={t(hasPassword ? 'folderForm.newPassword' : 'folderForm.password')}
            autoComplete="off"
            initiallyVisible
            deps={['confirmPassword']}
            onChanged={(typed) => {
              if (typed === '') setValue('confirmPassword', '')
            }}
          />
          <FormPassword
            control={control}
            name="confirmPassword"
            label={t('folderForm.confirmPassword')}
            autoComplete="off"
            initiallyVisible
            disabled={isBlank}
          />
        </FieldRow>
        <Buttons>
          {!isBlank && (
            <CopyButton
              label={t('share.copyPassword')}
              failure={t('share.passwordNotCopied')}
              text={() => Promise.resolve(getValues('password'))}
            />
          )}
          <Button
            size="small"
            onClick={() => void generateLinkPassword().then(setBothFields).catch(notifyError)}
          >
            {t(isBlank ? 'folderForm.generatePassword' : 'share.anotherPassword')}
          </Button>
        </Buttons>
        {!isBlank && (
          <Typography variant="small" color="textSecondary">
            {t('folderForm.passwordOnce')}
          </Typography>
        )}
      </Stack>
    </FormCheckbox>
  )
}

interface EmailVerificationOptionProps {
  form: FormOf<FolderFields>
  storedEmails: string
  rules: OperatorRules
  sendsMail: boolean | undefined
}

export function EmailVerificationOption({
  form: { control },
  storedEmails,
  rules,
  sendsMail,
}: EmailVerificationOptionProps) {
  const storedCount = splitEmails(storedEmails).length
  return (
    <FormCheckbox
      control={control}
      name="requireEmail"
      label={t('folderForm.verification')}
      hint={(isOn) =>
        !isOn && storedCount > 0
          ? t('folderForm.verificationOff', { count: storedCount })
          : t('folderForm.verificationHint')
      }
    >
      <Stack spacing={2}>
        {sendsMail === false && (
          <Banner severity="warning">
            {t('folderForm.noMailServer')}
            <MailSettingsHint />
          </Banner>
        )}
        <EmailListField
          control={control}
          name="allowedEmails"
          label={t('folderForm.allowed')}
          hint={[allowedHint(useWatch({ control, name: 'allowedEmails' })), domainsHint(rules)]
            .filter(Boolean)
            .join(' ')}
        />
      </Stack>
    </FormCheckbox>
  )
}

function allowedHint(typed: string): string {
  const addresses = splitEmails(typed).length
  return addresses === 0 ? t('folderForm.allowedAny') : t('folderForm.allowedThese', { count: addresses })
}
