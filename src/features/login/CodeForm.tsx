import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import { type ReactNode, type RefObject, useState } from 'react'
import { cleanSixDigitCode } from '../../../contract/typedText.ts'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { Panel } from '../../ui/page/Panel.tsx'
import { CodeInput } from '../../ui/fields/TextInput.tsx'
import { Explanation } from '../../ui/messages/Explanation.tsx'
import { isCode } from './loginSteps.ts'

interface CodeFormProps {
  message: ReactNode
  waiting: boolean
  /** User who signs in; '' after a sign-in with the provider. */
  username: string
  codeInput: RefObject<HTMLInputElement | null>
  onSend: (code: string) => void
  onPreferPassword: () => void
}

/** Second step, for users with a second factor. */
export function CodeForm(props: CodeFormProps) {
  const { message, waiting, username, codeInput, onSend, onPreferPassword } = props
  const [code, setCode] = useState('')
  return (
    <Panel
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        onSend(code)
      }}
    >
      <Stack spacing={2.5}>
        {message}
        <Explanation>
          {username === '' ? t('login.codeTextOfProvider') : rich('login.codeText', { username })}
        </Explanation>
        <CodeInput
          label={t('login.code')}
          name="code"
          ref={codeInput}
          autoComplete="one-time-code"
          required
          autoFocus
          value={code}
          onChange={(event) => setCode(cleanSixDigitCode(event.target.value))}
          inputMode="numeric"
        />
        <Button type="submit" variant="contained" size="large" disabled={waiting || !isCode(code)}>
          {t(waiting ? 'ui.verifying' : 'ui.verify')}
        </Button>
        <Link component="button" type="button" variant="body2" onClick={onPreferPassword}>
          {t('login.preferPassword')}
        </Link>
      </Stack>
    </Panel>
  )
}
