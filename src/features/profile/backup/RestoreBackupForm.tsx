import Stack from '@mui/material/Stack'
import { useId, useState } from 'react'
import { useController } from 'react-hook-form'
import type { User } from '../../../../contract/schemas/auth.ts'
import {
  type FormOf,
  setFieldError,
  rejectField,
  submitHandler,
  useSchemaForm,
} from '../../../forms/schemaForm.ts'
import { usePasswordText } from '../../../session/usePasswordText.ts'
import { getUnlockedKey } from '../../../session/unlockedKey.ts'
import { useUnlock } from '../../../session/useUnlock.tsx'
import { useAppDispatch } from '../../../store/hooks.ts'
import { trustDataForNextKey, opensStoredContacts, planKeyChange } from '../../../trust/keyChange.ts'
import type { NextKey } from '../../../../core/trust/trust.ts'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import { t } from '../../../../i18n/t.ts'
import { BusyButton } from '../../../ui/buttons/BusyButton.tsx'
import { FilePicker } from '../../../ui/fields/FilePicker.tsx'
import { Buttons } from '../../../ui/theme/layout.ts'
import { CurrentPasswordField } from '../common/CurrentPasswordField.tsx'
import { restoreBackup, testBackup } from './restoreBackup.ts'
import { BackupError } from './backupFile.ts'
import { type BackupReply, type BackupQuestion, BackupQuestions } from './BackupQuestions.tsx'
import type { PlannedKeyChange } from '../keyPair/AffectedFolders.tsx'
import { CollapsibleFields } from '../common/CollapsibleFields.tsx'
import { loginVerifierIfCorrect } from '../signIn/loginVerifierIfCorrect.ts'
import { type BackupFields, backupSchema } from '../information/profileFields.ts'
import { OutcomeBanner, type OutcomeText } from '../common/OutcomeBanner.tsx'
import { useQuestion } from '../../../ui/hooks/useQuestion.ts'

interface RestoreBackupFormProps {
  username: string
  /** True if something else must be done first. */
  isCollapsed: boolean
  /** Called when the pair of the backup is the current one. */
  onRestored: (user: User) => void
}

type Purpose = 'test' | 'restore'

export function RestoreBackupForm({ username, isCollapsed, onRestored }: RestoreBackupFormProps) {
  const passwordText = usePasswordText()
  const form = useSchemaForm(backupSchema, { file: null, password: '' })
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)
  const [busy, setBusy] = useState<Purpose | null>(null)
  const dispatch = useAppDispatch()
  const { unlock, dialog } = useUnlock()
  const sharedFolders = {
    planChange: async (next: string) => {
      const key = getUnlockedKey()
      return { key, plan: await dispatch(planKeyChange(key, next)) }
    },
    prepareChange: (next: NextKey, { key, plan }: PlannedKeyChange) =>
      dispatch(trustDataForNextKey(next, plan, key)),
    unlockPresentKey: () => unlock(() => t('keys.presentSignsOther')),
    opensStoredContacts,
  }
  const { openQuestion, ask, reply } = useQuestion<BackupQuestion, BackupReply>()
  const headingId = useId()

  async function restore(request: Parameters<typeof restoreBackup>[0]): Promise<OutcomeText | null> {
    if ((await loginVerifierIfCorrect(username, request.password)) === null) {
      rejectField(form, 'password', () => passwordText('keys.passwordNotVerified'))
      return null
    }
    const { user, ...end } = await restoreBackup(request)
    if (user) onRestored(user)
    if (end.severity === 'success') form.resetField('password')
    return end
  }

  async function testOrRestore(purpose: Purpose, { file, password }: BackupFields) {
    if (!file) return
    setOutcome(null)
    setBusy(purpose)
    try {
      const request = { username, file, password, ask, sharedFolders }
      setOutcome(await (purpose === 'test' ? testBackup(request) : restore(request)))
    } catch (error) {
      const reason = () => faultText(faultOf(error))
      if (error instanceof BackupError) setFieldError(form, 'file', error.text)
      else if (purpose === 'test') setOutcome({ severity: 'error', text: reason })
      else setOutcome({ severity: 'error', text: () => t('keys.restoreFailed', { reason: reason() }) })
    } finally {
      setBusy(null)
    }
  }

  return (
    <form
      noValidate
      aria-labelledby={headingId}
      onChange={() => setOutcome(null)}
      onSubmit={(event) => {
        // The button that was pressed; Enter presses the first one.
        const isTest = event.nativeEvent.submitter?.getAttribute('value') === 'test'
        submitHandler(form, (fields) => testOrRestore(isTest ? 'test' : 'restore', fields))(event)
      }}
    >
      <CollapsibleFields
        id={headingId}
        title={t('keys.restoreTitle')}
        intro={t('keys.restoreIntro')}
        isCollapsed={isCollapsed && outcome === null && busy === null}
      >
        <Stack spacing={2}>
          <BackupFileField form={form} disabled={busy !== null} />
          <CurrentPasswordField
            username={username}
            control={form.control}
            name="password"
            readOnly={busy !== null}
          />
          <OutcomeBanner outcome={outcome} />
          <Buttons>
            <BusyButton type="submit" busy={busy !== null}>
              {t(busy === 'restore' ? 'keys.restoring' : 'keys.restore')}
            </BusyButton>
            <BusyButton type="submit" value="test" busy={busy !== null}>
              {t(busy === 'test' ? 'keys.testing' : 'keys.test')}
            </BusyButton>
          </Buttons>
        </Stack>
      </CollapsibleFields>
      <BackupQuestions openQuestion={openQuestion} onReply={reply} />
      {dialog}
    </form>
  )
}

function BackupFileField({ form, disabled }: { form: FormOf<BackupFields>; disabled: boolean }) {
  const { field, fieldState } = useController({ control: form.control, name: 'file' })
  return (
    <FilePicker
      label={t('keys.backupFile')}
      name="file"
      accept=".json,application/json"
      chooseLabel={t('keys.chooseBackup')}
      file={field.value}
      none={t('keys.noBackup')}
      hint={t('keys.backupHint')}
      error={fieldState.error?.message ?? null}
      disabled={disabled}
      onChoose={(file) => {
        field.onChange(file)
        void form.trigger('file')
      }}
    />
  )
}
