import Stack from '@mui/material/Stack'
import { useId } from 'react'
import { privateKeyWrapperOf } from '../../../core/crypto/index.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { usePasskeysQuery } from '../../api/accountApi.ts'
import { FormSelect } from '../../forms/fields.tsx'
import { type FormOf, rejectField, submitHandler, useSchemaForm } from '../../forms/schemaForm.ts'
import { usePasswordText } from '../../session/usePasswordText.ts'
import { confirmLoginPassword } from '../../session/session.ts'
import { getUnlockedKey } from '../../session/unlockedKey.ts'
import { useUnlock } from '../../session/useUnlock.tsx'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { affectsNothing, planKeyChange } from '../../trust/keyChange.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'
import { AffectedFolders, type KeyChange } from './AffectedFolders.tsx'
import { CollapsibleForm } from './CollapsibleForm.tsx'
import type { KeyStatus } from './keyStatus.ts'
import { keySizes, makePlannedPair, type NewKeyPair } from './newKeyPair.ts'
import { type KeyPairFields, keyPairSchema } from './profileFields.ts'
import { useQuestion } from './useQuestion.ts'

interface GenerateKeyFormProps {
  username: string
  status: KeyStatus
  /** True if the current pair has a recovery code. */
  hasCode: boolean
  onGenerated: (pair: NewKeyPair) => void
}

/** Asks for the password, then generates and seals a pair. Nothing is sent before the next dialog. */
export function GenerateKeyForm({ username, status, hasCode, onGenerated }: GenerateKeyFormProps) {
  const passwordText = usePasswordText()
  const form = useSchemaForm(keyPairSchema, { keySize: '2048', password: '' })
  const dispatch = useAppDispatch()
  const { data: passkeys = [] } = usePasskeysQuery(undefined)
  const { unlock, dialog } = useUnlock()
  const { openQuestion, ask, reply } = useQuestion<KeyChange, 'sure' | 'open'>()
  const busy = form.formState.isSubmitting && openQuestion === null
  const headingId = useId()
  // Then generating a key is the primary action.
  const first = status === 'none' || status === 'incomplete'

  /** Asks what becomes of shared folders, again if the present key was unlocked for that. */
  async function agreedKeyChange(): Promise<KeyChange | null> {
    for (;;) {
      const key = getUnlockedKey()
      const keyChange = { key, plan: await dispatch(planKeyChange(key)) }
      // Nothing is replaced.
      if (status === 'none' && affectsNothing(keyChange.plan)) return keyChange
      const said = await ask(keyChange)
      if (said !== 'open') return said && keyChange
      await unlock(() => t('keys.presentSignsNew'))
    }
  }

  const send = submitHandler(form, async ({ keySize, password }) => {
    try {
      const agreed = await agreedKeyChange()
      if (!agreed) {
        notify('info', t('keys.generationCancelled'))
        return
      }
      await confirmLoginPassword(username, password)
      const wrapper = await privateKeyWrapperOf(password)
      onGenerated(await dispatch(makePlannedPair(keySizes[keySize], wrapper, agreed)))
      form.resetField('password')
    } catch (error) {
      const message = errorText(error)
      const isRefused = faultOf(error).status === 401
      if (isRefused) rejectField(form, 'password', () => errorText(error))
      notify('error', isRefused ? message : t('keys.generationFailed', { reason: message }))
    }
  })

  return (
    <form noValidate aria-labelledby={headingId} onSubmit={send}>
      <CollapsibleForm
        id={headingId}
        title={t('keys.generate')}
        intro={passwordText('keys.generateIntro')}
        isCollapsed={!first && !form.formState.isSubmitting}
      >
        <Fields form={form} username={username} busy={busy} />
        <BusyButton type="submit" variant={first ? 'contained' : 'outlined'} busy={busy}>
          {t(busy ? 'keys.generating' : 'keys.generate')}
        </BusyButton>
      </CollapsibleForm>
      <ConfirmDialog
        open={openQuestion !== null}
        title={t('keys.generateQuestion')}
        confirmLabel={t('keys.generateConfirm')}
        onConfirm={() => reply('sure')}
        onCancel={() => reply(null)}
      >
        <p>
          {t('keys.generateText')}
          {hasCode && ` ${t('keys.generateEndsCode')}`}
          {passkeys.length > 0 && ` ${t('passkeys.endWithPair')}`}{' '}
          {t(first ? 'keys.generateSteps' : 'keys.generateBackup')}
        </p>
        {openQuestion && <AffectedFolders keyChange={openQuestion} onOpenKey={() => reply('open')} />}
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
    <Stack spacing={2} sx={{ mb: 2.5 }}>
      <CurrentPassword username={username} control={control} name="password" readOnly={busy} />
      <Disclosure summary={t('keys.advanced')}>
        <FormSelect
          control={control}
          name="keySize"
          label={t('keys.size')}
          disabled={busy}
          sx={{ maxWidth: 240 }}
          options={Object.keys(keySizes).map((size) => [
            size,
            t(size === '2048' ? 'keys.bitsDefault' : 'keys.bits', { size }),
          ])}
        />
      </Disclosure>
    </Stack>
  )
}
