import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import type { User } from '../../../contract/auth.ts'
import { errorMessage, keyTexts, toFailure } from '../../api/errorCatalogue.ts'
import { confirmLoginPassword } from '../../session/session.ts'
import { addOlderKey } from '../../session/unlockedKey.ts'
import { notify } from '../../store/hooks.ts'
import { FileName } from '../../ui/FileName.tsx'
import { keyName } from '../../ui/format.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { UsernameHint } from '../../ui/UsernameHint.tsx'
import { type Backup, BackupError, backupTexts, isBackupType, readBackupFile } from './backupFile.ts'
import { type BackupAnswer, type BackupQuestion, BackupQuestions } from './BackupQuestions.tsx'
import { Outcome, type OutcomeText } from './Outcome.tsx'
import { makeCurrent, openBackup, type OpenedBackup } from './restoredKey.ts'
import { useQuestion } from './useQuestion.ts'

interface BackupFormProps {
  username: string
  /** The pair of the backup is in force now. */
  onRestored: (user: User) => void
}

type Purpose = 'test' | 'restore'

/** Tests a backup file, or restores the key in it. See the note in restoredKey.ts. */
export function BackupForm({ username, onRestored }: BackupFormProps) {
  const [file, setFile] = useState<File | null>(null)
  const [password, setPassword] = useState('')
  const [fileError, setFileError] = useState<string | null>(null)
  const [passwordError, setPasswordError] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)
  const [busy, setBusy] = useState<Purpose | null>(null)
  const { asked, ask, answer } = useQuestion<BackupQuestion, BackupAnswer>()
  const form = useRef<HTMLFormElement>(null)
  const fileInput = useRef<HTMLInputElement>(null)
  const headingId = useId()
  const fileLabelId = useId()
  const fileHintId = useId()

  function choose(chosen: File | undefined) {
    setOutcome(null)
    const wrongType = chosen !== undefined && !isBackupType(chosen)
    setFileError(wrongType ? backupTexts.type : null)
    setFile(chosen && !wrongType ? chosen : null)
  }

  function begin(purpose: Purpose) {
    setOutcome(null)
    setFileError(file ? null : (fileError ?? backupTexts.noFile))
    setPasswordError(password === '' ? backupTexts.noPassword : null)
    if (!file) form.current?.querySelector<HTMLElement>('[data-choose]')?.focus()
    else if (password === '') form.current?.querySelector<HTMLElement>('[name="password"]')?.focus()
    else void run(purpose, file)
  }

  async function run(purpose: Purpose, chosen: File) {
    setBusy(purpose)
    try {
      setOutcome(await (purpose === 'test' ? testBackup(chosen) : restore(chosen)))
    } catch (error) {
      if (error instanceof BackupError) setFileError(error.message)
      else {
        const reason = errorMessage(error)
        setOutcome({ severity: 'error', text: purpose === 'test' ? reason : keyTexts.restoreFailed(reason) })
      }
    } finally {
      setBusy(null)
    }
  }

  /** Tries the password that was typed, then asks for the backup's own until one opens it, or none is given. */
  async function opened(backup: Backup): Promise<{ backup: OpenedBackup; ownPassword: boolean } | null> {
    let candidate: string | null = password
    for (let tries = 0; candidate !== null; tries++) {
      const result = await openBackup(backup.sealed, candidate)
      if (result) return { backup: result, ownPassword: tries > 0 }
      const given = await ask({ type: 'password', backupDate: backup.backupDate, again: tries > 0 })
      candidate = given?.type === 'password' ? given.password : null
    }
    return null
  }

  async function testBackup(chosen: File): Promise<OutcomeText> {
    const found = await opened(await readBackupFile(chosen))
    if (!found) {
      return {
        severity: 'error',
        text: 'The backup was not opened: its password is another one, or the file is damaged. Nothing was changed.',
      }
    }
    const { backup, ownPassword } = found
    backup.pkcs8Bytes.fill(0)
    const name = keyName(backup.key.fingerprintWords)
    const kept = ownPassword
      ? ' It opens with the older password that you just typed, not with your current one: keep that too, or download a new backup.'
      : ' It opens with your current login password.'
    if (backup.standing === 'current') {
      return {
        severity: 'success',
        text: `Your backup works. It holds the private key of the pair in force, ${name}.${kept}`,
      }
    }
    return {
      severity: 'warning',
      text: `This backup opens, but it does not match your public key: it holds ${name}.${kept} Restore it to open files that were sealed to that key.`,
    }
  }

  async function restore(chosen: File): Promise<OutcomeText | null> {
    try {
      await confirmLoginPassword(username, password)
    } catch (error) {
      if (toFailure(error).status !== 401) throw error
      setPasswordError(keyTexts.passwordNotVerified)
      return null
    }
    const backup = await readBackupFile(chosen)
    if (backup.username !== null && backup.username !== username) {
      const goOn = await ask({ type: 'username', ofBackup: backup.username, username })
      if (goOn?.type !== 'yes') {
        notify('info', keyTexts.restoreCancelled)
        return { severity: 'info', text: keyTexts.restoreCancelled }
      }
    }
    const found = await opened(backup)
    if (!found) {
      return {
        severity: 'info',
        text: 'Restore cancelled: the backup was not opened. Nothing was changed.',
      }
    }
    try {
      return await putToUse(found.backup)
    } finally {
      found.backup.pkcs8Bytes.fill(0)
    }
  }

  async function putToUse(backup: OpenedBackup): Promise<OutcomeText> {
    const name = keyName(backup.key.fingerprintWords)
    const wanted = backup.standing === 'older' ? await ask({ type: 'older', key: backup.key }) : null
    if (backup.standing === 'older' && wanted === null)
      return { severity: 'info', text: 'Restore cancelled. Nothing was changed.' }
    if (wanted?.type === 'session') {
      addOlderKey(backup.key)
      setPassword('')
      return {
        severity: 'success',
        text: `Key ${name} is open for this session: files sealed to it open until you log out or close this tab.`,
      }
    }
    onRestored(await makeCurrent(username, backup, password))
    setPassword('')
    return {
      severity: 'success',
      text: `Private key restored: ${name} is in force, sealed with your current login password.`,
    }
  }

  return (
    <form
      ref={form}
      noValidate
      aria-labelledby={headingId}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        begin('restore')
      }}
    >
      <Typography variant="h3" id={headingId}>
        Restore Key from Backup
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5, mb: 2.5 }}>
        The backup is opened here first, and replaces your stored key only when it holds one. Testing changes
        nothing.
      </Typography>
      <UsernameHint username={username} />
      <Stack sx={{ gap: 2 }}>
        <div>
          <Typography
            id={fileLabelId}
            sx={{ fontSize: '0.8125rem', fontWeight: 560, lineHeight: 1.45, mb: 0.75 }}
          >
            Backup file
          </Typography>
          <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center' }}>
            <Button
              data-choose
              variant="outlined"
              disabled={busy !== null}
              aria-describedby={`${fileLabelId} ${fileHintId}`}
              onClick={() => fileInput.current?.click()}
            >
              Choose .json file
            </Button>
            <Box
              component="span"
              sx={{ fontSize: '0.875rem', color: file ? 'text.primary' : 'text.secondary', minWidth: 0 }}
            >
              {file ? <FileName name={file.name} whole /> : 'No file chosen'}
            </Box>
          </Stack>
          <input
            ref={fileInput}
            hidden
            type="file"
            accept=".json,application/json"
            onChange={(event) => {
              choose(event.target.files?.[0])
              // The same file, mended meanwhile, can be chosen again.
              event.target.value = ''
            }}
          />
          <FormHelperText id={fileHintId} error={fileError !== null} role={fileError ? 'alert' : undefined}>
            {fileError ?? 'The file named private-key-backup that you downloaded with your key pair.'}
          </FormHelperText>
        </div>
        <PasswordField
          label="Current login password"
          name="password"
          autoComplete="current-password"
          required
          disabled={busy !== null}
          value={password}
          error={passwordError !== null}
          helperText={passwordError}
          onChange={(event) => {
            setPassword(event.target.value)
            setPasswordError(null)
          }}
        />
        <Outcome outcome={outcome} />
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          <Button type="submit" variant="outlined" disabled={busy !== null}>
            {busy === 'restore' ? 'Restoring...' : 'Restore Key'}
          </Button>
          <Button variant="outlined" disabled={busy !== null} onClick={() => begin('test')}>
            {busy === 'test' ? 'Testing...' : 'Test my backup'}
          </Button>
        </Stack>
      </Stack>
      <BackupQuestions asked={asked} onAnswer={answer} />
    </form>
  )
}
