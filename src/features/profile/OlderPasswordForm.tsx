import Stack from '@mui/material/Stack'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { User } from '../../../contract/auth.ts'
import { FormPassword } from '../../forms/fields.tsx'
import { submitting, useSchemaForm } from '../../forms/schemaForm.ts'
import { useOwnWords } from '../../session/ownWords.ts'
import { CodeDialog } from '../../session/CodeSteps.tsx'
import { ForeignKeyDialog } from '../../session/ForeignKeyAlarm.tsx'
import type { ForeignKey } from '../../session/knownKey.ts'
import { errorText } from '../../texts/errorText.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Buttons, FieldRow } from '../../ui/layout.ts'
import { CurrentPassword } from './CurrentPassword.tsx'
import { FormHeading } from './FormHeading.tsx'
import { Outcome, type OutcomeText } from './Outcome.tsx'
import { olderPasswordsSchema } from './profileFields.ts'
import { type OlderPasswords, reseal, sealedText } from './resealedKey.ts'
import { useQuestion } from './useQuestion.ts'

interface OlderPasswordFormProps {
  username: string
  /** There is a recovery code of the pair in force. */
  hasCode: boolean
  onResealed: (user: User) => void
}

const openText = 'Your private key is open for this session. The stored one is sealed as before.'

const blank: OlderPasswords = { older: '', current: '' }

/**
 * A password that was reset for the user leaves the private key sealed under the one before: opens it with that, and
 * seals it anew.
 */
export function OlderPasswordForm({ username, hasCode, onResealed }: OlderPasswordFormProps) {
  const say = useOwnWords()
  const form = useSchemaForm(olderPasswordsSchema, blank)
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)
  const { asked, ask, answer } = useQuestion<ForeignKey, true>()
  const busy = form.formState.isSubmitting && asked === null
  const isFilled = useWatch({
    control: form.control,
    compute: ({ older, current }) => older !== '' && current !== '',
  })
  const [byCode, setByCode] = useState(false)
  const headingId = useId()

  const send = submitting(form, async (fields) => {
    setOutcome(null)
    try {
      const { user, ...end } = await reseal(username, fields, ask)
      setOutcome(end)
      if (!user) return
      onResealed(user)
      form.reset(blank)
    } catch (error) {
      setOutcome({ severity: 'error', text: errorText(error) })
    }
  })

  return (
    <form
      id="older-password"
      noValidate
      aria-labelledby={headingId}
      onChange={() => setOutcome(null)}
      onSubmit={send}
    >
      <FormHeading id={headingId} title="Key Sealed with an Older Password">
        {say(
          'When your login password was reset for you, your key is still sealed with the one before. Open it with that once, or with your recovery code, and it is sealed with the current one.',
        )}
      </FormHeading>
      <Stack spacing={2}>
        <FieldRow>
          <FormPassword
            control={form.control}
            name="older"
            label="Older password"
            autoComplete="off"
            required
            readOnly={busy}
          />
          <CurrentPassword username={username} control={form.control} name="current" readOnly={busy} />
        </FieldRow>
        <Outcome outcome={outcome} />
        <Buttons>
          <BusyButton type="submit" variant="outlined" busy={busy} disabled={!isFilled}>
            {busy ? 'Sealing...' : 'Seal with Current Password'}
          </BusyButton>
          {hasCode && (
            <BusyButton variant="outlined" busy={busy} onClick={() => setByCode(true)}>
              Use the Recovery Code
            </BusyButton>
          )}
        </Buttons>
      </Stack>
      {byCode && (
        <CodeDialog
          username={username}
          onClose={() => setByCode(false)}
          onOpened={(sealed) => {
            setByCode(false)
            setOutcome({ severity: 'success', text: sealed ? sealedText : openText })
          }}
        />
      )}
      <ForeignKeyDialog foreign={asked} onUse={() => answer(true)} onRefuse={() => answer(null)} />
    </form>
  )
}
