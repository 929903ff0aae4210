import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { faultOf } from '../../faults/faultOf.ts'
import { FormPassword, FormText } from '../../forms/fields.tsx'
import { type FormOf, refuse, submitting, useSchemaForm } from '../../forms/schemaForm.ts'
import { confirmLoginPassword } from '../../session/session.ts'
import { notify } from '../../store/hooks.ts'
import { errorText } from '../../texts/errorText.ts'
import { keyTexts } from '../../texts/keys.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { UsernameHint } from '../../ui/UsernameHint.tsx'
import { FieldRow } from '../../ui/layout.ts'
import { FormHeading } from './FormHeading.tsx'
import { keySizes, makeKeyPair, type NewKeyPair } from './newKeyPair.ts'
import { type KeyPairFields, keyPairSchema } from './profileFields.ts'
import { useQuestion } from './useQuestion.ts'

interface GenerateKeyFormProps {
  username: string
  /** There is no pair yet: this is what to do here. */
  first: boolean
  /** There is a recovery code of the pair in force. */
  hasCode: boolean
  onGenerated: (pair: NewKeyPair) => void
}

/** Password, confirmation, then the pair is made and sealed; nothing reaches the server before the next dialog. */
export function GenerateKeyForm({ username, first, hasCode, onGenerated }: GenerateKeyFormProps) {
  const form = useSchemaForm(keyPairSchema, { keySize: '2048', password: '' })
  const { asked, ask, answer } = useQuestion<'sure', true>()
  const busy = form.formState.isSubmitting && asked === null
  const headingId = useId()

  const send = submitting(form, async ({ keySize, password }) => {
    if (!(await ask('sure'))) {
      notify('info', keyTexts.generationCancelled)
      return
    }
    try {
      await confirmLoginPassword(username, password)
      onGenerated(await makeKeyPair(keySizes[keySize], password))
      form.resetField('password')
    } catch (error) {
      const message = errorText(error)
      const isRefused = faultOf(error).status === 401
      if (isRefused) refuse(form, 'password', message)
      notify('error', isRefused ? message : keyTexts.generationFailed(message))
    }
  })

  return (
    <form noValidate aria-labelledby={headingId} onSubmit={send}>
      <FormHeading id={headingId} title="Generate New Key Pair">
        The pair is made in this browser. Your login password seals the private key, so that the server stores
        only what it cannot open.
      </FormHeading>
      <UsernameHint username={username} />
      <Fields form={form} busy={busy} />
      <BusyButton type="submit" variant={first ? 'contained' : 'outlined'} busy={busy}>
        {busy ? 'Generating...' : 'Generate New Key Pair'}
      </BusyButton>
      <ConfirmDialog
        open={asked !== null}
        title="Generate a new key pair?"
        confirmLabel="Generate"
        onConfirm={() => answer(true)}
        onCancel={() => answer(null)}
      >
        {first && 'If you have not had a key pair here before, nothing can be lost. '}
        Files that were encrypted for an older key pair become inaccessible without the backup of that pair.
        {hasCode && ' Your recovery code goes with the present pair.'}
        {first ? ' Three steps follow.' : ' Make sure that you have its backup file before you go on.'}
      </ConfirmDialog>
    </form>
  )
}

function Fields({ form: { control }, busy }: { form: FormOf<KeyPairFields>; busy: boolean }) {
  return (
    <Row>
      <FormText
        select
        control={control}
        name="keySize"
        label="Key size"
        disabled={busy}
        slotProps={{ select: { native: true } }}
      >
        {Object.keys(keySizes).map((size) => (
          <option key={size} value={size}>
            {size === '2048' ? `RSA ${size} bits (default)` : `RSA ${size} bits`}
          </option>
        ))}
      </FormText>
      <FormPassword
        control={control}
        name="password"
        label="Current login password"
        autoComplete="current-password"
        required
        readOnly={busy}
      />
    </Row>
  )
}

const Row = styled(FieldRow)(({ theme: { spacing, breakpoints } }) => ({
  marginBottom: spacing(2.5),
  [breakpoints.up('sm')]: { '& > .MuiTextField-root': { flex: 'none', width: 200 } },
}))
