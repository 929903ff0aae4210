import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { recoveryCharacters, recoveryCodeLength } from '../crypto/index.ts'
import { Banner } from '../ui/Banner.tsx'
import { BusyButton } from '../ui/BusyButton.tsx'
import { OwnPassword } from '../ui/OwnPassword.tsx'
import { WordGrid } from '../ui/WordGrid.tsx'
import { useOwnWords } from './ownWords.ts'
import { ForeignKeyAlarm } from './ForeignKeyAlarm.tsx'
import { KeyForm } from './KeyForm.tsx'
import { useKeyByCode } from './useKeyByCode.ts'

interface CodeStepsProps {
  /** Of the dialog that this fills. */
  titleId: string
  username: string
  onClose: () => void
  /** The key is in `unlockedKey.ts`. `sealed`: the stored one opens with the login password of now, too. */
  onOpened: (sealed: boolean) => void
}

/** `CodeSteps` in a dialog of its own. */
export function CodeDialog(props: Omit<CodeStepsProps, 'titleId'>) {
  const titleId = useId()
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={titleId}>
      <CodeSteps titleId={titleId} {...props} />
    </Dialog>
  )
}

/** Opens the private key with the recovery code, and offers to seal it with the login password. */
export function CodeSteps({ titleId, username, onClose, onOpened }: CodeStepsProps) {
  const { step, ...course } = useKeyByCode(username, () => onOpened(true))
  switch (step.name) {
    case 'code':
      return <EnterCode titleId={titleId} {...step} onClose={onClose} onEnter={course.enter} />
    case 'words':
      return (
        <CompareWords
          titleId={titleId}
          words={step.key.fingerprintWords}
          onSame={course.wordsAreSame}
          onDifferent={course.wordsDiffer}
        />
      )
    case 'foreign':
      return (
        <ForeignKeyAlarm
          titleId={titleId}
          foreign={step.heldBack.foreign}
          onUse={() => course.useForeign(step.heldBack)}
          onRefuse={onClose}
        />
      )
    case 'seal':
      return (
        <SealAnew
          titleId={titleId}
          username={username}
          {...step}
          onSeal={course.seal}
          onLater={() => onOpened(false)}
        />
      )
  }
}

interface Attempt {
  titleId: string
  busy: boolean
  refusal: string | null
}

function EnterCode({
  titleId,
  busy,
  refusal,
  onClose,
  onEnter,
}: Attempt & { onClose: () => void; onEnter: (typed: string) => void }) {
  const [typed, setTyped] = useState('')
  const length = Array.from(recoveryCharacters(typed)).length
  return (
    <KeyForm onSubmit={() => onEnter(typed)}>
      <DialogTitle id={titleId}>Use the Recovery Code</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Typography variant="body2" color="textSecondary">
            Type the code from your recovery sheet. It opens your private key in this browser and is not sent
            to the server.
          </Typography>
          {refusal !== null && <Banner severity="error">{refusal}</Banner>}
          <Code
            label="Recovery code"
            name="recoveryCode"
            required
            multiline
            autoFocus
            value={typed}
            helperText={`${length} of ${recoveryCodeLength} characters. Upper or lower case, with or without dashes.`}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (!busy) onEnter(typed)
            }}
            slotProps={{
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
        <Button variant="outlined" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton type="submit" variant="contained" busy={busy} disabled={length === 0}>
          {busy ? 'Opening...' : 'Open My Key'}
        </BusyButton>
      </DialogActions>
    </KeyForm>
  )
}

interface CompareWordsProps {
  titleId: string
  words: readonly string[]
  onSame: () => void
  onDifferent: () => void
}

function CompareWords({ titleId, words, onSame, onDifferent }: CompareWordsProps) {
  return (
    <>
      <DialogTitle id={titleId}>The Same Words as on Your Sheet?</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Typography variant="body2" color="textSecondary">
            The code opens a private key. Its twelve words are computed from it in this browser: compare them
            with those on your sheet before it is used.
          </Typography>
          <WordGrid words={words} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onDifferent}>
          They Differ
        </Button>
        <Button variant="contained" onClick={onSame}>
          They Are the Same
        </Button>
      </DialogActions>
    </>
  )
}

interface SealAnewProps extends Attempt {
  username: string
  onSeal: (password: string) => void
  onLater: () => void
}

function SealAnew({ titleId, username, busy, refusal, onSeal, onLater }: SealAnewProps) {
  const say = useOwnWords()
  const [password, setPassword] = useState('')
  return (
    <KeyForm onSubmit={() => onSeal(password)}>
      <DialogTitle id={titleId}>Seal Your Key with Your Password?</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          <Typography variant="body2" color="textSecondary">
            Your key is open for this session. Seal it with {say('the login password')} of now, and that opens
            it from here on. Your recovery code stays good.
          </Typography>
          {refusal !== null && <Banner severity="error">{refusal}</Banner>}
          <OwnPassword
            username={username}
            label={say('Current login password')}
            readOnly={busy}
            value={password}
            onChange={setPassword}
          />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onLater}>
          Not Now
        </Button>
        <BusyButton type="submit" variant="contained" busy={busy} disabled={password === ''}>
          {busy ? 'Sealing...' : 'Seal My Key'}
        </BusyButton>
      </DialogActions>
    </KeyForm>
  )
}

/** In lines, where the code is wider than the screen: it is compared with the sheet. */
const Code = styled(TextField)(({ theme }) => ({
  '& textarea': { fontFamily: theme.typography.mono.fontFamily, textTransform: 'uppercase' },
}))
