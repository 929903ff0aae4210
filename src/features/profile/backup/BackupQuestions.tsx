import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useWatch } from 'react-hook-form'
import { shownText } from '../../../../contract/shownText.ts'
import { z } from '../../../../contract/schemas/zod.ts'
import { fault } from '../../../../core/faults/fault.ts'
import { FormPassword } from '../../../forms/formFields.tsx'
import { submitHandler, useSchemaForm } from '../../../forms/schemaForm.ts'
import { usePasswordText } from '../../../session/usePasswordText.ts'
import { ForeignKeyDialog } from '../../../session/ForeignKeyAlarm.tsx'
import type { ForeignKey } from '../../../session/knownKey.ts'
import type { UnlockedKey } from '../../../session/unlockedKey.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import { rich } from '../../../i18n/rich.ts'
import { t } from '../../../../i18n/t.ts'
import { Banner } from '../../../ui/messages/Banner.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { formatDateTime } from '../../../../i18n/format.ts'
import { WordGrid } from '../../../ui/values/WordGrid.tsx'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { CancelButton } from '../../../ui/buttons/CancelButton.tsx'
import { AffectedFolders, type PlannedKeyChange } from '../keyPair/AffectedFolders.tsx'

export type BackupQuestion =
  | { type: 'username'; ofBackup: string; username: string }
  | { type: 'password'; backupDate: string | null; again: boolean }
  | { type: 'older'; opened: UnlockedKey; keyChange: PlannedKeyChange }
  | { type: 'foreign'; foreign: ForeignKey }
  /** The current key, as another program has stored it. */
  | { type: 'other-root' }

export type BackupReply =
  | { type: 'yes' }
  | { type: 'password'; password: string }
  | { type: 'session' }
  | { type: 'current' }
  | { type: 'open' }

interface WithReply {
  onReply: (reply: BackupReply | null) => void
}

type BackupQuestionsProps = WithReply & { openQuestion: BackupQuestion | null }

export function BackupQuestions({ openQuestion, onReply }: BackupQuestionsProps) {
  const confirm = { onConfirm: () => onReply({ type: 'yes' }), onCancel: () => onReply(null) }
  switch (openQuestion?.type) {
    case undefined:
      return null
    case 'username':
      return (
        <ConfirmDialog open title={t('keys.otherUser')} confirmLabel={t('keys.restoreAnyway')} {...confirm}>
          {t('keys.otherUserText', {
            ofBackup: shownText(openQuestion.ofBackup),
            username: openQuestion.username,
          })}
        </ConfirmDialog>
      )
    case 'password':
      return <BackupPasswordDialog key={String(openQuestion.again)} {...openQuestion} onReply={onReply} />
    case 'older':
      return <OlderPairDialog {...openQuestion} onReply={onReply} />
    case 'other-root':
      return (
        <ConfirmDialog
          open
          title={t('keys.otherForm')}
          confirmLabel={t('keys.restoreAnyway')}
          destructive
          {...confirm}
        >
          {t('keys.otherFormText')}
        </ConfirmDialog>
      )
    case 'foreign':
      return (
        <ForeignKeyDialog
          foreign={openQuestion.foreign}
          from="backup"
          onUse={confirm.onConfirm}
          onRefuse={confirm.onCancel}
        />
      )
  }
}

const backupPasswordSchema = z.object({ backupPassword: z.string().min(1) })

function BackupPasswordDialog({
  backupDate,
  again,
  onReply,
}: Extract<BackupQuestion, { type: 'password' }> & WithReply) {
  const passwordText = usePasswordText()
  const form = useSchemaForm(backupPasswordSchema, { backupPassword: '' })
  const isBlank = useWatch({ control: form.control, name: 'backupPassword' }) === ''
  return (
    <FormDialog
      title={t('keys.passwordOfBackup')}
      onClose={() => onReply(null)}
      submit={{ label: t('keys.openBackup'), disabled: isBlank }}
      onSubmit={submitHandler(form, (fields) =>
        onReply({ type: 'password', password: fields.backupPassword }),
      )}
      onCancel={() => onReply(null)}
    >
      {again && <Banner severity="error">{faultText(fault('wrong-password'))}</Banner>}
      <Explanation>
        {passwordText('keys.passwordOfBackupText', {
          hasDate: backupDate === null ? 'no' : 'yes',
          date: formatDateTime(backupDate),
        })}
      </Explanation>
      <FormPassword
        control={form.control}
        name="backupPassword"
        label={t('keys.passwordOfBackup')}
        autoComplete="off"
        required
        autoFocus
      />
    </FormDialog>
  )
}

function OlderPairDialog({
  opened,
  keyChange,
  onReply,
}: Extract<BackupQuestion, { type: 'older' }> & WithReply) {
  return (
    <FormDialog
      maxWidth="sm"
      title={t('keys.older')}
      onClose={() => onReply(null)}
      actions={
        <>
          <CancelButton onClick={() => onReply(null)} />
          <Button onClick={() => onReply({ type: 'current' })}>{t('keys.makeCurrent')}</Button>
          <Button variant="contained" autoFocus onClick={() => onReply({ type: 'session' })}>
            {t('keys.useForSession')}
          </Button>
        </>
      }
    >
      <Typography variant="body2">{t('keys.olderText')}</Typography>
      <WordGrid words={opened.fingerprintWords} />
      <Typography variant="body2">{rich('keys.olderForSession')}</Typography>
      <Typography variant="body2">{rich('keys.olderCurrent')}</Typography>
      <Typography variant="body2" component="div">
        <AffectedFolders keyChange={keyChange} onOpenKey={() => onReply({ type: 'open' })} />
      </Typography>
    </FormDialog>
  )
}
