import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useId, useState } from 'react'
import { callApi } from '../../../api/client.ts'
import { serverTimeIfDifferent } from '../../../api/serverClock.ts'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import { ClockNote } from '../../../forms/ClockNote.tsx'
import { FormCheckbox, FormSelect, FormText } from '../../../forms/formFields.tsx'
import { rejectField, submitHandler, useSchemaForm } from '../../../forms/schemaForm.ts'
import { loginVerifier } from '../../../session/session.ts'
import { errorText } from '../../../../i18n/errorText.ts'
import { t } from '../../../../i18n/t.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { CodeBox } from '../../../ui/values/CodeBox.tsx'
import { CopyButton } from '../../../ui/buttons/CopyButton.tsx'
import { FieldLabel } from '../../../ui/theme/layout.ts'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import {
  apiTokenSchema,
  chosenScopes,
  tokenLifetimes,
  initialTokenFields,
  offeredScopes,
  scopeTexts,
} from './apiTokenFields.ts'
import { CurrentPasswordField } from '../common/CurrentPasswordField.tsx'
import { errorOutcome, OutcomeBanner, type OutcomeText } from '../common/OutcomeBanner.tsx'
import { useLeaveWarning } from '../common/useLeaveWarning.ts'

interface NewApiTokenDialogProps {
  username: string
  onMade: () => void
  onClose: () => void
}

/** Asks for the token's scopes, then shows the token once. It is in the state of this component only. */
export function NewApiTokenDialog({ username, onMade, onClose }: NewApiTokenDialogProps) {
  const [token, setToken] = useState<string | null>(null)

  function handleCreated(text: string) {
    setToken(text)
    onMade()
  }

  return token === null ? (
    <TokenFormDialog username={username} onMade={handleCreated} onClose={onClose} />
  ) : (
    <ShowTokenDialog token={token} onClose={onClose} />
  )
}

interface TokenFormDialogProps extends Pick<NewApiTokenDialogProps, 'username' | 'onClose'> {
  onMade: (token: string) => void
}

function TokenFormDialog({ username, onMade, onClose }: TokenFormDialogProps) {
  const form = useSchemaForm(apiTokenSchema, initialTokenFields)
  const [refusal, setRefusal] = useState<OutcomeText | null>(null)
  const busy = form.formState.isSubmitting
  const scopesId = useId()

  const send = submitHandler(form, async (fields) => {
    const scopes = chosenScopes(fields)
    setRefusal(scopes.length === 0 ? { severity: 'error', text: () => t('forms.tokenScopeMissing') } : null)
    if (scopes.length === 0) return
    try {
      const password = await loginVerifier(username, fields.password)
      const body = { password, name: fields.name, scopes, expires_in_days: Number(fields.days) }
      onMade((await callApi('createApiToken', { body })).token)
    } catch (error) {
      if (faultOf(error).code === 'badPassword') rejectField(form, 'password', () => errorText(error))
      else setRefusal(errorOutcome(error))
    }
  })

  return (
    <FormDialog
      maxWidth="sm"
      title={t('tokens.create')}
      spacing={2.5}
      onClose={() => !busy && onClose()}
      submit={{ label: t('tokens.createIt'), busyLabel: t('tokens.creating'), busy }}
      onSubmit={send}
      cancel={{ disabled: busy }}
      onCancel={onClose}
    >
      <FormText
        control={form.control}
        name="name"
        label={t('tokens.name')}
        hint={t('tokens.nameHint')}
        required
        autoFocus
        autoComplete="off"
      />
      <div role="group" aria-labelledby={scopesId}>
        <FieldLabel id={scopesId}>{t('tokens.scopes')}</FieldLabel>
        <Stack spacing={1}>
          {offeredScopes.map((scope) => (
            <FormCheckbox
              key={scope}
              control={form.control}
              name={scope}
              label={t(scopeTexts[scope].label)}
              hint={() => t(scopeTexts[scope].hint)}
            />
          ))}
        </Stack>
      </div>
      <FormSelect
        control={form.control}
        name="days"
        label={t('tokens.lifetime')}
        required
        options={[
          ['', t('tokens.choose')],
          ...Object.entries(tokenLifetimes).map(
            ([days, text]) => [days, t(text, { days: Number(days) })] as const,
          ),
        ]}
      />
      <ClockNote serverTime={serverTimeIfDifferent()} />
      <OutcomeBanner outcome={refusal} />
      <CurrentPasswordField username={username} control={form.control} name="password" readOnly={busy} />
    </FormDialog>
  )
}

/** Shows the token once, and asks before closing if it was not copied. */
function ShowTokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false)
  const [asking, setAsking] = useState(false)
  useLeaveWarning(!isCopied)
  const copied = () => setCopied(true)
  const leave = () => (isCopied ? onClose() : setAsking(true))
  return (
    <FormDialog
      maxWidth="sm"
      title={t('tokens.made')}
      onClose={leave}
      actions={
        <Button variant={isCopied ? 'contained' : 'outlined'} onClick={leave}>
          {t('session.finish')}
        </Button>
      }
    >
      <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
        <Explanation>{t('tokens.madeText')}</Explanation>
        <CodeBox aria-label={t('tokens.token')} onCopy={copied}>
          {token}
        </CodeBox>
        <CopyButton
          autoFocus
          variant={isCopied ? 'outlined' : 'contained'}
          label={t('tokens.copy')}
          text={token}
          failure={t('tokens.notCopied')}
          onCopied={copied}
        />
      </Stack>
      <ConfirmDialog
        open={asking}
        title={t('tokens.leaveQuestion')}
        cancelLabel={t('profile.stay')}
        confirmLabel={t('tokens.leaveWithout')}
        destructive
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      >
        {t('tokens.leaveText')}
      </ConfirmDialog>
    </FormDialog>
  )
}
