import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { shownText } from '../../../contract/shownText.ts'
import { z } from '../../../contract/zod.ts'
import { fault } from '../../faults/fault.ts'
import { FormPassword } from '../../forms/fields.tsx'
import { submitting, useSchemaForm } from '../../forms/schemaForm.ts'
import { useOwnWords } from '../../session/ownWords.ts'
import { ForeignKeyDialog } from '../../session/ForeignKeyAlarm.tsx'
import type { ForeignKey } from '../../session/knownKey.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import { faultText } from '../../texts/errorText.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { WordGrid } from '../../ui/WordGrid.tsx'
import { FoldersAtStake, type Stakes } from './FoldersAtStake.tsx'

/** What may have to be asked while a backup is opened. */
export type BackupQuestion =
  | { type: 'username'; ofBackup: string; username: string }
  | { type: 'password'; backupDate: string | null; again: boolean }
  | { type: 'older'; key: UnlockedKey; stakes: Stakes }
  | { type: 'foreign'; foreign: ForeignKey }
  /** The key in force, as another program has written it. */
  | { type: 'other-root' }

export type BackupAnswer =
  | { type: 'yes' }
  | { type: 'password'; password: string }
  | { type: 'session' }
  | { type: 'current' }
  /** The key in force first. */
  | { type: 'open' }

interface BackupQuestionsProps {
  asked: BackupQuestion | null
  /** Null: none of it. */
  onAnswer: (answer: BackupAnswer | null) => void
}

export function BackupQuestions({ asked, onAnswer }: BackupQuestionsProps) {
  switch (asked?.type) {
    case undefined:
      return null
    case 'username':
      return (
        <ConfirmDialog
          open
          title="Backup of another user"
          confirmLabel="Restore Anyway"
          onConfirm={() => onAnswer({ type: 'yes' })}
          onCancel={() => onAnswer(null)}
        >
          {`This backup was made for the user "${shownText(asked.ofBackup)}", and you are signed in as "${asked.username}". Restore it anyway?`}
        </ConfirmDialog>
      )
    case 'password':
      return <BackupPassword key={String(asked.again)} {...asked} onAnswer={onAnswer} />
    case 'older':
      return (
        <OlderPair fingerprintWords={asked.key.fingerprintWords} stakes={asked.stakes} onAnswer={onAnswer} />
      )
    case 'other-root':
      return (
        <ConfirmDialog
          open
          title="This file holds your key in another form"
          confirmLabel="Restore Anyway"
          destructive
          onConfirm={() => onAnswer({ type: 'yes' })}
          onCancel={() => onAnswer(null)}
        >
          Files open with it as before. What you remember of other people, and the links that you made, do
          not: another program has written this file anew, and they hang on how your key was written at first.
          Use a backup that Sealpost made, if you have one.
        </ConfirmDialog>
      )
    case 'foreign':
      return (
        <ForeignKeyDialog
          foreign={asked.foreign}
          from="backup"
          onUse={() => onAnswer({ type: 'yes' })}
          onRefuse={() => onAnswer(null)}
        />
      )
  }
}

const passwordOfBackup = z.object({ backupPassword: z.string().min(1) })

function BackupPassword({
  backupDate,
  again,
  onAnswer,
}: Extract<BackupQuestion, { type: 'password' }> & Pick<BackupQuestionsProps, 'onAnswer'>) {
  const say = useOwnWords()
  const form = useSchemaForm(passwordOfBackup, { backupPassword: '' })
  const isBlank = useWatch({ control: form.control, name: 'backupPassword' }) === ''
  const titleId = useId()
  const made = backupDate === null ? '' : `, ${formatDateTime(backupDate)}`
  return (
    <Dialog open onClose={() => onAnswer(null)} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Password of the Backup</DialogTitle>
      <form
        noValidate
        onSubmit={submitting(form, (fields) =>
          onAnswer({ type: 'password', password: fields.backupPassword }),
        )}
      >
        <DialogContent>
          <Stack spacing={2}>
            {again && <Banner severity="error">{faultText(fault('wrong-password'))}</Banner>}
            <Typography variant="body2" color="textSecondary">
              {say(
                `The backup does not open with the password you typed. Enter the login password of the day it was made${made}.`,
              )}
            </Typography>
            <FormPassword
              control={form.control}
              name="backupPassword"
              label="Password of the backup"
              autoComplete="off"
              required
              autoFocus
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={() => onAnswer(null)}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={isBlank}>
            Open Backup
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function OlderPair({
  fingerprintWords,
  stakes,
  onAnswer,
}: Pick<UnlockedKey, 'fingerprintWords'> & { stakes: Stakes } & Pick<BackupQuestionsProps, 'onAnswer'>) {
  const titleId = useId()
  return (
    <Dialog open maxWidth="sm" onClose={() => onAnswer(null)} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>This backup is of another key pair</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Typography variant="body2">
            It opens, but it does not match the public key that uploaders are given now. Its fingerprint:
          </Typography>
          <WordGrid words={fingerprintWords} />
          <Typography variant="body2">
            <strong>Use it for this session</strong> to open files that were sealed to it; nothing is changed.
          </Typography>
          <Typography variant="body2">
            <strong>Make it current again</strong> and new files are sealed to it. Files sealed to the pair
            that is in force now then open only with the backup of that pair.
          </Typography>
          <Typography variant="body2" component="div">
            <FoldersAtStake stakes={stakes} onOpenKey={() => onAnswer({ type: 'open' })} />
          </Typography>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={() => onAnswer(null)}>
          Cancel
        </Button>
        <Button variant="outlined" onClick={() => onAnswer({ type: 'current' })}>
          Make It Current Again
        </Button>
        <Button variant="contained" autoFocus onClick={() => onAnswer({ type: 'session' })}>
          Use for This Session
        </Button>
      </DialogActions>
    </Dialog>
  )
}
