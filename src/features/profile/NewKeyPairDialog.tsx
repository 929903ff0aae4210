import Box from '@mui/material/Box'
import Button, { type ButtonProps } from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useId, useReducer } from 'react'
import { useSaveEncryptedKeyMutation, useUploadPublicKeyMutation } from '../../api/authApi.ts'
import { rememberKey } from '../../session/knownKey.ts'
import { rememberUser, tellKeyChanged } from '../../session/session.ts'
import { saveBackupFile } from './backupFile.ts'
import { allStepsDone, type NewKeyPair, noStepDone, requiredSteps } from './newKeyPair.ts'

interface NewKeyPairDialogProps {
  username: string
  pair: NewKeyPair
  onClose: () => void
}

/** Cannot be left before the pair is in force and its backup is saved: a lost key loses every file sealed to it. */
export function NewKeyPairDialog({ username, pair, onClose }: NewKeyPairDialogProps) {
  const [steps, dispatch] = useReducer(requiredSteps, noStepDone)
  const [uploadPublicKey] = useUploadPublicKeyMutation()
  const [saveEncryptedKey] = useSaveEncryptedKeyMutation()
  const complete = allStepsDone(steps)
  const titleId = useId()

  useEffect(() => {
    if (complete) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [complete])

  async function upload() {
    dispatch('uploadStarted')
    const { data } = await uploadPublicKey({ public_key_spki: pair.publicKeySpki })
    dispatch(data ? 'uploaded' : 'uploadFailed')
    if (data) rememberUser(data.user)
  }

  async function save() {
    dispatch('saveStarted')
    // With its public key beside it: another tab may have uploaded a different one since.
    const { data } = await saveEncryptedKey({ ...pair.sealed, public_key_spki: pair.publicKeySpki })
    dispatch(data ? 'saved' : 'saveFailed')
    if (!data) return
    await rememberKey({ username, fingerprint: pair.fingerprint })
    rememberUser(data.user)
    tellKeyChanged()
  }

  function download() {
    saveBackupFile(username, pair)
    dispatch('downloaded')
  }

  return (
    <Dialog open maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>New Key Pair Generated - Actions Required!</DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
          {complete
            ? 'The new key pair is in force, and its backup is on your disk.'
            : 'The new key pair exists only in this window so far. Three steps put it in force and keep it safe.'}
        </Typography>
        <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          <Step
            number={1}
            done={steps.upload === 'done'}
            next={steps.upload !== 'done'}
            title="Upload the public key"
            text="Uploaders’ browsers encrypt files with it."
            button={{
              autoFocus: true,
              disabled: steps.upload !== 'open',
              onClick: () => void upload(),
              children: { open: 'Upload Public Key', running: 'Uploading...', done: 'Uploaded ✓' }[
                steps.upload
              ],
            }}
          />
          <Step
            number={2}
            done={steps.save === 'done'}
            next={steps.upload === 'done' && steps.save !== 'done'}
            title="Save the encrypted key data to your profile"
            text="Your private key, sealed with your login password. This makes the new pair your current one."
            button={{
              disabled: steps.upload !== 'done' || steps.save !== 'open',
              onClick: () => void save(),
              children: { open: 'Save Encrypted Key', running: 'Saving...', done: 'Saved ✓' }[steps.save],
            }}
          />
          <Step
            number={3}
            done={steps.download === 'done'}
            next={steps.save === 'done' && steps.download !== 'done'}
            title={
              <>
                Download the backup .json file{' '}
                <Box component="span" sx={{ color: 'warning.main' }}>
                  (required)
                </Box>
              </>
            }
            text="If the stored key is ever lost or replaced, only this file opens what was sent to you. Keep it apart from this computer. It opens with your current login password."
            button={{
              onClick: download,
              children: { open: 'Download Backup', done: 'Download Again?' }[steps.download],
            }}
          />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button
          variant="contained"
          disabled={!complete}
          title={complete ? undefined : 'Please complete all steps (upload, save, download) before closing.'}
          // A disabled button has no pointer events, and without them no title.
          sx={{ '&.Mui-disabled': { pointerEvents: 'auto', cursor: 'not-allowed' } }}
          onClick={onClose}
        >
          {complete ? 'Done (Close)' : 'Close'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface StepProps {
  number: number
  done: boolean
  title: ReactNode
  text: string
  button: ButtonProps
  /** The one to do next. */
  next: boolean
}

function Step({ number, done, title, text, button, next }: StepProps) {
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '28px 1fr', sm: '28px 1fr auto' },
        columnGap: 1.5,
        rowGap: 1,
        alignItems: 'start',
        py: 2,
        borderBottom: 1,
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
      }}
    >
      <Box
        aria-hidden
        sx={{
          width: 28,
          height: 28,
          borderRadius: '50%',
          display: 'grid',
          placeItems: 'center',
          fontSize: '0.8125rem',
          fontWeight: 650,
          border: 1,
          borderColor: done ? 'success.main' : 'text.disabled',
          bgcolor: done ? 'success.main' : 'transparent',
          color: done ? 'success.contrastText' : 'text.secondary',
        }}
      >
        {done ? '✓' : number}
      </Box>
      <Box>
        <Typography variant="h3" component="h3">
          {title}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {text}
        </Typography>
      </Box>
      <Button
        variant={next ? 'contained' : 'outlined'}
        size="small"
        sx={{
          gridColumn: { xs: 2, sm: 'auto' },
          justifySelf: { xs: 'start', sm: 'end' },
          minWidth: 148,
          ...(done && { '&.Mui-disabled': { color: 'success.main' } }),
        }}
        aria-live="polite"
        {...button}
      />
    </Box>
  )
}
