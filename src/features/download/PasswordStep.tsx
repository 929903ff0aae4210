import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useFocusHandover } from '../../ui/useFocusHandover.ts'
import { selectPage } from './downloadPageSlice.ts'
import { texts } from './downloadTexts.ts'
import { givePassword } from './openLink.ts'

export function PasswordStep() {
  const dispatch = useAppDispatch()
  const { unlocking, passwordFailure } = useAppSelector(selectPage)
  const [password, setPassword] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useFocusHandover(form)
  // Whoever was refused wants to type again.
  useEffect(() => {
    if (passwordFailure !== null) field.current?.select()
  }, [passwordFailure])

  function unlock(event: SubmitEvent) {
    event.preventDefault()
    if (password !== '') void dispatch(givePassword(password))
  }

  return (
    <Panel>
      <Box
        component="form"
        ref={form}
        onSubmit={unlock}
        sx={{ maxWidth: 400, mx: 'auto', py: { xs: 2, sm: 4 } }}
      >
        <Typography variant="h2">{texts.passwordProtected}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.75, mb: 3 }}>
          Whoever gave you this link has the password. It stays in your browser and is not sent to the server.
        </Typography>
        <Stack sx={{ gap: 2 }}>
          <PasswordField
            label="Password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            ref={field}
            autoComplete="off"
            autoFocus
            required
            error={passwordFailure !== null}
            helperText={passwordFailure !== null && <span role="alert">{passwordFailure}</span>}
            readOnly={unlocking}
          />
          <BusyButton
            type="submit"
            variant="contained"
            size="large"
            busy={unlocking}
            disabled={password === ''}
          >
            {unlocking ? 'Unlocking...' : 'Unlock Files'}
          </BusyButton>
        </Stack>
      </Box>
    </Panel>
  )
}
