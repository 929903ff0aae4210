import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useOwnWords } from '../../session/ownWords.ts'
import { rememberUser } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FoldersAtStake } from './FoldersAtStake.tsx'
import { MakeRecoveryCode } from './MakeRecoveryCode.tsx'
import { allStepsDone, type NewKeyPair, type RequiredSteps } from './newKeyPair.ts'
import { RequiredStep } from './RequiredStep.tsx'
import { useLeaveWarning } from './useLeaveWarning.ts'
import { useNewPairSteps } from './useNewPairSteps.ts'

interface NewKeyPairDialogProps {
  username: string
  pair: NewKeyPair
  /** Of the recovery code of the pair in force; null: there is none. */
  codeMadeAt: string | null
  /** There was one for the former pair. */
  codeHasEnded: boolean
  onClose: () => void
}

/** Cannot be left before the pair is in force and its backup is saved: a lost key loses every file sealed to it. */
export function NewKeyPairDialog({
  username,
  pair,
  codeMadeAt,
  codeHasEnded,
  onClose,
}: NewKeyPairDialogProps) {
  const { steps, upload, save, download, asked, answer, dialog } = useNewPairSteps(username, pair)
  const complete = allStepsDone(steps)
  const [makingCode, setMakingCode] = useState(false)
  const [leftCode, setLeftCode] = useState(false)
  const titleId = useId()

  useLeaveWarning(!complete)

  return (
    <Dialog open maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {complete ? 'New Key Pair in Force' : 'New Key Pair Generated - Actions Required!'}
      </DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {complete
            ? 'The new key pair is in force, and its backup is on your disk.'
            : 'The new key pair exists only in this window so far. Three steps put it in force and keep it safe.'}
        </Typography>
        <Steps>
          <Upload steps={steps} onClick={() => void upload()} />
          <Save steps={steps} onClick={() => void save()} />
          <Download steps={steps} onClick={download} />
          {complete && (
            <Code
              isMade={codeMadeAt !== null && !leftCode}
              formerEnded={codeHasEnded}
              onClick={() => setMakingCode(true)}
            />
          )}
        </Steps>
      </DialogContent>
      {makingCode && (
        <MakeRecoveryCode
          username={username}
          replaces={codeMadeAt !== null}
          onMade={rememberUser}
          onClose={(end) => {
            setMakingCode(false)
            if (end !== 'cancelled') setLeftCode(end === 'left')
          }}
        />
      )}
      <ConfirmDialog
        open={asked !== null}
        title="This has changed meanwhile"
        confirmLabel="Go On"
        onConfirm={() => answer('sure')}
        onCancel={() => answer(null)}
      >
        <p>
          The server did not take the new pair: the folders that you share, or what you remember of others,
          are not as they were when you agreed. Go on, and save once more, only if this is right:
        </p>
        {asked && <FoldersAtStake stakes={asked} onOpenKey={() => answer('open')} />}
      </ConfirmDialog>
      {dialog}
      <DialogActions>
        <Close
          variant="contained"
          disabled={!complete}
          title={complete ? undefined : 'Please complete all steps (upload, save, download) before closing.'}
          onClick={onClose}
        >
          {complete ? 'Done (Close)' : 'Close'}
        </Close>
      </DialogActions>
    </Dialog>
  )
}

interface StepProps {
  steps: RequiredSteps
  onClick: () => void
}

const uploadLabels = { open: 'Upload Public Key', running: 'Uploading...', done: 'Uploaded ✓' } as const

const Upload = ({ steps, onClick }: StepProps) => (
  <RequiredStep
    number={1}
    done={steps.upload === 'done'}
    next={steps.upload !== 'done'}
    title="Upload the public key"
    text="Uploaders’ browsers encrypt files with it."
    button={{
      autoFocus: true,
      disabled: steps.upload !== 'open',
      onClick,
      children: uploadLabels[steps.upload],
    }}
  />
)

const saveLabels = { open: 'Save Encrypted Key', running: 'Saving...', done: 'Saved ✓' } as const

const Save = ({ steps, onClick }: StepProps) => (
  <RequiredStep
    number={2}
    done={steps.save === 'done'}
    next={steps.upload === 'done' && steps.save !== 'done'}
    title="Save the encrypted key data to your profile"
    text={useOwnWords()(
      'Your private key, sealed with your login password. This makes the new pair your current one.',
    )}
    button={{
      disabled: steps.upload !== 'done' || steps.save !== 'open',
      onClick,
      children: saveLabels[steps.save],
    }}
  />
)

const downloadLabels = { open: 'Download Backup', done: 'Download Again?' } as const

const Download = ({ steps, onClick }: StepProps) => (
  <RequiredStep
    number={3}
    done={steps.download === 'done'}
    next={steps.save === 'done' && steps.download !== 'done'}
    title={
      <>
        Download the backup .json file <Required>(required)</Required>
      </>
    }
    text={useOwnWords()(
      'If the stored key is ever replaced, only this file opens what was sent to you until then. Keep it apart from this computer. It opens with your current login password.',
    )}
    button={{ onClick, children: downloadLabels[steps.download] }}
  />
)

interface CodeProps {
  isMade: boolean
  formerEnded: boolean
  onClick: () => void
}

/** Offered when the three are done, and never in their way. */
const Code = ({ isMade, formerEnded, onClick }: CodeProps) => (
  <RequiredStep
    number={4}
    done={isMade}
    next={false}
    title="Make a recovery code (optional)"
    text={`${formerEnded ? 'Your former code opens nothing of the new pair. ' : ''}For the day a password is forgotten: a sheet of paper that opens this key while the server keeps it. It takes a minute, and your profile offers it later, too.`}
    button={{ disabled: isMade, onClick, children: isMade ? 'Made ✓' : 'Make a Code' }}
  />
)

const Steps = styled('ol')({ listStyle: 'none', margin: 0, padding: 0 })

// A disabled button has no pointer events, and without them no title.
const Close = styled(Button)({ '&.Mui-disabled': { pointerEvents: 'auto', cursor: 'not-allowed' } })

const Required = styled('span')(({ theme }) => ({ color: theme.vars.palette.warning.main }))
