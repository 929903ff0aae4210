import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { isCryptoError } from '../../core/crypto/index.ts'
import { fault } from '../../core/faults/fault.ts'
import { errorText, faultText } from '../../i18n/errorText.ts'
import { t } from '../../i18n/t.ts'
import { Banner } from '../ui/messages/Banner.tsx'
import { ButtonLink } from '../ui/buttons/ButtonLink.tsx'
import { DialogStep } from '../ui/dialogs/FormDialog.tsx'
import { SealMark } from '../ui/page/SealMark.tsx'
import { Explanation } from '../ui/messages/Explanation.tsx'
import { useIsMounted } from '../ui/hooks/useIsMounted.ts'
import { CancelButton } from '../ui/buttons/CancelButton.tsx'
import { lazyWithErrorText } from '../ui/lazy/lazyWithErrorText.tsx'
import { RecoveryCodeSteps } from './RecoveryCodeSteps.tsx'
import { type OnUseRecoveryCode, EnterPassword, RecoveryCodeLink } from './EnterPassword.tsx'
import { ForeignKeyAlarm } from './ForeignKeyAlarm.tsx'
import { idleLockMinutes } from './idleLock.ts'
import { usePasswordText } from './usePasswordText.ts'
import { useUser } from './session.ts'
import {
  getKeyWithSealedKey,
  getUnlockedKey,
  type UnconfirmedKey,
  registerPendingKey,
  subscribeUnlockedKey,
  type UnlockedKey,
  unlockPrivateKey,
} from './unlockedKey.ts'

interface UnlockKeyDialogProps {
  open: boolean
  /** Called however the dialog closes, also after `onUnlocked`. */
  onClose: () => void
  /** Called after 'Continue'; the key is in `unlockedKey.ts`. */
  onUnlocked: (key: UnlockedKey) => void
  /** A sentence that says what the key is needed for. */
  purpose: string | undefined
  /** False if the stored sealed key is needed, which a passkey does not open. */
  withPasskey: boolean
}

/** Loaded on demand. If that fails, the password is enough. */
const PasskeyUnlock = lazyWithErrorText(() => import('./passkeys/PasskeyUnlock.tsx'), 'PasskeyUnlock')

/** The dialog 'Login Password Required': opens the private key for this session. */
export const UnlockKeyDialog = ({ open, ...rest }: UnlockKeyDialogProps) => (
  <Dialog open={open} onClose={rest.onClose}>
    <UnlockSteps {...rest} />
  </Dialog>
)

type Step =
  | { name: 'entering'; busy: boolean }
  | { name: 'by-code' }
  | { name: 'unlocked' }
  | { name: 'foreign'; unconfirmed: UnconfirmedKey }
  /** `isPassword`: the key may be sealed with a former password. */
  | { name: 'error'; message: () => string; isPassword?: boolean }

const keyIsGone: Step = { name: 'error', message: () => faultText(fault('key-not-loaded')) }

