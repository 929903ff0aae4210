import Stack from '@mui/material/Stack'
import { useId } from 'react'
import { privateKeyWrapperOf } from '../../../../core/crypto/index.ts'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import { usePasskeysQuery } from '../../../api/accountApi.ts'
import { FormSelect } from '../../../forms/formFields.tsx'
import { rejectField, submitHandler, useSchemaForm } from '../../../forms/schemaForm.ts'
import { usePasswordText } from '../../../session/usePasswordText.ts'
import { confirmLoginPassword } from '../../../session/session.ts'
import { notify, useAppDispatch } from '../../../store/hooks.ts'
import { affectsNothing } from '../../../trust/keyChange.ts'
import { errorText } from '../../../../i18n/errorText.ts'
import { t } from '../../../../i18n/t.ts'
import { BusyButton } from '../../../ui/buttons/BusyButton.tsx'
import { Disclosure } from '../../../ui/page/Disclosure.tsx'
import { CurrentPasswordField } from '../common/CurrentPasswordField.tsx'
import { CollapsibleFields } from '../common/CollapsibleFields.tsx'
import type { KeyStatus } from './keyStatus.ts'
import { keySizes, makePlannedPair, type NewKeyPair } from './newKeyPair.ts'
import { keyPairSchema } from '../information/profileFields.ts'
import { useKeyChangeAgreement } from './useKeyChangeAgreement.tsx'

interface GenerateKeyFormProps {
  username: string
  status: KeyStatus
  hasCode: boolean
  onGenerated: (pair: NewKeyPair) => void
}

/** Asks for the password, then generates and seals a pair. Nothing is sent before the next dialog. */
export function GenerateKeyForm({ username, status, hasCode, onGenerated }: GenerateKeyFormProps) {
  const passwordText = usePasswordText()
  const form = useSchemaForm(keyPairSchema, { keySize: '2048', password: '' })
  const dispatch = useAppDispatch()
  const { data: passkeys = [] } = usePasskeysQuery(undefined)
  const headingId = useId()
  // Then generating a key is the primary action.
  const isPrimary = status === 'none' || status === 'incomplete'
  const { agree, isAsking, dialogs } = useKeyChangeAgreement({
    title: t('keys.generateQuestion'),
    confirmLabel: t('keys.generateConfirm'),
    text: (
      <>
        {t('keys.generateText')}
        {hasCode && ` ${t('keys.generateEndsCode')}`}
        {passkeys.length > 0 && ` ${t('passkeys.endWithPair')}`}{' '}
        {t(isPrimary ? 'keys.generateSteps' : 'keys.generateBackup')}
      </>
    ),
  })
  const busy = form.formState.isSubmitting && !isAsking

  const send = submitHandler(form, async ({ keySize, password }) => {
    try {
      // Without a key and folders, nothing is replaced.
      const agreed = await agree((plan) => status === 'none' && affectsNothing(plan))
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
      <CollapsibleFields
        id={headingId}
        title={t('keys.generate')}
        intro={passwordText('keys.generateIntro')}
        isCollapsed={!isPrimary && !form.formState.isSubmitting}
      >
        <Stack spacing={2} sx={{ mb: 2.5 }}>
          <CurrentPasswordField username={username} control={form.control} name="password" readOnly={busy} />
          <Disclosure summary={t('keys.advanced')}>
            <FormSelect
              control={form.control}
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
        <BusyButton type="submit" variant={isPrimary ? 'contained' : 'outlined'} busy={busy}>
          {t(busy ? 'keys.generating' : 'keys.generate')}
        </BusyButton>
      </CollapsibleFields>
      {dialogs}
    </form>
  )
}
