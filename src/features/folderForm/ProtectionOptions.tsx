import Stack from '@mui/material/Stack'
import { useWatch } from 'react-hook-form'
import { FormOption, FormPassword, FormText } from '../../forms/fields.tsx'
import type { FormOf } from '../../forms/schemaForm.ts'
import { Banner } from '../../ui/Banner.tsx'
import { count } from '../../ui/format.ts'
import { FieldRow } from '../../ui/layout.ts'
import { type FolderFields, splitEmails } from './folderFields.ts'

/** For a folder with a password, on means that it is to be changed or removed. */
export function PasswordOption({ form, hasPassword }: { form: FormOf<FolderFields>; hasPassword: boolean }) {
  const { control, setValue, resetField } = form
  const isBlank = useWatch({ control, name: 'password' }) === ''
  const hint = (isOn: boolean) => {
    if (!hasPassword) return 'Uploaders are asked for it before anything else.'
    return isOn
      ? 'Type a new password, or leave it blank to remove the one that is set.'
      : 'A password is set, and stays as it is.'
  }
  return (
    <FormOption
      control={control}
      name="passwordProtection"
      label="Password protection"
      hint={hint}
      onChanged={() => {
        resetField('password')
        resetField('confirmPassword')
      }}
    >
      <FieldRow>
        <FormPassword
          control={control}
          name="password"
          label={hasPassword ? 'New link password' : 'Link password'}
          autoComplete="new-password"
          deps={['confirmPassword']}
          onChanged={(typed) => {
            if (typed === '') setValue('confirmPassword', '')
          }}
        />
        <FormPassword
          control={control}
          name="confirmPassword"
          label="Confirm link password"
          autoComplete="new-password"
          disabled={isBlank}
        />
      </FieldRow>
    </FormOption>
  )
}

interface EmailOptionProps {
  form: FormOf<FolderFields>
  /** The list that is stored. */
  initial: string
  sendsMail: boolean | undefined
}

export function EmailOption({ form: { control }, initial, sendsMail }: EmailOptionProps) {
  const stored = splitEmails(initial).length
  return (
    <FormOption
      control={control}
      name="requireEmail"
      label="Require e-mail verification"
      hint={(isOn) =>
        !isOn && stored > 0
          ? `Anybody with the link may upload. The list of ${count(stored, 'allowed address', 'allowed addresses')} is kept for when you switch this on again.`
          : 'Uploaders get a code by e-mail. You see the address beside each of their files.'
      }
    >
      <Stack spacing={2}>
        {sendsMail === false && (
          <Banner severity="warning">
            This server has no mail server configured (SMTP_URL): uploaders would wait for codes that never
            reach them.
          </Banner>
        )}
        <FormText
          control={control}
          name="allowedEmails"
          label="Allowed e-mails"
          multiline
          maxRows={8}
          hint={allowedHint(useWatch({ control, name: 'allowedEmails' }))}
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false, inputMode: 'email' } }}
        />
      </Stack>
    </FormOption>
  )
}

function allowedHint(typed: string): string {
  const addresses = splitEmails(typed).length
  if (addresses === 0)
    return 'Separated by commas. While it is empty, any verified e-mail address may upload.'
  return addresses === 1 ? 'Only this address may upload.' : `Only these ${addresses} addresses may upload.`
}
