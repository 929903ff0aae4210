import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { faultOf } from '../../faults/faultOf.ts'
import { FormText } from '../../forms/fields.tsx'
import { type FormOf, refuse, submitting, useSchemaForm } from '../../forms/schemaForm.ts'
import { useOwnWords } from '../../session/ownWords.ts'
import { confirmLoginPassword } from '../../session/session.ts'
import { getUnlockedKey } from '../../session/unlockedKey.ts'
import { useUnlock } from '../../session/useUnlock.tsx'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { keyMove, planKeyChange } from '../../trust/keyMove.ts'
import { errorText } from '../../texts/errorText.ts'
import { keyTexts } from '../../texts/keys.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FieldRow } from '../../ui/layout.ts'
import { CurrentPassword } from './CurrentPassword.tsx'
import { FoldersAtStake, type Stakes } from './FoldersAtStake.tsx'
import { FormHeading } from './FormHeading.tsx'
import { keySizes, makeKeyPair, type NewKeyPair, nextKey } from './newKeyPair.ts'
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
  const say = useOwnWords()
  const form = useSchemaForm(keyPairSchema, { keySize: '2048', password: '' })
  const dispatch = useAppDispatch()
  const { unlock, dialog } = useUnlock()
  const { asked, ask, answer } = useQuestion<Stakes, 'sure' | 'open'>()
  const busy = form.formState.isSubmitting && asked === null
  const headingId = useId()

  /** What becomes of shared folders, asked once more when the present key was opened for them. */
  async function agreedStakes(): Promise<Stakes | null> {
    for (;;) {
      const key = getUnlockedKey()
      const stakes = { key, plan: await dispatch(planKeyChange(key)) }
      const said = await ask(stakes)
      if (said !== 'open') return said && stakes
      await unlock('Your present key signs for the new one.')
    }
  }

  const send = submitting(form, async ({ keySize, password }) => {
    try {
      const agreed = await agreedStakes()
      if (!agreed) {
        notify('info', keyTexts.generationCancelled)
        return
      }
      await confirmLoginPassword(username, password)
      const pair = await makeKeyPair(keySizes[keySize], password)
      const { plan, key } = agreed
      onGenerated({ ...pair, plan, move: await dispatch(keyMove(nextKey(pair), plan, key)) })
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
        {say(
          'The pair is made in this browser. Your login password seals the private key, so that the server stores only what it cannot open.',
        )}
      </FormHeading>
      <Fields form={form} username={username} busy={busy} />
      <BusyButton type="submit" variant={first ? 'contained' : 'outlined'} busy={busy}>
        {busy ? 'Generating...' : 'Generate New Key Pair'}
      </BusyButton>
      <ConfirmDialog
        open={asked !== null}
        title="Generate a new key pair?"
        confirmLabel="Generate"
        onConfirm={() => answer('sure')}
        onCancel={() => answer(null)}
      >
        <p>
          {first && 'If you have not had a key pair here before, nothing can be lost. '}
          Files that were encrypted for an older key pair become inaccessible without the backup of that pair.
          {hasCode && ' Your recovery code goes with the present pair.'}
          {first ? ' Three steps follow.' : ' Make sure that you have its backup file before you go on.'}
        </p>
        {asked && <FoldersAtStake stakes={asked} onOpenKey={() => answer('open')} />}
      </ConfirmDialog>
      {dialog}
    </form>
  )
}

interface FieldsProps {
  form: FormOf<KeyPairFields>
  username: string
  busy: boolean
}

function Fields({ form: { control }, username, busy }: FieldsProps) {
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
      <CurrentPassword username={username} control={control} name="password" readOnly={busy} />
    </Row>
  )
}

const Row = styled(FieldRow)(({ theme: { spacing, breakpoints } }) => ({
  marginBottom: spacing(2.5),
  [breakpoints.up('sm')]: { '& > .MuiTextField-root': { flex: 'none', width: 200 } },
}))
