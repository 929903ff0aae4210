import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { type SubmitEvent, useState } from 'react'
import type { User } from '../../../contract/schemas/auth.ts'
import { type PrivateKeyWrapper, privateKeyWrapperOf } from '../../../core/crypto/index.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { rejectField, submitHandler, useSchemaForm } from '../../forms/schemaForm.ts'
import { takeFirstPairWrapper, useHasFirstPairWrapper } from '../../session/firstPairWrapper.ts'
import { confirmLoginPassword } from '../../session/session.ts'
import { usePasswordText } from '../../session/usePasswordText.ts'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { planKeyChange } from '../../trust/keyChange.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { BusyButton } from '../../ui/buttons/BusyButton.tsx'
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx'
import { Explanation } from '../../ui/messages/Explanation.tsx'
import { Buttons } from '../../ui/theme/layout.ts'
import { CurrentPasswordField } from './common/CurrentPasswordField.tsx'
import { MakeRecoveryCodeDialog } from './recoveryCode/MakeRecoveryCodeDialog.tsx'
import { stepLabels } from './keyPair/NewKeyPairDialog.tsx'
import { allStepsDone, makePlannedPair, type NewKeyPair } from './keyPair/newKeyPair.ts'
import { passwordSchema } from './information/profileFields.ts'
import { useLeaveWarning } from './common/useLeaveWarning.ts'
import { useNewKeyPairSteps } from './keyPair/useNewKeyPairSteps.ts'

interface MakeFirstKeyPairProps {
  user: User
  onBegun: () => void
  onDone: () => void
}

/** Makes a first key pair within another page: installs it, and asks for what only a person can do. */
export function MakeFirstKeyPair({ user, onBegun, onDone }: MakeFirstKeyPairProps) {
  const [pair, setPair] = useState<NewKeyPair | null>(null)
  if (pair) return <FirstPairSteps user={user} pair={pair} onDone={onDone} />
  if (user.password_kind === 'none')
    return (
      <ButtonLink to="/profile/$page" params={{ page: 'security' }} variant="contained">
        {t('profile.setKeyPasswordTitle')}
      </ButtonLink>
    )

  return (
    <MakePairForm
      username={user.username}
      onMade={(newPair) => {
        setPair(newPair)
        onBegun()
      }}
    />
  )
}

/** Asks for the password unless the wrapping key of the sign-in is still there. */
function MakePairForm({ username, onMade }: { username: string; onMade: (pair: NewKeyPair) => void }) {
  const dispatch = useAppDispatch()
  const form = useSchemaForm(passwordSchema({ error: () => t('keys.passwordRequired') }), { password: '' })
  const hasWrapper = useHasFirstPairWrapper()
  const [isMaking, setMaking] = useState(false)
  const busy = isMaking || form.formState.isSubmitting

  async function make(wrapper: PrivateKeyWrapper) {
    const plan = await dispatch(planKeyChange(null))
    onMade(await dispatch(makePlannedPair(2048, wrapper, { plan, key: null })))
  }

  const failed = (error: unknown) => notify('error', t('keys.generationFailed', { reason: errorText(error) }))

  async function makeAtOnce() {
    setMaking(true)
    try {
      const wrapper = await takeFirstPairWrapper()
      if (wrapper) await make(wrapper)
    } catch (error) {
      failed(error)
    } finally {
      setMaking(false)
    }
  }

  const withPassword = submitHandler(form, async ({ password }) => {
    try {
      await confirmLoginPassword(username, password)
      await make(await privateKeyWrapperOf(password))
    } catch (error) {
      if (faultOf(error).status === 401) rejectField(form, 'password', () => errorText(error))
      else failed(error)
    }
  })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (hasWrapper) void makeAtOnce()
    else withPassword(event)
  }

  return (
    <form noValidate aria-label={t('keys.generate')} onSubmit={submit}>
      <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
        {!hasWrapper && !isMaking && (
          <CurrentPasswordField username={username} control={form.control} name="password" readOnly={busy} />
        )}
        <BusyButton type="submit" variant="contained" busy={busy}>
          {t(busy ? 'keys.generating' : 'dashboard.keyNoneAction')}
        </BusyButton>
      </Stack>
    </form>
  )
}

function FirstPairSteps({
  user,
  pair,
  onDone,
}: Pick<MakeFirstKeyPairProps, 'user' | 'onDone'> & { pair: NewKeyPair }) {
  const { username } = user
  const { steps, upload, save, download, dialogs } = useNewKeyPairSteps(username, pair)
  const [makingCode, setMakingCode] = useState(false)
  const passwordText = usePasswordText()
  const isStored = steps.save === 'done'
  const isDone = allStepsDone(steps)
  useLeaveWarning(!isDone)

  function saveBackup() {
    download()
    onDone()
  }

  return (
    <>
      {!isDone && <Explanation sx={{ mb: 1.5 }}>{passwordText('keys.stepDownloadText')}</Explanation>}
      <Buttons>
        {isDone && user.recovery_code_made_at === null && (
          <Button onClick={() => setMakingCode(true)}>{t('keys.makeCodeTitle')}</Button>
        )}
        {steps.upload !== 'done' ? (
          <BusyButton variant="contained" busy={steps.upload === 'running'} onClick={() => void upload()}>
            {t(stepLabels.upload[steps.upload])}
          </BusyButton>
        ) : !isStored ? (
          <BusyButton variant="contained" busy={steps.save === 'running'} onClick={() => void save()}>
            {t(stepLabels.save[steps.save])}
          </BusyButton>
        ) : (
          <Button variant={isDone ? 'text' : 'contained'} autoFocus={!isDone} onClick={saveBackup}>
            {t(stepLabels.download[steps.download])}
          </Button>
        )}
      </Buttons>
      {makingCode && (
        <MakeRecoveryCodeDialog username={username} replaces={false} onClose={() => setMakingCode(false)} />
      )}
      {dialogs}
    </>
  )
}
