import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { normalizedRecoveryCode, recoveryCodeLength } from '../../core/crypto/index.ts'
import { t } from '../../i18n/t.ts'
import { Banner } from '../ui/messages/Banner.tsx'
import { BusyButton } from '../ui/buttons/BusyButton.tsx'
import { LoginPasswordField } from '../ui/fields/LoginPasswordField.tsx'
import { WordGrid } from '../ui/values/WordGrid.tsx'
import { Explanation } from '../ui/messages/Explanation.tsx'
import { CancelButton } from '../ui/buttons/CancelButton.tsx'
import { usePasswordText } from './usePasswordText.ts'
import { ForeignKeyAlarm } from './ForeignKeyAlarm.tsx'
import { KeyForm } from './KeyForm.tsx'
import { useRecoveryCodeSteps } from './useRecoveryCodeSteps.ts'

interface RecoveryCodeStepsProps {
  username: string
  onClose: () => void
  /** Called when the key is open; `sealed` is true if the login password opens the stored key again. */
  onOpened: (sealed: boolean) => void
}

export const RecoveryCodeDialog = (props: RecoveryCodeStepsProps) => (
  <Dialog open onClose={props.onClose}>
    <RecoveryCodeSteps {...props} />
  </Dialog>
)

/** Content of a dialog: opens the private key with the recovery code, and offers to seal it with the login password. */
export function RecoveryCodeSteps({ username, onClose, onOpened }: RecoveryCodeStepsProps) {
  const { step, ...actions } = useRecoveryCodeSteps(username, () => onOpened(true))
  switch (step.name) {
    case 'code':
      return <EnterCode {...step} onClose={onClose} onEnter={actions.enter} />
    case 'words':
      return (
        <CompareWords
          words={step.key.fingerprintWords}
          onSame={actions.confirmWords}
          onDifferent={actions.rejectWords}
        />
      )
    case 'foreign':
      return (
        <ForeignKeyAlarm
          foreign={step.unconfirmed.foreign}
          onUse={() => actions.useForeign(step.unconfirmed)}
          onRefuse={onClose}
        />
      )
    case 'seal':
      return <ResealKey username={username} {...step} onSeal={actions.seal} onLater={() => onOpened(false)} />
  }
}

interface Attempt {
  busy: boolean
  refusal: (() => string) | null
}

interface EnterCodeProps extends Attempt {
  onClose: () => void
  onEnter: (typed: string) => void
}

function EnterCode({ busy, refusal, onClose, onEnter }: EnterCodeProps) {
  const [typed, setTyped] = useState('')
  const [sent, setSent] = useState('')
  // A refusal applies only to the code that was sent.
  const problem = typed === sent && refusal ? refusal() : null
  const length = Array.from(normalizedRecoveryCode(typed)).length
  function enter() {
    setSent(typed)
    onEnter(typed)
  }

  return (
    <KeyForm onSubmit={enter}>
      <DialogTitle>{t('session.codeTitle')}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Explanation>{t('session.codeText')}</Explanation>
          <Code
            label={t('sheet.title')}
            name="recoveryCode"
            required
            multiline
            autoFocus
            value={typed}
            error={problem !== null}
            helperText={problem ?? t('session.codeHint', { typed: length, all: recoveryCodeLength })}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (!busy) enter()
            }}
            slotProps={{
              ...(problem !== null && { formHelperText: { role: 'alert' } }),
              htmlInput: {
                readOnly: busy,
                autoComplete: 'off',
                autoCapitalize: 'characters',
                autoCorrect: 'off',
                spellCheck: false,
              },
            }}
          />
        </Stack>
      </DialogContent>
      <DialogActions>
        <CancelButton onClick={onClose} />
        <BusyButton type="submit" variant="contained" busy={busy} disabled={length === 0}>
          {t(busy ? 'session.opening' : 'session.openKey')}
        </BusyButton>
      </DialogActions>
    </KeyForm>
  )
}

interface CompareWordsProps {
  words: readonly string[]
  onSame: () => void
  onDifferent: () => void
}

function CompareWords({ words, onSame, onDifferent }: CompareWordsProps) {
  return (
    <>
      <DialogTitle>{t('session.wordsTitle')}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Explanation>{t('session.wordsText')}</Explanation>
          <WordGrid words={words} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onDifferent}>{t('session.wordsDiffer')}</Button>
        <Button variant="contained" onClick={onSame}>
          {t('session.wordsSame')}
        </Button>
      </DialogActions>
    </>
  )
}

interface ResealKeyProps extends Attempt {
  username: string
  onSeal: (password: string) => void
  onLater: () => void
}

function ResealKey({ username, busy, refusal, onSeal, onLater }: ResealKeyProps) {
  const passwordText = usePasswordText()
  const [password, setPassword] = useState('')
  return (
    <KeyForm onSubmit={() => onSeal(password)}>
      <DialogTitle>{t('session.sealTitle')}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Explanation>{passwordText('session.sealText')}</Explanation>
          {refusal && <Banner severity="error">{refusal()}</Banner>}
          <LoginPasswordField
            username={username}
            label={passwordText('session.currentPassword')}
            readOnly={busy}
            value={password}
            onChange={setPassword}
          />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onLater}>{t('session.notNow')}</Button>
        <BusyButton type="submit" variant="contained" busy={busy} disabled={password === ''}>
          {t(busy ? 'session.sealing' : 'session.seal')}
        </BusyButton>
      </DialogActions>
    </KeyForm>
  )
}

/** Multiline, so that a long code can be compared with the sheet. */
const Code = styled(TextField)(({ theme }) => ({
  '& textarea': { fontFamily: theme.typography.mono.fontFamily, textTransform: 'uppercase' },
}))
