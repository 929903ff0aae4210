import Stack from '@mui/material/Stack'
import { type SubmitEvent, Suspense, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { User } from '../../../../contract/schemas/auth.ts'
import { FormPassword } from '../../../forms/formFields.tsx'
import { submitHandler, useSchemaForm } from '../../../forms/schemaForm.ts'
import { usePasswordText } from '../../../session/usePasswordText.ts'
import { RecoveryCodeDialog } from '../../../session/RecoveryCodeSteps.tsx'
import { ForeignKeyDialog } from '../../../session/ForeignKeyAlarm.tsx'
import type { ForeignKey } from '../../../session/knownKey.ts'
import { t } from '../../../../i18n/t.ts'
import { BusyButton } from '../../../ui/buttons/BusyButton.tsx'
import { Buttons, FieldRow } from '../../../ui/theme/layout.ts'
import { lazyExport } from '../../../ui/lazy/lazyExport.ts'
import { CurrentPasswordField } from '../common/CurrentPasswordField.tsx'
import { CollapsibleFields } from '../common/CollapsibleFields.tsx'
import { type KeyOutcome, errorOutcome, OutcomeBanner, type OutcomeText } from '../common/OutcomeBanner.tsx'
import { type OlderPasswords, olderPasswordsSchema } from '../information/profileFields.ts'
import { resealWithOlderPassword, resealByPasskey } from './resealStoredKey.ts'
import { useQuestion } from '../../../ui/hooks/useQuestion.ts'

interface OlderPasswordFormProps {
  username: string
  hasCode: boolean
  onResealed: (user: User) => void
}

/** Loaded on demand: few people need it. */
const OpenByPasskeyButton = lazyExport(() => import('./OpenByPasskeyButton.tsx'), 'OpenByPasskeyButton')

const blank: OlderPasswords = { older: '', current: '' }

/** Opens a private key that a password reset left sealed under the former password, and reseals it. */
export function OlderPasswordForm({ username, hasCode, onResealed }: OlderPasswordFormProps) {
  const passwordText = usePasswordText()
  const form = useSchemaForm(olderPasswordsSchema, blank)
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)
  const { openQuestion, ask, reply } = useQuestion<ForeignKey, true>()
  const [byPasskey, setByPasskey] = useState(false)
  const { isSubmitting } = form.formState
  const busy = (isSubmitting || byPasskey) && openQuestion === null
  const [hasOlder, hasCurrent] = useWatch({ control: form.control, name: ['older', 'current'] }).map(Boolean)
  const [byCode, setByCode] = useState(false)
  const headingId = useId()

  const send = submitHandler(form, (fields) => showResult(resealWithOlderPassword(username, fields, ask)))

  function submit(event: SubmitEvent<HTMLFormElement>) {
    if (byPasskey) event.preventDefault()
    else send(event)
  }

  async function showResult(resealing: Promise<KeyOutcome>) {
    setOutcome(null)
    try {
      const { user, ...end } = await resealing
      setOutcome(end)
      if (!user) return
      onResealed(user)
      form.reset(blank)
    } catch (error) {
      setOutcome(errorOutcome(error))
    }
  }

  return (
    <form noValidate aria-labelledby={headingId} onChange={() => setOutcome(null)} onSubmit={submit}>
      <CollapsibleFields
        id={headingId}
        title={t('keys.olderPasswordTitle')}
        intro={passwordText('keys.olderPasswordText')}
        isCollapsed
        anchor="older-password"
      >
        <Stack spacing={2}>
          <FieldRow>
            <FormPassword
              control={form.control}
              name="older"
              label={t('keys.olderPassword')}
              autoComplete="off"
              required
              readOnly={busy}
            />
            <CurrentPasswordField username={username} control={form.control} name="current" readOnly={busy} />
          </FieldRow>
          <OutcomeBanner outcome={outcome} />
          <Buttons>
            <BusyButton type="submit" busy={busy} disabled={!hasOlder || !hasCurrent}>
              {t(busy && isSubmitting ? 'session.sealing' : 'keys.sealWithCurrent')}
            </BusyButton>
            {hasCode && (
              <BusyButton busy={busy} onClick={() => setByCode(true)}>
                {t('session.codeTitle')}
              </BusyButton>
            )}
            <Suspense fallback={null}>
              <OpenByPasskeyButton
                disabled={!hasCurrent || isSubmitting}
                busy={byPasskey && openQuestion === null}
                onBusy={setByPasskey}
                onOpened={(opened) =>
                  showResult(resealByPasskey(username, opened, form.getValues('current'), ask))
                }
                onFailed={(text) => setOutcome({ severity: 'error', text })}
              />
            </Suspense>
          </Buttons>
        </Stack>
      </CollapsibleFields>
      {byCode && (
        <RecoveryCodeDialog
          username={username}
          onClose={() => setByCode(false)}
          onOpened={(sealed) => {
            setByCode(false)
            setOutcome({
              severity: 'success',
              text: sealed
                ? (passwordText) => passwordText('keys.sealedAgain')
                : () => t('keys.openForSession'),
            })
          }}
        />
      )}
      <ForeignKeyDialog foreign={openQuestion} onUse={() => reply(true)} onRefuse={() => reply(null)} />
    </form>
  )
}