/** Each step drops its input when it unmounts. */
function UnlockSteps({ onClose, onUnlocked, purpose, withPasskey }: Omit<UnlockKeyDialogProps, 'open'>) {
  const user = useUser()
  const passwordText = usePasswordText()
  const username = user?.username ?? ''
  const [step, setStep] = useState<Step>({ name: 'entering', busy: false })
  const [hasGesture, setGesture] = useState(false)
  const isMounted = useIsMounted()
  const hasKey =
    useSyncExternalStore(subscribeUnlockedKey, withPasskey ? getUnlockedKey : getKeyWithSealedKey) !== null
  // At sign-in or by another tab, while the dialog was open already.
  const isOpenedMeanwhile = hasKey && step.name === 'entering' && !step.busy && !hasGesture

  const isUnconfirmed = step.name === 'foreign'
  useEffect(() => {
    if (!isUnconfirmed) return undefined
    return registerPendingKey(() => setStep(keyIsGone))
  }, [isUnconfirmed])

  function handleOpened(unconfirmed: UnconfirmedKey | null) {
    if (isMounted()) setStep(unconfirmed ? { name: 'foreign', unconfirmed } : { name: 'unlocked' })
  }

  async function run(work: () => Promise<UnconfirmedKey | null>) {
    try {
      handleOpened(await work())
    } catch (error) {
      const isPassword = isCryptoError(error) && error.code === 'wrong-password'
      const message = () => t('session.unlockFailed', { reason: errorText(error) })
      if (isMounted()) setStep({ name: 'error', message, isPassword })
    }
  }

  function unlock(password: string) {
    setStep({ name: 'entering', busy: true })
    void run(() => unlockPrivateKey(username, password))
  }

  function continueWithKey() {
    // The key may be gone: a download that it does not fit drops it, and so does the idle lock.
    const key = getUnlockedKey()
    if (!key) {
      setStep(keyIsGone)
      return
    }
    onUnlocked(key)
    onClose()
  }

  if (step.name === 'foreign') {
    const { foreign, activate } = step.unconfirmed
    const useAnyway = () => activate().then(() => null)
    return <ForeignKeyAlarm foreign={foreign} onUse={() => void run(useAnyway)} onRefuse={onClose} />
  }

  if (step.name === 'by-code') {
    const unlocked = () => setStep({ name: 'unlocked' })
    return <RecoveryCodeSteps username={username} onClose={onClose} onOpened={unlocked} />
  }

  const byCode = user?.recovery_code_made_at ? () => setStep({ name: 'by-code' }) : null
  return (
    <>
      <DialogTitle>{passwordText('session.passwordRequired')}</DialogTitle>
      {step.name === 'entering' && !isOpenedMeanwhile && (
        <EnterPassword
          username={username}
          purpose={purpose}
          busy={step.busy}
          isOtherWayBusy={hasGesture}
          onClose={onClose}
          onEnter={unlock}
          onUseRecoveryCode={byCode}
        >
          {withPasskey && (
            <Suspense fallback={null}>
              <PasskeyUnlock
                username={username}
                disabled={step.busy}
                onBusy={setGesture}
                onUnlocked={handleOpened}
                onFailed={(message) => setStep({ name: 'error', message })}
              />
            </Suspense>
          )}
        </EnterPassword>
      )}
      {(step.name === 'unlocked' || isOpenedMeanwhile) && <Unlocked onContinue={continueWithKey} />}
      {step.name === 'error' && (
        <UnlockFailed
          message={step.message()}
          isPassword={step.isPassword ?? false}
          onClose={onClose}
          onUseRecoveryCode={byCode}
          onAgain={() => setStep({ name: 'entering', busy: false })}
        />
      )}
    </>
  )
}

function Unlocked({ onContinue }: { onContinue: () => void }) {
  const minutes = idleLockMinutes()
  return (
    <DialogStep
      actions={
        <Button variant="contained" autoFocus onClick={onContinue}>
          {t('ui.continue')}
        </Button>
      }
    >
      <Stack direction="row" role="status" sx={{ gap: 1.5, alignItems: 'center' }}>
        <SealMark state="open" />
        <Typography variant="body2">
          {minutes === null ? t('session.unlocked') : t('session.unlockedFor', { minutes })}
        </Typography>
      </Stack>
    </DialogStep>
  )
}

interface UnlockFailedProps {
  message: string
  isPassword: boolean
  onClose: () => void
  onAgain: () => void
  onUseRecoveryCode: OnUseRecoveryCode
}

function UnlockFailed({ message, isPassword, onClose, onAgain, onUseRecoveryCode }: UnlockFailedProps) {
  return (
    <DialogStep
      actions={
        <>
          {isPassword && (
            <ButtonLink
              to="/profile/$page"
              params={{ page: 'security' }}
              hash="older-password"
              onClick={onClose}
            >
              {t('session.myProfile')}
            </ButtonLink>
          )}
          <CancelButton onClick={onClose} />
          <Button variant="contained" autoFocus onClick={onAgain}>
            {t('session.tryAgain')}
          </Button>
        </>
      }
    >
      <Banner severity="error">
        {isPassword && (
          <Typography variant="body2" sx={{ fontWeight: 560 }}>
            {t('session.notThisPassword')}
          </Typography>
        )}
        <Typography variant={isPassword ? 'small' : 'body2'}>{message}</Typography>
      </Banner>
      {isPassword && (
        <Explanation>
          {t(onUseRecoveryCode ? 'session.formerPasswordOrCode' : 'session.formerPassword')}
        </Explanation>
      )}
      <RecoveryCodeLink onUseRecoveryCode={onUseRecoveryCode} />
    </DialogStep>
  )
}
