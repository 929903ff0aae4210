import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, type SubmitEvent, useEffect, useState } from 'react'
import type { FileRecord } from '../../../contract/folders.ts'
import { directoryOf } from '../../transfer/keys/storedNames.ts'
import { Banner } from '../../ui/Banner.tsx'
import { FileNames } from '../../ui/FileName.tsx'
import { count, formatNumber } from '../../ui/format.ts'
import { Option } from '../../ui/Option.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { type LinkFields, linkProblems, newLinkFields } from './linkForm.ts'
import { generateLinkPassword } from './linkPassword.ts'

interface LinkFormProps {
  records: readonly FileRecord[]
  /** Why the last attempt failed. */
  error: string | null
  /** Files that stand in the way, and can be left out. */
  leaveOut: { count: number; onLeaveOut: () => void } | null
  /** From 0 to 1 while the link is made. */
  progress: number | null
  onSubmit: (fields: LinkFields) => void
  cancel: ReactNode
}

/** Password and expiration of a new link. */
export function LinkForm({ records, error, leaveOut, progress, onSubmit, cancel }: LinkFormProps) {
  const [fields, setFields] = useState(() => newLinkFields(new Date()))
  const [isTried, setTried] = useState(false)
  const problems = isTried ? linkProblems(fields, new Date()) : {}
  const isMaking = progress !== null
  const change = (changed: Partial<LinkFields>) => setFields((before) => ({ ...before, ...changed }))

  const takePassword = (password: string) => change({ password, confirmation: password })
  useEffect(() => {
    void generateLinkPassword().then((password) =>
      // Whoever was faster keeps what they typed.
      setFields((before) =>
        before.password === '' ? { ...before, password, confirmation: password } : before,
      ),
    )
  }, [])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setTried(true)
    if (Object.keys(linkProblems(fields, new Date())).length === 0) onSubmit(fields)
  }

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'contents' }}>
      <DialogContent>
        <Stack sx={{ gap: 2.5 }}>
          <FilesOfLink records={records} />
          <Option
            label="Password protection"
            checked={fields.hasPassword}
            disabled={isMaking}
            hint={
              fields.hasPassword
                ? undefined
                : 'Whoever has the link can open the files. The keys are part of the link and are not sent to the server.'
            }
            onChange={(hasPassword) => change({ hasPassword })}
          >
            <Stack sx={{ gap: 1.5 }}>
              <PasswordField
                label="Password"
                name="link-password"
                autoComplete="off"
                initiallyVisible
                disabled={isMaking}
                value={fields.password}
                error={problems.password !== undefined}
                helperText={problems.password}
                onChange={(event) => change({ password: event.target.value })}
              />
              <PasswordField
                label="Confirm password"
                name="link-password-again"
                autoComplete="off"
                disabled={isMaking}
                value={fields.confirmation}
                error={problems.confirmation !== undefined}
                helperText={problems.confirmation}
                onChange={(event) => change({ confirmation: event.target.value })}
              />
              <Button
                size="small"
                variant="outlined"
                sx={{ alignSelf: 'flex-start' }}
                disabled={isMaking}
                onClick={() => void generateLinkPassword().then(takePassword)}
              >
                Generate another password
              </Button>
            </Stack>
          </Option>
          <Option
            label="Expiration date"
            checked={fields.expires}
            disabled={isMaking}
            hint={fields.expires ? undefined : 'The link works until you delete it.'}
            onChange={(expires) => change({ expires })}
          >
            <TextField
              type="datetime-local"
              label="Valid until"
              disabled={isMaking}
              value={fields.expiration}
              error={problems.expiration !== undefined}
              helperText={problems.expiration}
              onChange={(event) => change({ expiration: event.target.value })}
            />
          </Option>
          {error !== null && <Banner severity="error">{error}</Banner>}
          {leaveOut && (
            <Button variant="outlined" sx={{ alignSelf: 'flex-start' }} onClick={leaveOut.onLeaveOut}>
              {`Leave out ${leaveOut.count === 1 ? 'this file' : `these ${formatNumber(leaveOut.count)} files`}`}
            </Button>
          )}
          {isMaking && (
            <Box role="status" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
              {`Sealing keys for the recipients: ${Math.floor(100 * progress)} %`}
              <LinearProgress
                aria-label="Sealing keys"
                variant="determinate"
                value={100 * progress}
                sx={{ mt: 0.75, height: 4, borderRadius: 2 }}
              />
            </Box>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        {cancel}
        <Button type="submit" variant="contained" disabled={isMaking}>
          {isMaking ? 'Creating Link...' : 'Create Link'}
        </Button>
      </DialogActions>
    </Box>
  )
}

const named = 3

/** What will be handed out, and that the folders on the way to it are told too. */
function FilesOfLink({ records }: Pick<LinkFormProps, 'records'>) {
  const names = records.slice(0, named).map(({ original_filename }) => original_filename)
  const more = records.length - named
  const hasPaths = records.some((record) => directoryOf(record) !== '.')
  return (
    <Typography variant="body2" component="div" sx={{ overflowWrap: 'anywhere' }}>
      <strong>{count(records.length, 'file')}</strong>
      {': '}
      <FileNames names={names} />
      {more > 0 && `, and ${formatNumber(more)} more`}
      {hasPaths && (
        <Box sx={{ color: 'text.secondary' }}>
          Recipients also see the names of the folders that these files lie in.
        </Box>
      )}
    </Typography>
  )
}
