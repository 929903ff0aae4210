import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { errorMessage, keyTexts } from '../api/errorCatalogue.ts'
import { Banner } from '../ui/Banner.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { SealMark } from '../ui/SealMark.tsx'
import { ForeignKeyAlarm } from './ForeignKeyAlarm.tsx'
import { type LockAfter, lockAfter } from './idleLock.ts'
import { useUser } from './session.ts'
import { getUnlockedKey, type HeldBackKey, type UnlockedKey, unlockPrivateKey } from './unlockedKey.ts'

interface UnlockKeyDialogProps {
  open: boolean
  /** Closed in any way, after `onUnlocked` too. */
  onClose: () => void
  /** 'Continue' was chosen; the key is in `unlockedKey.ts`. */
  onUnlocked: (key: UnlockedKey) => void
  /** What the key is needed for, in a sentence. */
  purpose?: string
}

/** 'Login Password Required': opens the private key for this session. */
export function UnlockKeyDialog({ open, onClose, ...rest }: UnlockKeyDialogProps) {
  const titleId = useId()
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId}>
      <UnlockSteps titleId={titleId} onClose={onClose} {...rest} />
    </Dialog>
  )
}

function unlockedText(minutes: LockAfter): string {
  const unused = minutes === null ? '' : `, or do not use it for ${minutes} minutes`
  return `Your private key is unlocked. It stays in this tab’s memory until you log out${unused === '' ? ' or' : ','} close the tab${unused}.`
}

type Step =
  | { name: 'entering'; busy: boolean }
  | { name: 'unlocked' }
  | { name: 'foreign'; heldBack: HeldBackKey }
  | { name: 'error'; message: string }

interface UnlockStepsProps extends Omit<UnlockKeyDialogProps, 'open'> {
  titleId: string
}

/** Lives as long as the dialog is open, so that the password is gone with it. */
function UnlockSteps({ titleId, onClose, onUnlocked, purpose }: UnlockStepsProps) {
  const username = useUser()?.username ?? ''
  const [password, setPassword] = useState('')
  const [step, setStep] = useState<Step>({ name: 'entering', busy: false })
  const closed = useRef(false)
  useEffect(() => {
    closed.current = false
    return () => void (closed.current = true)
  }, [])

  async function goOn(work: () => Promise<HeldBackKey | null>) {
    try {
      const heldBack = await work()
      if (!closed.current) setStep(heldBack ? { name: 'foreign', heldBack } : { name: 'unlocked' })
    } catch (error) {
      if (!closed.current) setStep({ name: 'error', message: keyTexts.unlockFailed(errorMessage(error)) })
    }
  }

  async function unlock(event: SubmitEvent) {
    event.preventDefault()
    if (password === '') return
    setStep({ name: 'entering', busy: true })
    await goOn(() => unlockPrivateKey(username, password))
    setPassword('')
  }

  if (step.name === 'foreign') {
    const { foreign, putToUse } = step.heldBack
    const inForce = () => putToUse().then(() => null)
    return (
      <ForeignKeyAlarm
        titleId={titleId}
        foreign={foreign}
        onUse={() => void goOn(inForce)}
        onRefuse={onClose}
      />
    )
  }

  const title = <DialogTitle id={titleId}>Login Password Required</DialogTitle>

  if (step.name === 'unlocked') {
    return (
      <>
        {title}
        <DialogContent>
          <Stack direction="row" role="status" sx={{ gap: 1.5, alignItems: 'center' }}>
            <SealMark state="open" />
            <Typography variant="body2">{unlockedText(lockAfter())}</Typography>
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button
            variant="contained"
            autoFocus
            onClick={() => {
              // A download that runs meanwhile gives the key up when it does not open its files; so does a long wait.
              const key = getUnlockedKey()
              if (!key) {
                setStep({ name: 'error', message: keyTexts.notLoaded })
                return
              }
              onUnlocked(key)
              onClose()
            }}
          >
            Continue
          </Button>
        </DialogActions>
      </>
    )
  }

  if (step.name === 'error') {
    return (
      <>
        {title}
        <DialogContent>
          <Banner severity="error">{step.message}</Banner>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="contained" autoFocus onClick={() => setStep({ name: 'entering', busy: false })}>
            Try Again
          </Button>
        </DialogActions>
      </>
    )
  }

  return (
    <form onSubmit={(event) => void unlock(event)}>
      {title}
      <DialogContent>
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
          {purpose ?? 'Your private key is needed to decrypt files.'} Your password opens it in this browser
          and is not sent to the server.
        </Typography>
        {/* For password managers, which look for the account beside the password. */}
        <input hidden readOnly type="text" name="username" autoComplete="username" value={username} />
        <PasswordField
          label="Login password"
          name="password"
          autoComplete="current-password"
          required
          autoFocus
          disabled={step.busy}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" disabled={step.busy || password === ''}>
          {step.busy ? 'Unlocking...' : 'Unlock'}
        </Button>
      </DialogActions>
    </form>
  )
}
