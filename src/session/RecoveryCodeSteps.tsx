import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { normalizedRecoveryCode, recoveryCodeLength } from '../../core/crypto/index.ts'
import { t } from '../../i18n/t.ts'
import { Banner } from '../ui/messages/Banner.tsx'
import { DialogStep } from '../ui/dialogs/FormDialog.tsx'
import { LoginPasswordField } from '../ui/fields/LoginPasswordField.tsx'
import { WordGrid } from '../ui/values/WordGrid.tsx'
import { Explanation } from '../ui/messages/Explanation.tsx'
import { usePasswordText } from './usePasswordText.ts'
import { ForeignKeyAlarm } from './ForeignKeyAlarm.tsx'
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
    <DialogStep
      title={t('session.codeTitle')}
      submit={{ label: t('session.openKey'), busyLabel: t('session.opening'), busy, disabled: length === 0 }}
      onSubmit={enter}
      onCancel={onClose}
    >
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
    </DialogStep>
  )
}

interface CompareWordsProps {
  words: readonly string[]
  onSame: () => void
  onDifferent: () => void
}

function CompareWords({ words, onSame, onDifferent }: CompareWordsProps) {
  return (
    <DialogStep
      title={t('session.wordsTitle')}
      actions={
        <>
          <Button onClick={onDifferent}>{t('session.wordsDiffer')}</Button>
          <Button variant="contained" onClick={onSame}>
            {t('session.wordsSame')}
          </Button>
        </>
      }
    >
      <Explanation>{t('session.wordsText')}</Explanation>
      <WordGrid words={words} />
    </DialogStep>
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
    <DialogStep
      title={t('session.sealTitle')}
      submit={{ label: t('session.seal'), busyLabel: t('session.sealing'), busy, disabled: password === '' }}
      onSubmit={() => onSeal(password)}
      cancel={{ children: t('session.notNow') }}
      onCancel={onLater}
    >
      <Explanation>{passwordText('session.sealText')}</Explanation>
      {refusal && <Banner severity="error">{refusal()}</Banner>}
      <LoginPasswordField
        username={username}
        label={passwordText('session.currentPassword')}
        readOnly={busy}
        value={password}
        onChange={setPassword}
      />
    </DialogStep>
  )
}

/** Multiline, so that a long code can be compared with the sheet. */
const Code = styled(TextField)(({ theme }) => ({
  '& textarea': { fontFamily: theme.typography.mono.fontFamily, textTransform: 'uppercase' },
}))
